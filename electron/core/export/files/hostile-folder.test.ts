// Folders for audio as a stranger may have packed them, and files that come while an export is at work.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ExportProblem, exportProblemSchema } from '../../../../shared/model/export/export-problem.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { ExportError } from '../export-error.ts';
import type { ExportLine } from '../plan/export-line.ts';
import { previewLineFiles } from '../preview-export.ts';
import { exportLineFiles, inFolder, type LineFilesOptions, type LineFilesReport } from '../testing/write-plans.ts';
import { pinnedDisk } from './disk.ts';
import { type Manifest, readManifest } from './line-list.ts';

const SECRET = 'what its owner alone may read';

let home: string;
let out: string;
let secret: string;
let elsewhere: string;
let before: unknown;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-hostile-'));
  out = join(home, 'out');
  secret = join(home, 'secret');
  elsewhere = join(home, 'elsewhere');
  writeFileSync(secret, SECRET);
  mkdirSync(elsewhere);
  for (const name of ['mine.txt', '1.part', 'parked-0-mine.wav', '01.wav'])
    writeFileSync(join(elsewhere, name), SECRET);
  mkdirSync(join(out, 'Play.lectern'), { recursive: true });
  writeFileSync(join(out, 'Play.lectern', 'project.db'), SECRET);
  before = outside();
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** What no export may touch, with the moments of its changes. */
function outside() {
  const state = (path: string) => {
    const { ino, mtimeMs } = statSync(path);
    return { ino, mtimeMs, content: readFileSync(path, 'utf8') };
  };
  const names = readdirSync(elsewhere);
  return {
    secret: state(secret),
    project: state(join(out, 'Play.lectern', 'project.db')),
    elsewhere: names.map((name) => [name, state(join(elsewhere, name))]),
  };
}

function line(id: number, audio = `audio of ${id}`): ExportLine {
  const audioHash = createHash('sha256').update(audio).digest('hex');
  const audioPath = join(home, 'takes', audioHash);
  mkdirSync(dirname(audioPath), { recursive: true });
  writeFileSync(audioPath, audio);
  const named = { id, number: id, numberInChapter: id, chapterNumber: 1, chapterTitle: 'Act', roles: ['LANE'] };
  const take = { takeId: audio.length * 100 + id, audioPath, audioHash, format: 'wav' as const };
  return { ...named, ...take, durationSeconds: 1, text: `Words ${id}`, renderKey: 'key' };
}

const optionsOf = (lines: readonly ExportLine[], change: Partial<LineFilesOptions>): LineFilesOptions => ({
  outDir: out,
  projectId: 'p1',
  projectName: 'Earnest',
  lines,
  template: '{line}',
  format: 'wav',
  openAudio: ({ audioPath }) => open(audioPath),
  convert: async (audio, file) => {
    await file.writeFile(await audio.readFile());
    return { heldBackDb: 0 };
  },
  clock: new FakeClock(),
  concurrency: 1,
  ...change,
});

const run = (lines: readonly ExportLine[], change: Partial<LineFilesOptions> = {}): Promise<LineFilesReport> =>
  exportLineFiles(optionsOf(lines, change));

/** Exports twice, and looks before. @returns why it was refused */
async function useFolder(template = 'act/{line}'): Promise<ExportProblem[]> {
  const refused: ExportProblem[] = [];
  const lines = [line(1, 'another take'), line(2)];
  for (const work of [
    () => previewLineFiles(inFolder({ ...optionsOf(lines, { template }), lines })),
    () => run(lines, { template }),
    () => run([line(1), line(3)], { template: `${template}-{words}` }),
  ]) {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ExportError)) throw error;
      expect(exportProblemSchema.parse(error.problem)).toEqual(error.problem);
      refused.push(error.problem);
    }
  }
  return refused;
}

const rowFor = (file: string): Manifest['files'][number] => ({
  file,
  line: 1,
  number: 1,
  numberInChapter: 1,
  chapter: 1,
  chapterTitle: null,
  roles: [],
  text: '',
  durationSeconds: 1,
  sizeBytes: SECRET.length,
  sha256: createHash('sha256').update(SECRET).digest('hex'),
  take: 1,
  audioHash: '',
  renderKey: '',
  format: 'wav',
  treatment: '',
  modifiedMs: 0,
});

