// An export to a folder that others use too: files that are held, a folder that vanishes, and what is told of it.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import type { ExportLine } from '../plan/export-line.ts';
import {
  exportLineFiles,
  type LineFilesOptions,
  type LineFilesReport,
  type LineProgress,
} from '../testing/write-plans.ts';
import { type Disk, folderDisk } from './disk.ts';
import { readManifest } from './line-list.ts';

let home: string;
let out: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-faults-'));
  out = join(home, 'out');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function line(id: number, audio = `audio of ${id}`, seconds = 1): ExportLine {
  const audioHash = createHash('sha256').update(audio).digest('hex');
  const audioPath = join(home, 'takes', audioHash);
  mkdirSync(dirname(audioPath), { recursive: true });
  writeFileSync(audioPath, audio);
  const named = { id, number: id, numberInChapter: id, chapterNumber: 1, chapterTitle: 'Act', roles: ['LANE'] };
  const take = { takeId: audio.length * 100 + id, audioPath, audioHash, format: 'wav' as const };
  return { ...named, ...take, durationSeconds: seconds, text: `Words ${id}`, renderKey: 'key' };
}

/** The machine's disk, on which another program holds these files as Windows has it: they can't be moved or replaced. */
function diskHolding(held: ReadonlySet<string>): Disk {
  const disk = folderDisk(out);
  const unlessHeld = (syscall: string, paths: readonly string[]) => {
    const path = paths.find((each) => held.has(each));
    if (path === undefined) return;
    throw Object.assign(new Error(`EBUSY: resource busy or locked, ${syscall} '${path}'`), {
      code: 'EBUSY',
      syscall,
      path,
    });
  };
  return {
    ...disk,
    // A second name is to be had; the file itself stays.
    async remove(path) {
      unlessHeld('unlink', [path]);
      await disk.remove(path);
    },
    async rename(from, to) {
      unlessHeld('rename', [from, to]);
      await disk.rename(from, to);
    },
  };
}

const run = (lines: readonly ExportLine[], change: Partial<LineFilesOptions> = {}, disk: Disk = folderDisk(out)) =>
  exportLineFiles(
    {
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
    },
    disk,
  );

const wavs = () => readdirSync(out).filter((name) => name.endsWith('.wav'));

describe('a file that another program holds', () => {
  it('fails on its own line, and the next export goes on', async () => {
    await run([line(1), line(2), line(3)]);
    const better = [line(1), line(2, 'a better take'), line(3, 'another better take')];
    const report = await run(better, {}, diskHolding(new Set([join(out, '02.wav')])));
    expect(report).toMatchObject({ written: 1, unchanged: 1, files: ['01.wav', '03.wav'] });
    expect(report.failed).toEqual([
      {
        file: '02.wav',
        lineId: null,
        lines: [2],
        reason: { kind: 'file-in-use', file: '02.wav' },
        damagedAudio: null,
      },
    ]);
    expect(report.notices).toContainEqual({ kind: 'not-binned', file: '02.wav', files: 1 });
    expect(readFileSync(join(out, '02.wav'), 'utf8')).toBe('audio of 2');
    expect(readdirSync(out)).not.toContain('.lectern-export.tmp');
    // It is still listed as ours, with the take that it always had.
    expect((await readManifest(out))?.files.find(({ file }) => file === '02.wav')).toMatchObject({ take: 1002 });
    expect(await run(better)).toMatchObject({
      written: 1,
      unchanged: 2,
      failed: [],
      files: ['01.wav', '02.wav', '03.wav'],
    });
    expect(readFileSync(join(out, '02.wav'), 'utf8')).toBe('a better take');
  });

  it('that no line has any more stays, and goes to the bin later', async () => {
    await run([line(1), line(2)]);
    const report = await run([line(1)], {}, diskHolding(new Set([join(out, '02.wav')])));
    expect(report).toMatchObject({ unchanged: 1, binned: 0, failed: [] });
    expect(wavs()).toEqual(['01.wav', '02.wav']);
    expect(await run([line(1)])).toMatchObject({ binned: 1 });
    expect(wavs()).toEqual(['01.wav']);
  });

  it('and is only to get another name ends the export, which names it', async () => {
    await run([line(1), line(2)]);
    const held = diskHolding(new Set([join(out, '02.wav')]));
    await expect(run([line(1), line(2)], { template: 'x{line}' }, held)).rejects.toMatchObject({
      kind: 'file-in-use',
      path: join(out, '02.wav'),
    });
    expect(await run([line(1), line(2)], { template: 'x{line}' })).toMatchObject({ written: 0, failed: [] });
    expect(wavs()).toEqual(['x01.wav', 'x02.wav']);
  });
});

describe('a folder that vanishes', () => {
  it('ends the export with what was done, and says so', async () => {
    let stopped: LineFilesReport | null = null;
    const exported = run([line(1), line(2), line(3)], {
      onProgress: ({ done, file }) => {
        if (done === 1 && file === '02.wav') rmSync(out, { recursive: true });
      },
      onStopped: (report) => {
        stopped = report;
      },
    });
    await expect(exported).rejects.toMatchObject({
      kind: 'folder-gone',
      path: out,
    });
    expect(stopped).toMatchObject({ written: 1, files: ['01.wav'] });
  });
});

describe('what is told of an export', () => {
  it('counts files that fail as done, and goes by the length of their audio', async () => {
    const gone = line(2, 'soon gone', 6);
    rmSync(gone.audioPath);
    const told: LineProgress[] = [];
    await run([line(1, 'a', 2), gone, line(3, 'b', 2)], { onProgress: (progress) => told.push(progress) });
    expect(told).toEqual([
      { done: 0, total: 3, file: '01.wav', share: 0 },
      { done: 1, total: 3, file: '01.wav', share: 0.2 },
      { done: 1, total: 3, file: '02.wav', share: 0.2 },
      { done: 2, total: 3, file: '02.wav', share: 0.8 },
      { done: 2, total: 3, file: '03.wav', share: 0.8 },
      { done: 3, total: 3, file: '03.wav', share: 1 },
    ]);
  });

  it('where it was cancelled is what stands complete', async () => {
    const stop = new AbortController();
    const stopped: LineFilesReport[] = [];
    const options: Partial<LineFilesOptions> = {
      signal: stop.signal,
      onProgress: ({ done }) => {
        if (done === 2) stop.abort(new Error('enough'));
      },
      onStopped: (report) => stopped.push(report),
    };
    await expect(run([line(1), line(2), line(3)], options)).rejects.toThrow('enough');
    expect(stopped).toMatchObject([{ written: 2, files: ['01.wav', '02.wav'], durationSeconds: 2, sizeBytes: 20 }]);
  });

  it('sums up size and length of all its files, of earlier exports too', async () => {
    await run([line(1, 'abc', 1.5)]);
    expect(await run([line(1, 'abc', 1.5), line(2, 'de', 2)])).toMatchObject({
      written: 1,
      unchanged: 1,
      sizeBytes: 5,
      durationSeconds: 3.5,
    });
  });
});
