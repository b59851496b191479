// Exports for targets as the window asks for them: foreseen, made, measured, reported and remembered.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FilesOptions, FilesTarget } from '../../shared/model/export/target-export.ts';
import { TARGETS } from '../../shared/rules/export/export-targets.ts';
import { copyTarget } from '../../shared/rules/export/own-targets.ts';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

const ALL = { allowStale: false, approvedOnly: false, chapterIds: null };

let workshop: StudioWorkshop;
let studio: TestStudio;
let outDir: string;
let folderId: string;
let exports = 0;

beforeAll(async () => {
  workshop = new StudioWorkshop();
  studio = await workshop.openWith(EXCERPT);
  await studio.ask('production.start', {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished');
});
afterAll(() => workshop.clear());
beforeEach(async () => {
  exports += 1;
  outDir = join(workshop.folder, `out-${exports}`);
  ({ folderId } = await studio.internal('registerExportFolder', { path: outDir }));
  studio.forget();
});

const order = (kind: FilesTarget) => ({ kind, options: ALL, untitled: 'Opening' });

async function made(kind: FilesTarget, sound: Pick<FilesOptions, 'highPass' | 'compression'> = {}) {
  studio.forget();
  await studio.ask('export.startFiles', { ...order(kind), options: { ...ALL, ...sound }, folderId });
  return (await studio.until('export-changed', ({ state }) => state.running === null)).state.finished;
}

describe('an export for a store that bans synthetic narration', () => {
  it('is refused, and writes nothing, until the producer confirms that the store has authorised it', async () => {
    const banned = { kind: 'invalid', field: 'target', reason: 'banned-export' };
    expect(await studio.refusal('export.startFiles', { ...order('acx'), folderId })).toEqual(banned);
    expect((await studio.ask('export.state', {})).running).toBeNull();
    expect(existsSync(outDir)).toBe(false);
    await studio.ask('project.updateSettings', { authorisedTargets: ['acx'] });
    expect(await made('acx')).toMatchObject({ outcome: 'done', written: 2 });
  });
});

describe('an export for a target or another program', () => {
  it('says what becomes of another target’s files in the folder', async () => {
    await made('acx');
    const { folder } = await studio.ask('export.previewFiles', { ...order('m4b'), folderId });
    expect(folder).toMatchObject({ ok: true, isNew: false, former: { files: 2 }, dropped: 2 });
    const report = await made('m4b');
    expect(report).toMatchObject({ kind: 'm4b', files: 1, binned: 2 });
    const [measured] = report?.gate?.files ?? [];
    expect(measured?.figures).toMatchObject({ packedAs: 'aac', sampleRate: 44_100, channels: 1 });
    // The speech of these tests is silence: it has no loudness, and each take is suspicious.
    expect(measured?.rows.filter(({ result }) => result === 'fail')).toMatchObject([
      { kind: 'integratedLufs', value: null },
      { kind: 'take-silent', value: 6, places: [{ line: '1.1' }, {}, {}, {}, {}, { line: '2.2' }] },
    ]);
    expect(report?.made).toEqual([expect.objectContaining({ file: 'Play.m4b', durationSeconds: expect.any(Number) })]);
    expect(readFileSync(join(outDir, 'Play.m4b')).toString('latin1', 4, 8)).toBe('ftyp');
  });

  it('is refused where its files are named by a detail that the book lacks, until it is there', async () => {
    const { files, needs } = await studio.ask('export.previewFiles', { ...order('google-play'), folderId });
    expect([files, needs]).toEqual([null, 'isbn']);
    const refusal = await studio.refusal('export.startFiles', { ...order('google-play'), folderId });
    expect(refusal).toEqual({ kind: 'invalid', field: 'target', reason: 'unusable' });
    expect(existsSync(outDir)).toBe(false);
    const step = await studio.ask('book.change', { change: { isbn: '9780141439600' } });
    const { files: named } = await studio.ask('export.previewFiles', { ...order('google-play'), folderId });
    expect(named?.names).toEqual(['9780141439600_1of2.mp3', '9780141439600_2of2.mp3']);
    await studio.undo(step);
  });

  it('is made again where another sound is chosen, and else left as it is', async () => {
    const sounds = [{}, { highPass: true }, { highPass: true, compression: true }] as const;
    for (const sound of sounds) expect(await made('chapters', sound)).toMatchObject({ written: 2, unchanged: 0 });
    expect(await made('chapters', sounds[2])).toMatchObject({ written: 0, unchanged: 2 });
  });

  it('of the project’s own has its own figures, in the files and in the report; deleted and taken back as any setting', async () => {
    const copy = copyTarget(TARGETS.chapters, 'own-1', 'Radio');
    if (!copy) throw new Error('chapters have no figures');
    const goal = { ...copy.goal, sampleRate: 48_000 as const, channels: 2 as const };
    const radio = { ...copy, files: 'whole' as const, encoding: { codec: 'flac' as const, bits: 24 as const }, goal };
    await studio.ask('project.updateSettings', { ownTargets: [radio] });
    const wanted = { ...order('chapters'), options: { ...ALL, ownTarget: 'own-1' } };
    const { files } = await studio.ask('export.previewFiles', { ...wanted, folderId });
    expect(files?.names).toEqual(['Play.flac']);
    await studio.ask('export.startFiles', { ...wanted, folderId });
    const { state } = await studio.until('export-changed', ({ state: { running } }) => running === null);
    expect(state.finished).toMatchObject({ kind: 'chapters', own: { id: 'own-1', name: 'Radio' }, files: 1 });
    const { figures, rows = [] } = state.finished?.gate?.files[0] ?? {};
    expect(figures).toMatchObject({ packedAs: 'flac', sampleRate: 48_000, channels: 2 });
    expect(state.finished?.gate).toMatchObject({ target: 'chapters', ownName: 'Radio' });
    expect(rows.filter(({ kind }) => kind === 'sampleRate' || kind === 'channels')).toMatchObject([
      { result: 'pass', bound: { min: 48_000, max: 48_000 } },
      { result: 'pass', bound: { min: 2, max: 2 } },
    ]);
    expect(state.choices.filter(({ kind }) => kind === 'chapters').map(({ options }) => options.ownTarget)).toContain(
      'own-1',
    );
    const deleted = await studio.ask('project.updateSettings', { ownTargets: [] });
    const refusal = { kind: 'invalid', field: 'target', reason: 'unusable' };
    expect(await studio.refusal('export.startFiles', { ...wanted, folderId })).toEqual(refusal);
    await studio.undo(deleted);
    expect((await studio.ask('project.current', {}))?.settings.ownTargets).toEqual([radio]);
  });

  it('runs one at a time, and can be cancelled', async () => {
    await studio.ask('export.startFiles', { ...order('chapters'), folderId });
    const busy = { kind: 'busy', what: 'export' };
    expect(await studio.refusal('export.startFiles', { ...order('acx'), folderId })).toEqual(busy);
    await studio.ask('export.cancel', {});
    const { state } = await studio.until('export-changed', ({ state: { running } }) => running === null);
    expect(state.finished).toMatchObject({ kind: 'chapters', outcome: 'cancelled' });
  });

  it('of another program writes its form with the audio that it names', async () => {
    const report = await made('rpp');
    expect(report).toMatchObject({ kind: 'rpp', outcome: 'done', failedLines: 0, leftOutLines: 0, gate: null });
    const names = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
    for (const { file } of report?.made ?? []) expect(names).toContain(file);
    expect(readFileSync(join(outDir, 'Play.rpp'), 'utf8')).toMatch(/^<REAPER_PROJECT/);
  });

  it('of subtitles has one for each file of the chosen target, and leaves these files alone', async () => {
    await made('acx');
    const wanted = { ...order('srt'), options: { ...ALL, timesOf: 'acx' }, folderId };
    const { folder } = await studio.ask('export.previewFiles', wanted);
    expect(folder).toMatchObject({ ok: true, former: { files: 2 }, dropped: 0 });
    studio.forget();
    await studio.ask('export.startFiles', wanted);
    const { state } = await studio.until('export-changed', ({ state: { running } }) => running === null);
    const names = ['01_First Act.srt', '02_Second Act.srt'];
    expect(state.finished?.made.map(({ file }) => file)).toEqual(names);
    const there = readdirSync(outDir);
    for (const name of [...names, '01_First Act.mp3']) expect(there).toContain(name);
    // The room at the start of an ACX file.
    expect(readFileSync(join(outDir, '02_Second Act.srt'), 'utf8')).toMatch(/^1\n00:00:00,750 --> /);
    const unusable = { ...wanted, options: { ...ALL, timesOf: 'gone' } };
    expect(await studio.refusal('export.startFiles', unusable)).toMatchObject({ kind: 'invalid', field: 'target' });
  });

  it('is foreseen, made, measured from its bytes, and remembered over the next start', async () => {
    expect(await studio.ask('export.previewFiles', { ...order('acx'), folderId })).toEqual({
      lines: {
        inScope: 6,
        exported: 6,
        exportedStale: 0,
        withoutTake: 0,
        staleLeftOut: 0,
        notApproved: 0,
        suspicious: 6,
      },
      verdict: {
        kind: 'failed',
        missing: [],
        missingLines: 0,
        outdated: [],
        outdatedLines: 0,
        rows: [
          { kind: 'details', result: 'fail', fields: ['authors', 'narrators'] },
          { kind: 'cover', result: 'fail', fault: 'missing' },
        ],
      },
      files: {
        count: 2,
        chapters: 2,
        durationSeconds: expect.any(Number),
        names: ['01_First Act.mp3', '02_Second Act.mp3'],
      },
      needs: null,
      folder: { ok: true, isNew: true, former: null, dropped: 0 },
    });
    const report = await made('acx');
    expect(report).toMatchObject({ kind: 'acx', outcome: 'done', outDir, files: 2, written: 2, failedLines: 0 });
    expect(readFileSync(join(outDir, '01_First Act.mp3')).toString('latin1', 0, 3)).toBe('ID3');
    const { gate } = report ?? {};
    expect(gate?.target).toBe('acx');
    expect(gate?.files.map(({ file }) => file)).toEqual(['01_First Act.mp3', '02_Second Act.mp3']);
    const rows = new Map(gate?.files[0]?.rows.map((row) => [row.kind, row.result]));
    expect([rows.get('bitrate'), rows.get('constant-bitrate'), rows.get('sampleRate')]).toEqual([
      'pass',
      'pass',
      'pass',
    ]);
    // Silence has no level that could be reached.
    expect(rows.get('rmsDbfs')).toBe('fail');
    expect(gate?.meetsFigures).toBe(false);
    expect(report?.verdict).toMatchObject({
      kind: 'failed',
      rows: [{ kind: 'figures' }, { kind: 'details' }, {}],
    });
    expect(gate?.verdict).toEqual(report?.verdict);
    expect(studio.notices).toContainEqual(
      expect.objectContaining({ kind: 'export-finished', outcome: 'done', files: 2 }),
    );
    expect(await studio.internal('locate', { what: 'finished-export' })).toEqual({ path: outDir });

    const { path } = (await studio.ask('project.current', {})) ?? { path: '' };
    await studio.ask('project.close', {});
    const again = await workshop.open();
    await again.internal('openProject', { path });
    expect(await again.ask('export.state', {})).toMatchObject({
      finished: report,
      choices: expect.arrayContaining([
        { kind: 'acx', options: ALL, folder: { folderId: expect.any(String), path: outDir } },
      ]),
    });
  });
});