function writeJournal(...entries: unknown[]): void {
  mkdirSync(join(out, '.lectern-export.tmp'), { recursive: true });
  const rows = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  writeFileSync(join(out, '.lectern-export.tmp', 'journal.jsonl'), rows);
}

const project = { id: 'p1', name: 'Earnest' };
const REACHING = [
  ...['../secret', '../elsewhere/mine.txt', 'Play.lectern/project.db', './../secret', 'act/../../secret'],
  ...['link/mine.txt', 'PLAY.LECTERN/project.db', '.lectern-export.lock', 'manifest.json'],
];

describe('a journal of a killed export that lies', () => {
  it.each(REACHING)('moves nothing where it plans %s', async (file) => {
    symlinkSync(elsewhere, join(out, 'link'));
    writeJournal({ step: 'plan', project, files: [file], parked: [] });
    await useFolder();
    expect(outside()).toEqual(before);
  });

  it.each(REACHING)('moves nothing where it says that %s is done or parked', async (file) => {
    symlinkSync(elsewhere, join(out, 'link'));
    writeJournal({ step: 'plan', project, files: [], parked: [rowFor(file)] }, { step: 'done', rows: [rowFor(file)] });
    await useFolder();
    expect(outside()).toEqual(before);
  });
});

it.each(REACHING)('a manifest that owns %s moves nothing', async (file) => {
  symlinkSync(elsewhere, join(out, 'link'));
  const manifest = { lectern: 'line-files', version: 1, project, exportedAt: '', template: '{line}', format: 'wav' };
  writeFileSync(join(out, 'manifest.json'), JSON.stringify({ ...manifest, tableSha256: null, files: [rowFor(file)] }));
  await useFolder();
  expect(outside()).toEqual(before);
});

describe.runIf(process.platform !== 'win32')('an entry that is none of Lectern’s', () => {
  const FILES = ['manifest.json', 'manifest.csv', '.lectern-export.lock', '.lectern-export.lock-journal', 'act'];
  const FOLDERS = ['.lectern-export.tmp', 'bin', 'act'];

  it.each(FILES)('%s as a link or a second name leaves the file that it leads to', async (name) => {
    symlinkSync(secret, join(out, name));
    await useFolder();
    expect(outside()).toEqual(before);
    rmSync(join(out, name), { recursive: true });
    linkSync(secret, join(out, name));
    await useFolder();
    expect(outside()).toEqual(before);
  });

  it.each([...FILES, '.lectern-export.tmp', 'bin'])('%s as a pipe keeps no reader waiting', async (name) => {
    spawnSync('mkfifo', [join(out, name)]);
    await useFolder();
    expect(outside()).toEqual(before);
  });

  it.each(FOLDERS)('%s as a link leaves the folder that it leads to', async (name) => {
    await run([line(1)], { template: 'act/{line}' });
    rmSync(join(out, name), { recursive: true, force: true });
    symlinkSync(elsewhere, join(out, name));
    await useFolder();
    expect(outside()).toEqual(before);
  });

  it('the journal as a link, or a second name, leaves the file that it leads to', async () => {
    mkdirSync(join(out, '.lectern-export.tmp'));
    symlinkSync(secret, join(out, '.lectern-export.tmp', 'journal.jsonl'));
    expect(await useFolder()).not.toEqual([]);
    rmSync(join(out, '.lectern-export.tmp', 'journal.jsonl'));
    linkSync(secret, join(out, '.lectern-export.tmp', 'journal.jsonl'));
    await useFolder();
    expect(outside()).toEqual(before);
  });
});

describe('names that lead into a project', () => {
  it.each(['Play.lectern/{line}', 'Play.lectern/takes/{line}', 'a/New.LECTERN/{line}', '{project}.lectern/{line}'])(
    '%s are refused',
    async (template) => {
      await expect(run([line(1)], { template, projectName: 'Play' })).rejects.toMatchObject({ kind: 'inside-project' });
      await expect(
        previewLineFiles(inFolder({ ...optionsOf([], { template }), lines: [line(1)] })),
      ).rejects.toMatchObject({
        kind: 'inside-project',
      });
      expect(outside()).toEqual(before);
      expect(readdirSync(join(out, 'Play.lectern'))).toEqual(['project.db']);
    },
  );
});

