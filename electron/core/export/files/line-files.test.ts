import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AudioFormatError } from '@lectern/audio';
import Papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatChunk, wavFile } from '../../../../packages/audio/testing/wav-bytes.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import type { ExportLine } from '../plan/export-line.ts';
import { filesIn, type LineChange, lineWithAudio } from '../testing/export-lines.ts';
import { exportLineFiles, type LineFilesOptions } from '../testing/write-plans.ts';
import { lockFolder } from './export-location.ts';
import { LOCK_FILE } from './exported-names.ts';
import { readManifest } from './line-list.ts';

let home: string;
let out: string;
const clock = new FakeClock();

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-export-'));
  out = join(home, 'out');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const line = (id: number, change: LineChange = {}) => lineWithAudio(home, id, change);
const files = (folder = out) => filesIn(folder);

function lineOfBytes(id: number, audio: Uint8Array): ExportLine {
  const made = line(id);
  const audioPath = `${made.audioPath}.wav`;
  writeFileSync(audioPath, audio);
  return { ...made, audioPath, audioHash: createHash('sha256').update(audio).digest('hex') };
}

async function run(lines: readonly ExportLine[], change: Partial<LineFilesOptions> = {}) {
  return exportLineFiles({
    outDir: out,
    projectId: 'p1',
    projectName: 'Earnest',
    lines,
    template: '{line}-{role}-{words}',
    format: 'wav',
    openAudio: ({ audioPath }) => open(audioPath),
    convert: async (audio, file, { from, to, treatment }) => {
      const words = treatment ? `${from}>${to} (${treatment.gainDb} dB)` : `${from}>${to}`;
      const heldBackDb = Math.max(0, (treatment?.gainDb ?? 0) - 6);
      await file.writeFile(`${words}:${await audio.readFile('utf8')}`);
      return { heldBackDb };
    },
    clock,
    ...change,
  });
}

