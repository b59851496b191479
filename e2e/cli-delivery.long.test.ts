// Finished files on the command line: with real sound, at the end of a run and by themselves, on drives that fail.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openProject } from '../electron/core/project/project-folder.ts';
import { systemClock, systemRandom } from '../electron/core/system.ts';
import { TARGETS } from '../shared/rules/export/export-targets.ts';
import { copyTarget } from '../shared/rules/export/own-targets.ts';
import { canMount, type Drive, mountDrive } from './support/drives.ts';
import { lectern, startLectern, temporaryFolder } from './support/processes.ts';

const folder = temporaryFolder();
const at = (...names: string[]): string => join(folder.path, ...names);
const account = { LECTERN_HOME: at('home') };
afterAll(() => folder.remove());

const PLAY = `# One

ADA: Hello.

BEA: Good morning to you all.

# Two

ADA: Good night.
`;

async function call(...args: readonly string[]) {
  const { status, stdout, stderr } = await lectern(args, account);
  expect(status, stderr).toBe(0);
  return { stdout, stderr };
}

interface Listed {
  readonly file: string;
  readonly title: string;
  readonly isSound: boolean;
  readonly chapters: readonly { readonly title: string; readonly startSeconds: number }[];
}

const listIn = (out: string): Listed[] => JSON.parse(readFileSync(join(out, 'delivery.json'), 'utf8')).files;
const soundsIn = (out: string): Record<string, string> =>
  Object.fromEntries(
    (existsSync(out) ? readdirSync(out) : [])
      .filter((name) => /\.(?:mp3|m4b)$/.test(name))
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex'),
      ]),
  );

describe('lectern render --as', () => {
  const script = at('play.txt');
  const project = at('play.lectern');
  const out = at('m4b');

  it('makes finished files at the end of a run, with credits around the script', async () => {
    writeFileSync(script, PLAY);
    const args = ['--as', 'm4b', '--credits', '--opening', 'This is {title}.', '--closing', 'The end.'];
    await call('render', script, '--project', project, '--out', out, ...args);
    const [book, ...others] = listIn(out);
    expect(others).toEqual([]);
    expect(book).toMatchObject({ file: 'play.m4b', title: 'play' });
    expect(book?.chapters.map(({ title }) => title)).toEqual(['Opening Credits', 'One', 'Two', 'Closing Credits']);
    expect(existsSync(join(out, 'manifest.json'))).toBe(false);
    const { stdout } = await call('status', project, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ chapters: 4, lines: 7, fresh: 7 });
  });

  it('is what a resumed run makes, too', async () => {
    const made = soundsIn(out);
    rmSync(join(out, 'play.m4b'));
    const { stdout } = await call('resume', project, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ rendered: 0, files: [join(out, 'play.m4b')] });
    expect(soundsIn(out)).toEqual(made);
  });

  it('goes nowhere that was not chosen on this machine', async () => {
    const database = new DatabaseSync(join(project, 'project.db'));
    database.prepare(`UPDATE runs SET options = json_set(options, '$.finished.outDir', ?)`).run(at('elsewhere'));
    database.close();
    const { status, stderr } = await lectern(['resume', project], account);
    expect(status).toBe(2);
    expect(stderr).toContain('elsewhere');
    expect(existsSync(at('elsewhere'))).toBe(false);
  });

  it('gives each section of ACX a file, without what the credits no longer say', async () => {
    const acx = at('acx');
    await call(
      'render',
      script,
      '--project',
      project,
      '--out',
      acx,
      '--as',
      'acx',
      '--closing',
      '',
      '--authorised',
      'acx',
    );
    expect(listIn(acx).map(({ file }) => file)).toEqual(['01_Opening Credits.mp3', '02_One.mp3', '03_Two.mp3']);
    await call('render', script, '--project', project, '--out', acx, '--as', 'acx', '--no-credits');
    expect(listIn(acx).map(({ file }) => file)).toEqual(['01_One.mp3', '02_Two.mp3']);
  });

  it('says of each file what was measured of it when it was finished', async () => {
    const { stdout } = await call('export', project, '--out', at('acx'), '--as', 'acx', '--json');
    const { files, report } = JSON.parse(stdout);
    expect(files).toMatchObject(
      report.files.map(({ figures }: { figures: Record<string, number> }) => ({
        loudnessLufs: figures['integratedLufs'],
        rmsDbfs: figures['rmsDbfs'],
        truePeakDbtp: figures['truePeakDbtp'],
      })),
    );
    expect(files).toHaveLength(2);
    expect(files[0].truePeakDbtp).toBeLessThan(-3);
  });
});

