// A project's folder that another process moves, renames, deletes or replaces during a run: the run stops and says so,
// nothing appears at the old place, and the project goes on where it is now without paying for anything twice.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@lectern/audio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HostileService, startHostileService } from './hostile-service/hostile-service.ts';
import { canMount, type Drive, mountDrive } from './support/drives.ts';
import type { CommandResult } from './support/hosted-command.ts';
import { picksWithAudio } from './support/paid-lines.ts';
import { lectern, startLectern, temporaryFolder } from './support/processes.ts';
import { HAS_ALL_ROUNDS } from './support/rounds.ts';
import { manyLines } from './support/sample-texts.ts';

/** A test that only `npm run test:all` runs. */
const inTestAll = it.runIf(HAS_ALL_ROUNDS);

const LINES = 100;
const BATCHES = LINES / 50;

let folder: ReturnType<typeof temporaryFolder>;
let service: HostileService;
let account: Readonly<Record<string, string>>;
let project: string;
let render: readonly string[];
const drives: Drive[] = [];
const at = (...names: string[]): string => join(folder.path, ...names);

beforeEach(async () => {
  folder = temporaryFolder();
  writeFileSync(at('play.txt'), manyLines(LINES));
  service = await startHostileService({ seed: 1, behaviours: { readsUntilDone: 2, delayMs: [5, 60] } });
  account = {
    LECTERN_BASE_URL: service.baseUrl.origin,
    LECTERN_API_KEY: service.key,
    LECTERN_USER_ID: service.userId,
    LECTERN_HOME: at('home'),
    LECTERN_PLAN: 'growth',
  };
  project = at('play.lectern');
  render = ['render', at('play.txt'), '--out', at('out'), '--project', project, '--json'];
});
afterEach(async () => {
  for (const drive of drives.splice(0)) drive.remove();
  await service.close();
  folder.remove();
});

const run = (program: string, ...args: string[]): void => void execFileSync(program, args, { stdio: 'pipe' });

/**
 * Renders, and lets `disturb` loose once the batches were accepted and are being read. The run stands still until then, so
 * that what is copied and deleted file by file is of one moment.
 */
async function renderDisturbed(disturb: () => void): Promise<CommandResult> {
  const running = startLectern(render, account);
  while (service.stats().batches < BATCHES || service.stats().requests.read < 3) {
    if (running.process.exitCode !== null) throw new Error('the run ended too early');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  running.process.kill('SIGSTOP');
  try {
    disturb();
  } finally {
    running.process.kill('SIGCONT');
  }
  return running.result;
}

/** The run stopped because of its folder, in one sentence and without a stack. */
function expectStopped({ status, stderr }: CommandResult): void {
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr).toMatch(/The project folder .*play\.lectern (was|is)/);
  expect(status, stderr).toBe(1);
}

/** Finishes the project where it is now, and counts what the service was asked for. */
async function finish(dir: string, ...more: string[]): Promise<void> {
  const { status, stdout, stderr } = await lectern(['resume', dir, '--out', at('out'), '--json', ...more], account);
  expect(status, stderr).toBe(0);
  const report = JSON.parse(stdout) as { readonly failed: unknown[]; readonly files: readonly string[] };
  expect(report.failed).toEqual([]);
  expect(new Set(report.files).size).toBe(LINES);
  for (const file of report.files.slice(0, 20)) await decode(readFileSync(file));
  expect(service.stats().jobs, 'no line was paid for twice').toBe(LINES);
  const state = await lectern(['status', dir, '--json'], account);
  expect(JSON.parse(state.stdout)).toMatchObject({ lines: LINES, fresh: LINES, in_doubt: 0 });
}

// On Windows an open file can't be moved.
describe.skipIf(process.platform === 'win32')('a project’s folder during a run', () => {
  it('that is renamed stops the run, and goes on under its new name', async () => {
    const stopped = await renderDisturbed(() => run('mv', project, at('renamed.lectern')));
    expectStopped(stopped);
    if (process.platform === 'linux') {
      expect(stopped.stderr).toContain(`was moved to ${at('renamed.lectern')} while Lectern had it open`);
      expect(stopped.stderr).toMatch(/To go on: lectern resume .*renamed\.lectern$/m);
      expect(JSON.parse(stopped.stdout)).toMatchObject({ project: at('renamed.lectern'), files: [] });
    }
    expect(existsSync(project), 'nothing is made at the old place').toBe(false);
    expect(existsSync(at('out')), 'nothing is exported').toBe(false);
    await finish(at('renamed.lectern'));
  });

  inTestAll('that is moved together with the folder of its audio leaves nothing at the old place', async () => {
    render = ['render', at('play.txt'), '--out', at('out'), '--json'];
    expectStopped(await renderDisturbed(() => run('mv', at('out'), at('moved out'))));
    expect(existsSync(at('out'))).toBe(false);
    await finish(at('moved out', 'play.lectern'));
  });

  inTestAll('that is deleted stops the run, and nothing is made in its place', async () => {
    const stopped = await renderDisturbed(() => run('rm', '-rf', project));
    expectStopped(stopped);
    expect(stopped.stderr).toMatch(/was moved, replaced or deleted while Lectern had it open/);
    expect(existsSync(project)).toBe(false);
  });

  it('that a copy takes the place of stops the run: the copy stays as it was, and the original goes on', async () => {
    const stopped = await renderDisturbed(() => {
      run('cp', '-a', project, at('copy'));
      run('mv', project, at('away.lectern'));
      run('mv', at('copy'), project);
    });
    expectStopped(stopped);
    const copy = await lectern(['status', project, '--json'], account);
    expect(JSON.parse(copy.stdout).fresh).toBe(picksWithAudio(project));
    await finish(at('away.lectern'));
  });

  it.runIf(HAS_ALL_ROUNDS && canMount)(
    'that is moved to another drive goes on there (mounted: needs root on Linux)',
    async () => {
      drives.push(mountDrive(at('drive'), 64 * 1024 * 1024));
      expectStopped(await renderDisturbed(() => run('mv', project, at('drive', 'play.lectern'))));
      expect(existsSync(project)).toBe(false);
      await finish(at('drive', 'play.lectern'));
    },
  );

  it.runIf(HAS_ALL_ROUNDS && canMount)(
    'whose drive is taken away goes on when it is back (mounted: needs root on Linux)',
    async () => {
      for (const name of ['drive', 'mounted']) mkdirSync(at(name));
      run('mount', '--bind', at('drive'), at('mounted'));
      project = at('mounted', 'play.lectern');
      render = ['render', at('play.txt'), '--out', at('out'), '--project', project, '--json'];
      expectStopped(await renderDisturbed(() => run('umount', '-l', at('mounted'))));
      expect(readdirSync(at('mounted'))).toEqual([]);
      run('mount', '--bind', at('drive'), at('mounted'));
      await finish(project).finally(() => run('umount', '-l', at('mounted')));
    },
  );
});
