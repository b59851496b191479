// The command line with lines that the service accepted and no longer has: said, counted, and sent again by the advice
// that it gives.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostileBehaviours } from './hostile-service/behaviours.ts';
import { type HostileService, startHostileService } from './hostile-service/hostile-service.ts';
import type { CommandResult } from './support/hosted-command.ts';
import { lectern, lecternProcess, type RunningCommand, startLectern, temporaryFolder } from './support/processes.ts';
import { waitUntilUnused } from './support/running-processes.ts';
import { manyLines, SCENE, SCENE_SPEECHES } from './support/sample-texts.ts';

let folder: ReturnType<typeof temporaryFolder>;
let service: HostileService | null = null;
const at = (...names: string[]): string => join(folder.path, ...names);

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await service?.close();
  service = null;
  await waitUntilUnused(folder.path);
  folder.remove();
});

interface Report {
  readonly project: string;
  readonly rendered: number;
  readonly failed: readonly unknown[];
  readonly in_doubt: number;
  readonly lost: number;
  readonly doubtful: readonly { readonly line: number; readonly reason: string }[];
  readonly files: readonly string[];
}

const reportOf = ({ stdout }: CommandResult): Report => JSON.parse(stdout) as Report;

/** A service that says nothing of the jobs when it accepts them, and the environment that leads to it. */
async function account(behaviours: HostileBehaviours) {
  const started = await startHostileService({
    seed: 1,
    behaviours: { submission: { chances: { '201-html': 1 } }, ...behaviours },
  });
  service = started;
  const environment = {
    LECTERN_HOME: at('home'),
    LECTERN_BASE_URL: started.baseUrl.origin,
    LECTERN_API_KEY: started.key,
    LECTERN_USER_ID: started.userId,
    LECTERN_PLAN: 'growth',
  };
  return { started, environment };
}

/** The arguments of the command that a result advises, the last one that it names. */
function adviceOf({ stderr }: CommandResult): string[] {
  const found = [...stderr.matchAll(/lectern ((?:resume|render) .*)$/gm)].at(-1)?.[1];
  if (found === undefined) throw new Error(`no command is advised: ${stderr}`);
  return found.split(' ');
}

function renderScene(): string[] {
  writeFileSync(at('scene.txt'), SCENE);
  return ['render', at('scene.txt'), '--out', at('out'), '--json'];
}

/** Kills a command once something is so. */
async function killedWhen(running: RunningCommand, isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5);
  running.process.kill('SIGKILL');
  await running.result;
}

