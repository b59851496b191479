// Drives that are full or can't be written: what the command line says, and that nothing is lost or paid twice.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@lectern/audio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HostileService, startHostileService } from './hostile-service/hostile-service.ts';
import { canMount, type Drive, mountDrive } from './support/drives.ts';
import { lectern, startLectern, temporaryFolder } from './support/processes.ts';
import { errorSentence, expectRefusal, expectRefusalWithoutOutput } from './support/refusals.ts';
import { manyLines, SCENE, SCENE_SPEECHES } from './support/sample-texts.ts';

const MEGABYTE = 1024 * 1024;

let folder: ReturnType<typeof temporaryFolder>;
let service: HostileService;
let account: Readonly<Record<string, string>>;
let script: string;
const drives: Drive[] = [];
const at = (...names: string[]): string => join(folder.path, ...names);

beforeEach(async () => {
  folder = temporaryFolder();
  script = at('scene.txt');
  writeFileSync(script, SCENE);
  // Slow enough that something can happen in the middle of a run.
  service = await startHostileService({ seed: 1, behaviours: { readsUntilDone: 4 } });
  account = {
    LECTERN_BASE_URL: service.baseUrl.origin,
    LECTERN_API_KEY: service.key,
    LECTERN_USER_ID: service.userId,
    LECTERN_HOME: at('home'),
  };
});
afterEach(async () => {
  for (const drive of drives.splice(0)) drive.remove();
  await service.close();
  folder.remove();
});

function drive(name: string, bytes: number): Drive {
  const made = mountDrive(at(name), bytes);
  drives.push(made);
  return made;
}

interface Report {
  readonly lines: number;
  readonly rendered: number;
  readonly failed: readonly { readonly line: number; readonly reason: string }[];
  readonly files: readonly string[];
  readonly batches: number;
}

/** Calls a command that must finish what was left open, for nothing. */
async function finish(args: readonly string[]): Promise<Report> {
  const { status, stdout, stderr } = await lectern([...args, '--json'], account);
  expect(status, stderr).toBe(0);
  const report = JSON.parse(stdout) as Report;
  expect(report.failed).toEqual([]);
  expect(new Set(report.files).size).toBe(SCENE_SPEECHES);
  for (const file of report.files) await decode(readFileSync(file));
  expect(service.stats().jobs, 'no line was made twice').toBe(SCENE_SPEECHES);
  return report;
}

/** The service has the batch, its reply has been noted, and nothing is finished yet. */
const untilFollowed = async (): Promise<void> => {
  while (service.stats().requests.read === 0) await new Promise((resolve) => setTimeout(resolve, 5));
};

// Without the right to mount there is the limit of the file size, below; these say in the report that they did not run.
describe.skipIf(!canMount)('a full drive (mounted: needs root on Linux)', () => {
  // The first ones are too few for the database, the next for opening it, the last for the script.
  it.each([0, 40_000, 180_000, 250_000, 330_000])(
    'at the making of a project, with %i bytes left, leaves nothing behind',
    async (left) => {
      const full = drive('full', 4 * MEGABYTE);
      full.fill(left);
      writeFileSync(script, manyLines(500));
      const sentence = await expectRefusalWithoutOutput(['render', script], at('full', 'out'), account);
      expect(sentence).toMatch(
        /^The disk with .*full.* is full\. Everything saved so far is safe\. Free up some space/,
      );
      expect(readdirSync(full.path)).toEqual(['.ballast']);
      expect(service.stats().jobs).toBe(0);
    },
  );

  it('in the middle of a run names the lines, and resuming fetches them for nothing', async () => {
    const full = drive('full', 64 * MEGABYTE);
    const out = at('full', 'out');
    const running = startLectern(['render', script, '--out', out, '--json'], account);
    await untilFollowed();
    full.fill(0);
    const { status, stdout, stderr } = await running.result;
    expect(status, stderr).toBe(1);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stderr).toMatch(/The disk with .* is full/);
    expect(stderr).toMatch(/then run: lectern resume |continue with: lectern resume /);
    const report = JSON.parse(stdout) as Report;
    expect(report.failed.length).toBeGreaterThan(0);
    full.makeRoom();
    await finish(['resume', out]);
    expect(readdirSync(out).filter((name) => /tmp|part/.test(name))).toEqual([]);
  });

  it('during the export keeps what was rendered, and resuming exports it', async () => {
    const full = drive('full', 8 * MEGABYTE);
    const out = at('full', 'out');
    mkdirSync(out);
    full.fill(60_000);
    const project = at('scene.lectern');
    const first = await lectern(['render', script, '--out', out, '--project', project, '--json'], account);
    expect(first.status, first.stderr).toBe(1);
    expect(first.stderr).not.toMatch(/^\s+at /m);
    expect(first.stderr).toMatch(/The (export folder|drive with) .*full/);
    expect(service.stats().jobs).toBe(SCENE_SPEECHES);
    const again = await lectern(['export', project, '--out', out, '--as', 'lines'], account);
    expect(again.status).toBe(1);
    expect(errorSentence(again)).toMatch(/full\. Free some space, then export again\.$/);
    full.makeRoom();
    const report = await finish(['resume', project, '--out', out]);
    expect(report.batches).toBe(0);
  });

  it('that holds the data folder', async () => {
    const full = drive('full', MEGABYTE);
    full.fill(0);
    const sentence = await expectRefusal(['voices'], { LECTERN_HOME: at('full', 'home') });
    expect(sentence).toMatch(/full/);
  });
});