describe('exportLineFiles', () => {
  it('corrects the sizes of a streamed WAV take, and leaves one that is cut alone', async () => {
    const format = formatChunk(1, { bits: 16 });
    const streamed = wavFile(
      [format, { id: 'data', body: Uint8Array.of(1, 2, 3, 4), announced: 0x7ffff000 }],
      0x7ffff024,
    );
    const cut = wavFile([format, { id: 'data', body: Uint8Array.of(1, 2, 3, 4), announced: 40 }]);
    const lines = [streamed, cut].map((audio, index) => lineOfBytes(index + 1, audio));
    expect(await run(lines)).toMatchObject({ written: 2, failed: [] });
    const whole = wavFile([format, { id: 'data', body: Uint8Array.of(1, 2, 3, 4) }]);
    const names = readdirSync(out).filter((name) => name.endsWith('.wav'));
    expect(names.map((name) => new Uint8Array(readFileSync(join(out, name))))).toEqual([whole, cut]);
    const again = await run(lines);
    expect(again).toMatchObject({ written: 0, unchanged: 2 });
  });

  it('writes a file for each line, with a manifest and a table', async () => {
    const report = await run([line(1), line(2, { roles: ['ALGERNON', 'LANE'] })]);
    expect(files()).toEqual({
      '01-ALGERNON-Words of line 1, Lane.wav': 'audio of line 1',
      '02-ALGERNON+LANE-Words of line 2, Lane.wav': 'audio of line 2',
    });
    expect(report).toMatchObject({ written: 2, moved: 0, unchanged: 0, binned: 0, failed: [], notices: [] });
    expect(report.files).toEqual(Object.keys(files()));

    const manifest = await readManifest(out);
    expect(manifest?.project).toEqual({ id: 'p1', name: 'Earnest' });
    expect(manifest?.files[1]).toMatchObject({
      file: '02-ALGERNON+LANE-Words of line 2, Lane.wav',
      line: 2,
      roles: ['ALGERNON', 'LANE'],
      text: 'Words of line 2, Lane?',
      durationSeconds: 1.5,
      sizeBytes: 15,
      sha256: createHash('sha256').update('audio of line 2').digest('hex'),
      take: 102,
      format: 'wav',
    });
    const table = Papa.parse<Record<string, string>>(readFileSync(join(out, 'manifest.csv'), 'utf8'), {
      header: true,
      skipEmptyLines: true,
    });
    expect(table.data.map((row) => row['text'])).toEqual(['Words of line 1, Lane?', 'Words of line 2, Lane?']);
  });

  it('lists no words, roles or titles that a spreadsheet takes for a formula', async () => {
    const bad = '=HYPERLINK("http://x")\nmore';
    await run([line(1, { text: bad, roles: ['@SUM(A1)'], chapterTitle: '+1' }), line(2, { text: '-1' })]);
    const { data } = Papa.parse<string[]>(readFileSync(join(out, 'manifest.csv'), 'utf8').trimEnd());
    for (const cell of data.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    expect(data.flat()).toEqual(expect.arrayContaining([`'${bad}`, "'@SUM(A1)", "'+1", "'-1"]));
  });

  it('converts only where the take has another format', async () => {
    await run([line(1), line(2, { format: 'mp3' })], { format: 'mp3' });
    expect(files()).toEqual({
      '01-ALGERNON-Words of line 1, Lane.mp3': 'wav>mp3:audio of line 1',
      '02-ALGERNON-Words of line 2, Lane.mp3': 'audio of line 2',
    });
  });

  it('writes nothing a second time', async () => {
    await run([line(1), line(2)]);
    const before = readdirSync(out).map((name) => [name, statSync(join(out, name)).mtimeMs]);
    await clock.advance(60_000);
    expect(await run([line(1), line(2)])).toMatchObject({ written: 0, unchanged: 2, binned: 0 });
    expect(readdirSync(out).map((name) => [name, statSync(join(out, name)).mtimeMs])).toEqual(before);
  });

  it('puts what it replaces or no longer makes into the bin', async () => {
    await run([line(1), line(2), line(3)]);
    const report = await run([line(1), line(2, { audio: 'a better take', takeId: 7 })]);
    expect(report).toMatchObject({ written: 1, unchanged: 1, binned: 2 });
    expect(report.notices).toEqual([{ kind: 'binned', files: 2, folder: report.binFolder }]);
    expect(files()).toEqual({
      '01-ALGERNON-Words of line 1, Lane.wav': 'audio of line 1',
      '02-ALGERNON-Words of line 2, Lane.wav': 'a better take',
      [`${report.binFolder}/02-ALGERNON-Words of line 2, Lane.wav`]: 'audio of line 2',
      [`${report.binFolder}/03-ALGERNON-Words of line 3, Lane.wav`]: 'audio of line 3',
    });
  });

  const plain = { trimStartSeconds: 0, trimEndSeconds: 0, gainDb: 0 };

  it('copies a take to the bit where its trim and gain are none', async () => {
    await run([line(1, { treatment: plain })]);
    expect(files()).toEqual({ '01-ALGERNON-Words of line 1, Lane.wav': 'audio of line 1' });
    expect((await readManifest(out))?.files[0]).toMatchObject({ treatment: '', durationSeconds: 1.5 });
  });

  it('has a take treated where it is trimmed or has a gain, and says so in the manifest', async () => {
    await run([line(1, { treatment: { trimStartSeconds: 0.25, trimEndSeconds: 0.5, gainDb: -3 } })]);
    expect(files()).toEqual({ '01-ALGERNON-Words of line 1, Lane.wav': 'wav>wav (-3 dB):audio of line 1' });
    expect((await readManifest(out))?.files[0]).toMatchObject({
      treatment: '0.25 s off the start, 0.5 s off the end, gain -3 dB',
      durationSeconds: 0.75,
    });
  });

  it('rewrites a file when the treatment of the same take changes, and only then', async () => {
    await run([line(1)]);
    const louder = line(1, { treatment: { ...plain, gainDb: 2 } });
    expect(await run([louder])).toMatchObject({ written: 1, binned: 1, notices: [{ kind: 'binned' }] });
    expect(await run([louder])).toMatchObject({ written: 0, unchanged: 1 });
    for (const change of [{ trimStartSeconds: 0.1 }, { trimEndSeconds: 0.1 }, { gainDb: 2.5 }, {}]) {
      const treatment = { ...plain, ...change };
      expect(await run([line(1, { treatment })])).toMatchObject({ written: 1, binned: 1 });
    }
    expect(files()).toMatchObject({ '01-ALGERNON-Words of line 1, Lane.wav': 'audio of line 1' });
  });

  it('says which gains were held back', async () => {
    const lines = [1, 2, 3].map((id) => line(id, { treatment: { ...plain, gainDb: 5 + id } }));
    const { notices } = await run(lines);
    const heldBack = [
      { label: '1.2', decibels: 1 },
      { label: '1.3', decibels: 2 },
    ];
    expect(notices).toEqual([{ kind: 'held-back', lines: heldBack }]);
  });

  it('moves files whose names change, also where each takes the other’s place', async () => {
    const template = 'act/{line}';
    await run([line(1), line(2), line(3)], { template });
    const times = new Map(Object.keys(files()).map((name) => [files()[name], statSync(join(out, name)).mtimeMs]));
    const turned = [line(3, { number: 1 }), line(1, { number: 2 }), line(2, { number: 3 })];
    expect(await run(turned, { template })).toMatchObject({ written: 0, moved: 3, binned: 0 });
    expect(files()).toEqual({
      'act/01.wav': 'audio of line 3',
      'act/02.wav': 'audio of line 1',
      'act/03.wav': 'audio of line 2',
    });
    for (const [name, audio] of Object.entries(files()))
      expect(statSync(join(out, name)).mtimeMs).toBe(times.get(audio));
    await run(turned, { template: 'scene/{line}' });
    expect(readdirSync(out)).not.toContain('act');
    expect(readdirSync(out)).not.toContain('.lectern-export.tmp');
  });

  it('never touches what is not its own: a line’s file takes another name', async () => {
    mkdirSync(join(out, 'act'), { recursive: true });
    writeFileSync(join(out, 'act', '01.wav'), 'mine');
    writeFileSync(join(out, '02'), 'a file where a folder should be');
    const report = await run([line(1), line(2)], { template: 'act/{line}' });
    expect(files()).toMatchObject({
      'act/01.wav': 'mine',
      'act/01 (2).wav': 'audio of line 1',
      'act/02.wav': 'audio of line 2',
    });
    expect(report.notices).toEqual([{ kind: 'avoided', files: 1 }]);
    expect(await run([line(1), line(2)], { template: 'act/{line}' })).toMatchObject({
      written: 0,
      moved: 0,
      unchanged: 2,
    });
    await run([line(1), line(2)], { template: '{line}/x' });
    expect(files()).toMatchObject({
      'act/01.wav': 'mine',
      '02': 'a file where a folder should be',
      '02 (2)/x.wav': 'audio of line 2',
    });
  });

  it('does not write through a link, nor into the bin', async () => {
    const elsewhere = join(home, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(out);
    symlinkSync(elsewhere, join(out, 'act'));
    await run([line(1)], { template: 'act/{line}' });
    expect(readdirSync(elsewhere)).toEqual([]);
    await run([line(1)], { template: 'BIN/{line}' });
    expect(files()).toHaveProperty('BIN (2)/01.wav');
  });

  it('puts an own file that somebody changed into the bin before it replaces it', async () => {
    await run([line(1), line(2)]);
    const [one = '', two = ''] = Object.keys(files());
    writeFileSync(join(out, one), 'edited by hand');
    utimesSync(join(out, two), 5, 5);
    const report = await run([line(1), line(2)]);
    expect(report).toMatchObject({ written: 1, unchanged: 1, binned: 1 });
    expect(files()).toMatchObject({ [one]: 'audio of line 1', [`${report.binFolder}/${one}`]: 'edited by hand' });
    expect(await run([line(1), line(2)])).toMatchObject({ written: 0, unchanged: 2 });
  });

  it('makes a file again that somebody removed', async () => {
    await run([line(1)]);
    rmSync(join(out, Object.keys(files())[0] ?? ''));
    expect(await run([line(1)])).toMatchObject({ written: 1, binned: 0 });
  });

  it('keeps a table that somebody changed', async () => {
    await run([line(1)]);
    writeFileSync(join(out, 'manifest.csv'), 'my notes');
    const report = await run([line(1)]);
    expect(files()).toMatchObject({ [`${report.binFolder}/manifest.csv`]: 'my notes' });
  });

  it('fails a missing or damaged take on its own line, and leaves no older file in its place', async () => {
    await run([line(1), line(2), line(3)]);
    const missing = line(1, { audio: 'new take', takeId: 9 });
    rmSync(missing.audioPath);
    const damaged = line(2, { audio: 'other take', takeId: 10 });
    writeFileSync(damaged.audioPath, 'rubbish');
    const report = await run([missing, damaged, line(3), line(4, { format: 'mp3' })], {
      convert: () => Promise.reject(new AudioFormatError('truncated', 'no frames')),
    });
    expect(report.failed.map((failed) => [failed.lineId, failed.reason])).toEqual([
      [1, { kind: 'audio-missing' }],
      [2, { kind: 'audio-changed', path: damaged.audioPath }],
      [4, { kind: 'undecodable', defect: { kind: 'truncated' } }],
    ]);
    expect(report.files).toEqual(['03-ALGERNON-Words of line 3, Lane.wav']);
    expect(Object.keys(files()).filter((name) => !name.startsWith('bin/'))).toEqual(report.files);
  });

  it('refuses the folder of another project, by name', async () => {
    await run([line(1)]);
    await expect(run([line(1)], { projectId: 'p2' })).rejects.toMatchObject({
      name: 'ExportError',
      problem: { kind: 'other-project', project: 'Earnest' },
    });
    expect(Object.keys(files())).toHaveLength(1);
  });

  it('keeps a damaged manifest aside, and loses nothing', async () => {
    await run([line(1)]);
    writeFileSync(join(out, 'manifest.json'), '{"lectern": "line-f');
    await expect(run([line(1)])).rejects.toMatchObject({ kind: 'damaged-manifest' });
    expect(Object.keys(files()).filter((name) => name.includes('.damaged-'))).toHaveLength(2);
    expect(await run([line(1)])).toMatchObject({ written: 1 });
    expect(files()).toMatchObject({
      '01-ALGERNON-Words of line 1, Lane.wav': 'audio of line 1',
      '01-ALGERNON-Words of line 1, Lane (2).wav': 'audio of line 1',
    });
  });

  it('refuses a manifest of a newer version, of somebody else, or one that reaches out of the folder', async () => {
    mkdirSync(out);
    writeFileSync(join(out, 'manifest.json'), '{"lectern": "line-files", "version": 2}');
    await expect(run([])).rejects.toMatchObject({ kind: 'newer-manifest' });
    writeFileSync(join(out, 'manifest.json'), '{"name": "a web app"}');
    await expect(run([])).rejects.toMatchObject({ kind: 'foreign-manifest' });
    rmSync(join(out, 'manifest.json'));
    writeFileSync(join(out, 'manifest.csv'), 'a,b');
    await expect(run([])).rejects.toMatchObject({ kind: 'foreign-manifest' });
    rmSync(join(out, 'manifest.csv'));
    await run([line(1)]);
    const manifest = readFileSync(join(out, 'manifest.json'), 'utf8');
    writeFileSync(join(out, 'manifest.json'), manifest.replace(/"file": "[^"]*"/, '"file": "../escape.wav"'));
    await expect(run([])).rejects.toMatchObject({ kind: 'damaged-manifest' });
  });

  it('keeps two exports into one folder apart', async () => {
    mkdirSync(out);
    const unlock = lockFolder(out);
    await expect(run([line(1)])).rejects.toMatchObject({ kind: 'busy' });
    unlock();
    expect(await run([line(1)])).toMatchObject({ written: 1 });
  });

  it('leaves no lock behind: not after a success, not after a failure, and not that of a killed export', async () => {
    const lock = join(out, LOCK_FILE);
    await run([line(1)]);
    expect(existsSync(lock)).toBe(false);
    const stop = new AbortController();
    const isLockedMeanwhile: boolean[] = [];
    const openAudio = ({ audioPath }: Pick<ExportLine, 'audioPath'>) => {
      isLockedMeanwhile.push(existsSync(lock));
      stop.abort(new Error('stopped'));
      return open(audioPath);
    };
    await expect(
      run([line(1), line(2), line(3)], { openAudio, signal: stop.signal, concurrency: 1 }),
    ).rejects.toThrow();
    expect(isLockedMeanwhile).toContain(true);
    expect(existsSync(lock)).toBe(false);
    // A process that is killed leaves its file, and nothing that holds it.
    writeFileSync(lock, '');
    await run([line(1)]);
    expect(existsSync(lock)).toBe(false);
  });

  it('touches no file of that name that holds something', async () => {
    mkdirSync(out);
    writeFileSync(join(out, LOCK_FILE), 'words of somebody');
    await expect(run([line(1)])).rejects.toMatchObject({ name: 'ExportError' });
    expect(readFileSync(join(out, LOCK_FILE), 'utf8')).toBe('words of somebody');
  });

  it('says what is wrong with the template or the place', async () => {
    await expect(run([], { template: '{lin}' })).rejects.toMatchObject({
      problem: { kind: 'template', template: '{lin}', problem: { kind: 'unknown-field', field: 'lin' } },
    });
    writeFileSync(out, 'a file');
    await expect(run([])).rejects.toMatchObject({ kind: 'not-a-folder' });
    await expect(run([], { outDir: join(out, 'below') })).rejects.toMatchObject({ kind: 'not-a-folder' });
    rmSync(out);
    mkdirSync(out);
    await run([line(1)]);
    writeFileSync(join(out, 'bin'), 'in the way');
    await expect(run([])).rejects.toMatchObject({ kind: 'unwritable', problem: { because: 'bin' } });
    renameSync(join(out, 'bin'), join(home, 'bin'));
    expect(await run([])).toMatchObject({ binned: 1 });
  });

  it('ends between two files when it is told to, and goes on where it was', async () => {
    const stop = new AbortController();
    const lines = [1, 2, 3, 4, 5, 6].map((id) => line(id));
    const reason = new Error('interrupted');
    const onProgress = ({ done }: { done: number }) => {
      if (done === 3) stop.abort(reason);
    };
    await expect(run(lines, { signal: stop.signal, onProgress, concurrency: 1 })).rejects.toBe(reason);
    expect((await readManifest(out))?.files.map((row) => row.file)).toEqual(Object.keys(files()));
    expect(Object.keys(files())).toHaveLength(3);
    expect(await run(lines)).toMatchObject({ written: 3, unchanged: 3, binned: 0 });
  });

  it('takes lines from a stream', async () => {
    async function* stream() {
      yield line(1);
      yield line(2);
    }
    expect(await run([], { lines: stream() })).toMatchObject({ written: 2 });
  });
});