describe('lines that the service no longer has', { timeout: 240_000 }, () => {
  it('are named with the way to send them again, which works, and both times are in the ledger', async () => {
    let swept = true;
    const { started, environment } = await account({
      denies: ({ what }) => (swept && what === 'batch' ? 404 : null),
    });
    const first = await lectern(renderScene(), environment);
    expect(first.status, first.stderr).toBe(1);
    expect(reportOf(first)).toMatchObject({ rendered: 0, failed: [], in_doubt: SCENE_SPEECHES, lost: SCENE_SPEECHES });
    expect(first.stderr).toMatch(/Lost: The service accepted the line but no longer has its batch\./);
    const { project } = reportOf(first);
    const status = await lectern(['status', project], environment);
    expect(status.stdout).toContain(`in flight 0 · failed 0 · in doubt 0 · lost ${SCENE_SPEECHES}`);
    // Going on without a decision sends nothing, and says so again.
    const undecided = await lectern(['resume', project, '--json'], environment);
    expect([undecided.status, reportOf(undecided).lost, started.stats().jobs]).toEqual([
      1,
      SCENE_SPEECHES,
      SCENE_SPEECHES,
    ]);
    swept = false;
    const again = await lectern([...adviceOf(undecided), '--json'], environment);
    expect(again.status, again.stderr).toBe(0);
    expect(reportOf(again)).toMatchObject({ rendered: SCENE_SPEECHES, failed: [], in_doubt: 0, lost: 0 });
    expect(reportOf(again).files).toHaveLength(SCENE_SPEECHES);
    expect(started.stats().jobs).toBe(2 * SCENE_SPEECHES);
    const spending = await lectern(['report', project, '--json'], environment);
    const { total } = JSON.parse(spending.stdout) as { total: { characters: number; lost: number; rendered: number } };
    expect([total.lost, total.characters]).toEqual([total.rendered, 2 * total.rendered]);
  });

  it('are named where the service mixes them up with others, and nothing of them is exported or sent again', async () => {
    const { started, environment } = await account({ mixesUp: { parts: ['custom_id'], how: 'permute' } });
    const first = await lectern(renderScene(), environment);
    expect(first.status, first.stderr).toBe(1);
    const { project, rendered, lost, doubtful, files } = reportOf(first);
    expect([rendered + lost, doubtful.length, files.length]).toEqual([SCENE_SPEECHES, lost, rendered]);
    expect(lost).toBeGreaterThan(SCENE_SPEECHES / 2);
    for (const { reason } of doubtful) expect(reason).toMatch(/^Lost: The service mixed this line up with another/);
    expect(first.stderr).toMatch(/Lost: The service mixed this line up with another/);
    const status = await lectern(['status', project, '--json'], environment);
    expect(JSON.parse(status.stdout)).toMatchObject({ fresh: rendered, lost, doubtful });
    expect((await lectern(['resume', project, '--json'], environment)).status).toBe(1);
    expect(started.stats().jobs).toBe(SCENE_SPEECHES);
  });

  it('are sent again by the same call that finds them lost, where it was told so', async () => {
    let isPending = true;
    let swept = false;
    const { started, environment } = await account({
      denies: ({ what }) => {
        if (what === 'batch' && isPending && !swept) return 403;
        return what === 'batch' && swept ? 404 : null;
      },
    });
    await killedWhen(startLectern(renderScene(), environment), () => started.stats().requests.read > 0);
    isPending = false;
    swept = true;
    const denied = started.stats().requests.read;
    const resumed = startLectern(['resume', at('out'), '--resubmit-in-doubt', '--json'], environment);
    // The second batch is there to stay.
    while (started.stats().batches < 2) await sleep(5);
    swept = false;
    const result = await resumed.result;
    expect(result.status, result.stderr).toBe(0);
    expect(reportOf(result)).toMatchObject({ rendered: SCENE_SPEECHES, failed: [], in_doubt: 0, lost: 0 });
    expect(started.stats().jobs).toBe(2 * SCENE_SPEECHES);
    expect(started.stats().requests.read - denied).toBeGreaterThan(0);
  });

  it('are told from a wrong address: nothing is lost where everything is unknown', async () => {
    const { started, environment } = await account({ denies: ({ what }) => (what === 'batch' ? 403 : null) });
    await killedWhen(startLectern(renderScene(), environment), () => started.stats().requests.read > 0);
    const elsewhere = { ...environment, LECTERN_BASE_URL: `${environment.LECTERN_BASE_URL}/wrong` };
    const resumed = startLectern(['resume', at('out'), '--json'], elsewhere);
    const before = started.stats().requests.read;
    while (started.stats().requests.read < before + 6) await sleep(20);
    resumed.process.kill('SIGINT');
    await resumed.result;
    const status = await lectern(['status', at('out'), '--json'], environment);
    expect(JSON.parse(status.stdout)).toMatchObject({ in_flight: SCENE_SPEECHES, in_doubt: 0, lost: 0 });
  });

  it('are lost once and paid once more, whenever a command that finds or sends them is killed', async () => {
    let swept = true;
    const { started, environment } = await account({ denies: ({ what }) => (swept && what === 'batch' ? 404 : null) });
    await killedWhen(startLectern(renderScene(), environment), () => started.stats().requests.read > 0);
    for (const afterMs of [6_500, 7_000, 7_500]) {
      const running = startLectern(['resume', at('out')], environment);
      await Promise.race([running.result, sleep(afterMs)]);
      running.process.kill('SIGKILL');
      await running.result;
      const status = await lectern(['status', at('out'), '--json'], environment);
      const { in_flight: inFlight, lost } = JSON.parse(status.stdout) as { in_flight: number; lost: number };
      expect(inFlight + lost, 'each line is either still with the service or lost').toBe(SCENE_SPEECHES);
      expect([0, SCENE_SPEECHES]).toContain(lost);
    }
    expect(started.stats().jobs).toBe(SCENE_SPEECHES);
    const found = await lectern(['resume', at('out'), '--json'], environment);
    expect(reportOf(found).lost).toBe(SCENE_SPEECHES);
    // Two at once: one writes, the other is refused.
    swept = false;
    const both = await Promise.all([
      lecternProcess(['resume', at('out'), '--resubmit-in-doubt', '--json'], environment),
      lecternProcess(['resume', at('out'), '--resubmit-in-doubt', '--json'], environment),
    ]);
    const statuses = both.map(({ status }) => status).toSorted();
    expect(
      [
        [0, 0],
        [0, 2],
      ],
      JSON.stringify(both),
    ).toContainEqual(statuses);
    expect(started.stats().jobs).toBe(2 * SCENE_SPEECHES);
  });
});

describe('the local service that lost its database', { timeout: 240_000 }, () => {
  it('has lost what it had accepted, and renders it when it is told to', async () => {
    const home = { LECTERN_HOME: at('home') };
    writeFileSync(at('long.txt'), manyLines(70));
    const running = startLectern(['render', at('long.txt'), '--out', at('out'), '--project', at('long.lectern')], home);
    await killedWhen(running, () => jobsWith('accepted') > 0);
    await waitUntilUnused(at('home'));
    for (const name of readdirSync(at('home', 'service'))) {
      if (name.startsWith('service.db')) rmSync(at('home', 'service', name));
    }
    const resume = ['resume', at('long.lectern'), '--json'];
    const found = await lectern(resume, home);
    expect(found.status, found.stderr).toBe(1);
    const { lost } = reportOf(found);
    expect(lost).toBeGreaterThan(0);
    const again = await lectern([...adviceOf(found), '--json'], home);
    expect(again.status, again.stderr).toBe(0);
    expect(reportOf(again)).toMatchObject({ in_doubt: 0, lost: 0 });
    expect(reportOf(again).rendered).toBeGreaterThanOrEqual(lost);
    expect(reportOf(again).files).toHaveLength(70);
  });
});

/** How many jobs the project of the long script has in a state; 0 while there is no project. */
function jobsWith(state: string): number {
  if (!existsSync(at('long.lectern', 'project.db'))) return 0;
  const database = new DatabaseSync(at('long.lectern', 'project.db'), { readOnly: true, timeout: 1_000 });
  try {
    return Number(database.prepare('SELECT count(*) AS n FROM jobs WHERE state = ?').get(state)?.['n']);
  } catch {
    return 0;
  } finally {
    database.close();
  }
}
