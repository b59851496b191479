// What is foreseen of an export is what the export then does.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { folderDisk } from './files/disk.ts';
import { ExportFolder } from './files/export-folder.ts';
import { beginJournal, type ManifestRow } from './files/line-list.ts';
import type { ExportLine } from './plan/export-line.ts';
import { previewLineFiles } from './preview-export.ts';
import { exportLineFiles, inFolder } from './testing/write-plans.ts';

let home: string;
let out: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-outlook-'));
  out = join(home, 'out');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function line(id: number, audio = `audio of ${id}`): ExportLine {
  const audioHash = createHash('sha256').update(audio).digest('hex');
  const audioPath = join(home, 'takes', audioHash);
  mkdirSync(dirname(audioPath), { recursive: true });
  writeFileSync(audioPath, audio);
  const named = { id, number: id, numberInChapter: id, chapterNumber: 1, chapterTitle: 'Act', roles: ['LANE'] };
  const take = { takeId: audio.length * 100 + id, audioPath, audioHash, format: 'wav' as const, durationSeconds: 1 };
  return { ...named, ...take, text: `Words ${id}`, renderKey: 'key' };
}

const optionsOf = (lines: readonly ExportLine[], template = '{line}') => ({
  outDir: out,
  projectId: 'p1',
  projectName: 'Earnest',
  lines,
  template,
  format: 'wav' as const,
});

const run = (lines: readonly ExportLine[], template?: string) =>
  exportLineFiles({
    ...optionsOf(lines, template),
    openAudio: ({ audioPath }) => open(audioPath),
    convert: async (audio, file) => {
      await file.writeFile(await audio.readFile());
      return { heldBackDb: 0 };
    },
    clock: new FakeClock(),
  });

/** Everything in a folder, with what it holds. */
const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), 'latin1')]),
  );

describe('the outlook of an export', () => {
  it('of a folder that is not there: all is written, and nothing is made by looking', async () => {
    expect(await previewLineFiles(inFolder(optionsOf([line(1), line(2)])))).toMatchObject({
      isNew: true,
      former: null,
      isInterrupted: false,
      foreign: 0,
      kept: 0,
      binned: 0,
      files: ['01.wav', '02.wav'],
    });
    expect(existsSync(out)).toBe(false);
  });

  it('counts what is somebody else’s, and never what is an export’s own', async () => {
    await run([line(1), line(2)]);
    await run([line(1)]);
    mkdirSync(join(out, 'my things'));
    writeFileSync(join(out, 'my things', 'a.txt'), 'x');
    writeFileSync(join(out, '02.wav'), 'mine');
    const outlook = await previewLineFiles(inFolder(optionsOf([line(1), line(2)])));
    expect(outlook).toMatchObject({ foreign: 2, kept: 1, files: ['01.wav', '02 (2).wav'] });
    expect(outlook.former).toEqual({ files: 1, exportedAt: expect.any(String) });
    expect(outlook.notices).toEqual([{ kind: 'avoided', files: 1 }]);
  });

  it('sees an export that was broken off', async () => {
    mkdirSync(out);
    await beginJournal(
      new ExportFolder<ManifestRow>(out, folderDisk(out), 0),
      { id: 'p1', name: 'Earnest' },
      ['01.wav'],
      [],
    );
    expect(await previewLineFiles(inFolder(optionsOf([line(1)])))).toMatchObject({ isInterrupted: true, former: null });
  });

  it('refuses what the export would refuse', async () => {
    await run([line(1)]);
    const other = previewLineFiles(inFolder({ ...optionsOf([line(1)]), projectId: 'p2' }));
    await expect(other).rejects.toMatchObject({ kind: 'other-project' });
    writeFileSync(join(out, 'manifest.json'), '{"mine": true}');
    await expect(previewLineFiles(inFolder(optionsOf([line(1)])))).rejects.toMatchObject({ kind: 'foreign-manifest' });
    writeFileSync(join(out, 'manifest.json'), '{"lectern": "line-files", "ver');
    await expect(previewLineFiles(inFolder(optionsOf([line(1)])))).rejects.toMatchObject({ kind: 'damaged-manifest' });
    expect(readdirSync(out)).toContain('manifest.json');
    rmSync(out, { recursive: true });
    writeFileSync(out, 'a file');
    await expect(previewLineFiles(inFolder(optionsOf([line(1)])))).rejects.toMatchObject({ kind: 'not-a-folder' });
  });

  it('is what the export then does, and changes nothing', async () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 9 });
    const versions = fc.record({
      ids,
      audio: fc.integer({ min: 0, max: 1 }),
      template: fc.constantFrom('{line}', '{id}', 'a/{line}'),
    });
    const spoilt = fc.option(fc.integer({ min: 0, max: 8 }));
    await fc.assert(
      fc.asyncProperty(versions, versions, spoilt, async (before, after, at) => {
        rmSync(out, { recursive: true, force: true });
        const linesOf = ({ ids: chosen, audio }: typeof before) =>
          chosen
            .toSorted((a, b) => a - b)
            .map((id) => line(id, id % 2 === 0 ? `audio of ${id}` : `take ${audio} of ${id}`));
        const { files } = await run(linesOf(before), before.template);
        const touched = at === null ? undefined : files[at];
        if (touched !== undefined) writeFileSync(join(out, touched), 'somebody’s work');
        const stood = contents(out);
        const outlook = await previewLineFiles(inFolder(optionsOf(linesOf(after), after.template)));
        expect(contents(out)).toEqual(stood);
        const report = await run(linesOf(after), after.template);
        expect({
          unchanged: outlook.kept,
          moved: outlook.moved,
          written: outlook.missing.length,
          binned: outlook.binned,
          files: outlook.files,
        }).toEqual({
          unchanged: report.unchanged,
          moved: report.moved,
          written: report.written,
          binned: report.binned,
          files: report.files,
        });
      }),
      { numRuns: rounds(40) },
    );
  });
});