describe.skipIf(!canMount)('a drive that can’t be written (mounted: needs root on Linux)', () => {
  it('is refused for the audio, the project and the data folder before anything is sent', async () => {
    const locked = drive('locked', MEGABYTE);
    mkdirSync(at('locked', 'there'));
    locked.makeReadOnly();
    const readOnly = /is on a read-only drive/;
    const render = ['render', script, '--out'];
    expect(await expectRefusal([...render, at('locked', 'there')], account)).toMatch(readOnly);
    expect(await expectRefusal([...render, at('locked', 'new')], account)).toMatch(readOnly);
    expect(await expectRefusal([...render, at('out'), '--project', at('locked', 'p.lectern')], account)).toMatch(
      readOnly,
    );
    expect(existsSync(at('out'))).toBe(false);
    for (const args of [['voices'], ['serve']]) {
      expect(await expectRefusal(args, { LECTERN_HOME: at('locked', 'home') })).toMatch(
        /^Lectern’s data folder .* is on a read-only drive\. Set LECTERN_HOME to a folder that can be written to\.$/,
      );
    }
    expect(service.stats().requests.list).toBe(0);
  });

  it('lets a project on it be looked at, and says that it can’t be worked on', async () => {
    const locked = drive('locked', 16 * MEGABYTE);
    const project = at('locked', 'scene.lectern');
    const render = ['render', script, '--project', project, '--out'];
    const made = await lectern([...render, at('first'), '--limit', '0'], account);
    expect(made.status).toBe(0);
    locked.makeReadOnly();
    const status = await lectern(['status', project, '--json'], account);
    expect(JSON.parse(status.stdout)).toMatchObject({ lines: SCENE_SPEECHES, unrendered: SCENE_SPEECHES, fresh: 0 });
    for (const args of [
      [...render, at('out')],
      ['resume', project, '--out', at('out')],
      ['import', script, '--project', project],
    ]) {
      expect(await expectRefusal(args, account)).toMatch(
        /^The project folder .* can’t be written to\. Copy it to a folder you can write to/,
      );
    }
    expect(existsSync(at('out'))).toBe(false);
    expect(service.stats().jobs).toBe(0);
  });
});

describe.skipIf(process.platform === 'win32')('a limit on the size of files', () => {
  it('ends a call with a sentence, and it can be made again without the limit', async () => {
    const out = at('out');
    // In blocks of 512 bytes: less than the database of a project takes.
    const limited = await lectern(['render', script, '--out', out], account, [
      'sh',
      '-c',
      'ulimit -f 200; exec "$0" "$@"',
    ]);
    expect(limited.status, limited.stderr).toBe(2);
    expect(errorSentence(limited)).toMatch(/^The (disk|drive) with .* (is full|reported an error)/);
    expect(existsSync(out)).toBe(false);
    await finish(['render', script, '--out', out]);
  });
});