describe('lectern export', () => {
  const project = at('Show.lectern');
  beforeAll(async () => {
    writeFileSync(at('show.txt'), PLAY);
    await call('render', at('show.txt'), '--project', project, '--out', at('show-lines'));
  });

  it('--as podcast makes an episode with chapters within it and beside it, and a transcript', async () => {
    const out = at('podcast');
    await call('export', project, '--out', out, '--as', 'podcast');
    const [episode, ...beside] = listIn(out);
    expect(beside.map(({ file }) => file)).toEqual(['show.chapters.json', 'show.vtt']);
    const starts = episode?.chapters.map(({ title, startSeconds }) => [title, Math.round(startSeconds * 1000)]);
    expect(starts).toHaveLength(2);
    const chapters: { title: string; startTime: number }[] = JSON.parse(
      readFileSync(join(out, 'show.chapters.json'), 'utf8'),
    ).chapters;
    expect(chapters.map(({ title, startTime }) => [title, Math.round(startTime * 1000)])).toEqual(starts);
    expect(readFileSync(join(out, 'show.vtt'), 'utf8')).toContain('<v BEA>Good morning to you all.');
    const head = readFileSync(join(out, 'show.mp3')).subarray(0, 2_000).toString('latin1');
    expect(head.match(/CHAP/g)).toHaveLength(2);
  });

  it('--as with the name of an own target makes its files, and lists all targets where the name is unknown', async () => {
    const opened = openProject(project, { mode: 'write', clock: systemClock, random: systemRandom });
    const copy = copyTarget(TARGETS.podcast, 'own-1', 'Our radio');
    if (!copy) throw new Error('a podcast has figures');
    opened.updateSettings({ ownTargets: [{ ...copy, encoding: { codec: 'flac', bits: 16 } }] });
    opened.close();
    const out = at('radio');
    await call('export', project, '--out', out, '--as', 'our Radio');
    expect(listIn(out)[0]?.file).toBe('show.flac');
    const flac = readFileSync(join(out, 'show.flac'));
    // The signature is in an ID3 tag before the audio.
    const size = 10 + [6, 7, 8, 9].reduce((bytes, at) => bytes * 128 + flac.readUInt8(at), 0);
    expect([flac.toString('latin1', 0, 3), flac.toString('latin1', size, size + 4)]).toEqual(['ID3', 'fLaC']);
    expect((await call('targets', project)).stdout).toContain('Our radio');
    const { status, stderr } = await lectern(['export', project, '--out', at('tape'), '--as', 'cassette'], account);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^lectern: "cassette" can’t be exported yet: set --as to one of .*, Our radio\.$/m);
    expect(existsSync(at('tape'))).toBe(false);
  });

  describe.each(['chapters', 'm4b'])('--as %s', (target) => {
    let undisturbed: Record<string, string>;
    let drive: Drive | undefined;
    beforeAll(async () => {
      const out = at(`undisturbed-${target}`);
      await call('export', project, '--out', out, '--as', target);
      undisturbed = soundsIn(out);
    });
    afterEach(() => {
      drive?.remove();
      drive = undefined;
    });

    /** What is under a final name is whole. */
    function expectWhole(out: string): void {
      for (const [name, hash] of Object.entries(soundsIn(out))) expect(undisturbed[name], name).toBe(hash);
    }

    it.skipIf(!canMount)('on a full drive says so, and goes on when there is room', async () => {
      drive = mountDrive(at(`full-${target}`), 8 * 1024 * 1024);
      const out = join(drive.path, 'out');
      drive.fill(40_000);
      const { status, stderr } = await lectern(['export', project, '--out', out, '--as', target], account);
      expect(status).toBe(1);
      expect(stderr).toMatch(/^lectern: The drive with .* is full\. Free some space, then export again\.\n$/m);
      expectWhole(out);
      drive.makeRoom();
      await call('export', project, '--out', out, '--as', target);
      expect(soundsIn(out)).toEqual(undisturbed);
    });

    it.skipIf(!canMount)('to a drive that can’t be written says so', async () => {
      drive = mountDrive(at(`read-only-${target}`), 1024 * 1024);
      drive.makeReadOnly();
      const { status, stderr } = await lectern(['export', project, '--out', drive.path, '--as', target], account);
      expect(status).toBe(2);
      expect(stderr).toMatch(/read-only|written/);
      expect(readdirSync(drive.path)).toEqual([]);
    });

    it('to a folder that is removed in between says so, and makes no other in its place', async () => {
      const out = at(`removed-${target}`);
      const running = startLectern(['export', project, '--out', out, '--as', target], account);
      while (!existsSync(join(out, '.lectern-export.tmp'))) await new Promise((resolve) => setTimeout(resolve, 2));
      execFileSync('mv', [out, `${out}-away`]);
      const { status, stderr } = await running.result;
      expect(status).toBe(2);
      expect(stderr).toMatch(/^lectern: The export folder .* no longer exists\. .*\.\n$/);
      expect(existsSync(out)).toBe(false);
      expectWhole(`${out}-away`);
    });
  });
});