describe('a folder that was found before the run', () => {
  const found = async () => {
    const place = join(home, 'chosen');
    mkdirSync(place);
    return { place, disk: await pinnedDisk(place) };
  };

  it('is not left through a link that took its name, nor for another folder', async () => {
    for (const put of [(place: string) => symlinkSync(elsewhere, place), (place: string) => mkdirSync(place)]) {
      const { place, disk } = await found();
      renameSync(place, `${place}.away`);
      put(place);
      const exported = exportLineFiles(optionsOf([line(1)], { outDir: place }), disk);
      await expect(exported).rejects.toMatchObject({ kind: 'folder-replaced', path: place });
      expect(readdirSync(`${place}.away`)).toEqual([]);
      expect(outside()).toEqual(before);
      rmSync(place, { recursive: true });
      rmSync(`${place}.away`, { recursive: true });
    }
  });

  it('is made again by the export if it was deleted', async () => {
    const { place, disk } = await found();
    rmSync(place, { recursive: true });
    expect(await exportLineFiles(optionsOf([line(1)], { outDir: place }), disk)).toMatchObject({ written: 1 });
  });
});

describe('a file that comes while an export is at work', () => {
  /** Puts files at the names that are about to be given. */
  const intrude = (change: Partial<LineFilesOptions> = {}, only = /./): Partial<LineFilesOptions> => ({
    ...change,
    onProgress({ done, file }) {
      const path = join(out, ...file.split('/'));
      if (done < 10 && only.test(file) && !statSync(path, { throwIfNoEntry: false })) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, `theirs ${file}`);
      }
    },
  });

  it('stays, and the line’s file takes another name', async () => {
    const report = await run([line(1), line(2)], intrude({}, /^0\d\.wav$/));
    expect(readFileSync(join(out, '01.wav'), 'utf8')).toBe('theirs 01.wav');
    expect(report).toMatchObject({ written: 2, failed: [], files: ['01 (2).wav', '02 (2).wav'] });
    expect(report.notices).toContainEqual({ kind: 'renamed', file: '01 (2).wav', files: 2 });
    expect(readFileSync(join(out, '02 (2).wav'), 'utf8')).toBe('audio of 2');
    expect((await readManifest(out))?.files.map(({ file }) => file)).toEqual(['01 (2).wav', '02 (2).wav']);
    // They are ours from now on; the others never are.
    expect(await run([line(1), line(2)])).toMatchObject({ unchanged: 2, written: 0 });
    expect(readFileSync(join(out, '01.wav'), 'utf8')).toBe('theirs 01.wav');
  });

  it('and is a manifest ends the export, which says so, and the next one goes on', async () => {
    const stopped = run([line(1), line(2)], {
      onProgress({ done, total }) {
        if (done === total) writeFileSync(join(out, 'manifest.json'), '{"name":"theirs"}');
      },
    });
    await expect(stopped).rejects.toMatchObject({ kind: 'foreign-manifest' });
    expect(readFileSync(join(out, 'manifest.json'), 'utf8')).toBe('{"name":"theirs"}');
    rmSync(join(out, 'manifest.json'));
    expect(await run([line(1), line(2)])).toMatchObject({ unchanged: 2, written: 0 });
  });

  it('is never written over, though another process puts one at every name that it can', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => line(index + 1));
    const names = lines.map(({ number }) => join(out, `${String(number).padStart(3, '0')}.wav`));
    const intruder = spawn(process.execPath, ['-e', INTRUDER, ...names], { stdio: ['ignore', 'pipe', 'inherit'] });
    const came: string[] = [];
    const rows = createInterface({ input: intruder.stdout });
    rows.on('line', (name) => came.push(name));
    await once(rows, 'line');
    // The names that were there already are not planned: it is about those that come later.
    const report = await run(lines, { concurrency: 4 });
    intruder.kill();
    await once(intruder, 'close');
    expect(report.files).toHaveLength(120);
    expect(came.length).toBeGreaterThan(0);
    for (const name of came) expect(readFileSync(name, 'utf8')).toBe('theirs');
    for (const file of report.files) expect(readFileSync(join(out, file), 'utf8')).toMatch(/^audio of/);
  });
});

/** Puts a file at one name after the other, wherever nothing stands. */
const INTRUDER = `
  const { writeFileSync } = require('node:fs');
  const names = process.argv.slice(1);
  const next = () => {
    const [name = ''] = names.splice(Math.floor(Math.random() * names.length), 1);
    try {
      writeFileSync(name, 'theirs', { flag: 'wx' });
      console.log(name);
    } catch {}
    setTimeout(next, names.length > 0 ? 1 : 1000);
  };
  next();
`;
