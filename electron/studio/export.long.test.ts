// Exports as the window asks for them: what is foreseen, made, reported and remembered.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExportOptions } from '../../shared/model/export/export.ts';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

const OPTIONS: ExportOptions = {
  format: 'wav',
  template: '{line}',
  allowStale: false,
  approvedOnly: false,
  chapterIds: null,
};

let workshop: StudioWorkshop;
let studio: TestStudio;
let outDir: string;
let folderId: string;

beforeEach(async () => {
  workshop = new StudioWorkshop();
  studio = await workshop.openWith(EXCERPT);
  await studio.ask('production.start', {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished');
  outDir = join(workshop.folder, 'out');
  ({ folderId } = await studio.internal('registerExportFolder', { path: outDir }));
  studio.forget();
});
afterEach(() => workshop.clear());

const ended = async () => (await studio.until('export-changed', ({ state }) => state.running === null)).state;

async function exportNow(options: Partial<ExportOptions> = {}) {
  studio.forget();
  await studio.ask('export.startLines', { ...OPTIONS, ...options, folderId });
  return (await ended()).report;
}

describe('an export', () => {
  it('is foreseen, made, and remembered with its report over the next start', async () => {
    expect(await studio.ask('export.state', {})).toEqual({
      running: null,
      report: null,
      latest: null,
      finished: null,
      choices: [],
    });
    const names = await studio.ask('export.previewNames', { ...OPTIONS, template: '{line}-{role}' });
    expect(names).toMatchObject({
      problem: null,
      names: [
        { which: 'first', line: '1.1', name: '01-NARRATOR.wav' },
        { which: 'longest', line: '1.1', name: '01-NARRATOR.wav' },
        { which: 'last', line: '2.2', name: '06-LANE.wav' },
      ],
      collisions: { count: 0 },
      cut: { count: 0 },
    });
    const before = await studio.ask('export.previewLines', { ...OPTIONS, folderId });
    expect(before).toMatchObject({
      lines: { inScope: 6, exported: 6, withoutTake: 0 },
      hasPauseMarks: false,
      folder: { ok: true, isNew: true, written: 6, kept: 0, binned: 0 },
    });
    const report = await exportNow();
    expect(report).toMatchObject({ outcome: 'done', files: 6, written: 6, failedLines: 0, outDir });
    expect(report?.sizeBytes).toBe(before.sizeBytes);
    expect(report?.durationSeconds).toBeCloseTo(before.durationSeconds, 6);
    expect(studio.notices).toContainEqual({
      kind: 'export-finished',
      project: 'Play',
      outcome: 'done',
      files: 6,
      failed: 0,
      leftOut: 0,
      problem: null,
    });
    const { path } = (await studio.ask('project.current', {})) ?? { path: '' };
    await studio.ask('project.close', {});
    const again = await workshop.open();
    await again.internal('openProject', { path });
    expect(await again.ask('export.state', {})).toMatchObject({
      report,
      latest: { options: OPTIONS, folder: { path: outDir } },
    });
  });

  it('goes by itself to no folder that was not chosen on this machine, whatever the project says', async () => {
    await exportNow();
    const { path } = (await studio.ask('project.current', {})) ?? { path: '' };
    await studio.ask('project.close', {});
    const elsewhere = join(workshop.folder, 'elsewhere');
    const database = new DatabaseSync(join(path, 'project.db'));
    const row = database.prepare('SELECT last_export FROM project').get();
    const changed = String(row?.['last_export']).replaceAll(outDir, elsewhere);
    database.prepare('UPDATE project SET last_export = ?').run(changed);
    database.close();
    await studio.internal('openProject', { path });
    expect((await studio.ask('export.state', {})).latest).toEqual({ options: OPTIONS, folder: null });
    expect(await studio.internal('locate', { what: 'export' })).toEqual({ path: null });
  });

  it('names that are wrong, the same or too long are said, each with examples', async () => {
    const ask = (template: string) => studio.ask('export.previewNames', { ...OPTIONS, template });
    expect((await ask('{line}/{x}')).problem).toMatchObject({ from: 7, to: 10 });
    expect((await ask('')).problem).toMatchObject({ what: { kind: 'empty' } });
    expect((await ask('{role}')).collisions).toEqual({
      count: 3,
      examples: [
        { line: '1.4', name: 'ALGERNON (2).wav' },
        { line: '2.1', name: 'NARRATOR (2).wav' },
        { line: '2.2', name: 'LANE (2).wav' },
      ],
    });
    expect((await ask(`{line}${'x'.repeat(300)}`)).cut).toMatchObject({ count: 6 });
  });

  it('of chosen chapters, of what was approved, and of nothing at all', async () => {
    const [first, second] = await studio.ask('project.chapters', {});
    const chapterIds = [second?.id ?? 0];
    expect(await exportNow({ chapterIds })).toMatchObject({ files: 2 });
    // Its number is the one that it has in the whole script.
    expect(readdirSync(outDir).filter((name) => name.endsWith('.wav'))).toEqual(['05.wav', '06.wav']);
    expect(await exportNow({ chapterIds: [first?.id ?? 0] })).toMatchObject({ files: 4, binned: 2 });
    const { lineIds } = await studio.ask('review.list', { sort: 'script' });
    const [row] = await studio.ask('review.rows', { lineIds: lineIds.slice(2, 3) });
    await studio.ask('take.setVerdict', { takeId: row?.take?.id ?? 0, verdict: 'approved' });
    expect(await exportNow({ approvedOnly: true })).toMatchObject({ files: 1 });
    const { lines } = await studio.ask('export.previewLines', { ...OPTIONS, approvedOnly: true, folderId: null });
    expect(lines).toMatchObject({ exported: 1, notApproved: 5 });
    expect(await exportNow({ chapterIds: [] })).toMatchObject({ files: 0, binned: 1 });
  });

  it('runs one at a time; a project that is closed during it keeps the files that are complete', async () => {
    await studio.ask('export.startLines', { ...OPTIONS, format: 'mp3', folderId });
    expect(await studio.refusal('export.startLines', { ...OPTIONS, folderId })).toEqual({
      kind: 'busy',
      what: 'export',
    });
    expect(await studio.refusal('project.close', {})).toEqual({ kind: 'busy', what: 'export' });
    const { path } = (await studio.ask('project.current', {})) ?? { path: '' };
    await studio.internal('quit', {});
    const again = await workshop.open();
    await again.internal('openProject', { path });
    const { report } = await again.ask('export.state', {});
    expect(report).toMatchObject({ outcome: 'closed', failedLines: 0 });
    expect(report?.files).toBeLessThan(6);
    const chosen = await again.internal('registerExportFolder', { path: outDir });
    again.forget();
    await again.ask('export.startLines', { ...OPTIONS, format: 'mp3', folderId: chosen.folderId });
    const { state } = await again.until('export-changed', (told) => told.state.running === null);
    expect(state.report).toMatchObject({ outcome: 'done', files: 6, unchanged: report?.files });
  });

  it('keeps complete files when cancelled, and the next export writes the rest', async () => {
    studio.forget();
    await studio.ask('export.startLines', { ...OPTIONS, format: 'mp3', folderId });
    await studio.ask('export.cancel', {});
    const { report } = await ended();
    expect(report).toMatchObject({ outcome: 'cancelled', failedLines: 0 });
    const complete = report?.files ?? 0;
    expect(complete).toBeLessThan(6);
    const mp3 = () => readdirSync(outDir).filter((name) => name.endsWith('.mp3'));
    expect(existsSync(outDir) ? mp3() : []).toHaveLength(complete);
    expect(studio.notices).toContainEqual(expect.objectContaining({ kind: 'export-finished', outcome: 'cancelled' }));
    expect(await exportNow({ format: 'mp3' })).toMatchObject({ files: 6, unchanged: complete, written: 6 - complete });
    expect(mp3()).toHaveLength(6);
  });

  it('includes stale lines only on request, and reports pause marks', async () => {
    const [first] = await studio.ask('project.chapters', {});
    const { documentId, revision, text } = await studio.ask('script.open', { chapterId: first?.id ?? null });
    const at = text.indexOf('Lane?') + 'Lane?'.length;
    const changes = [{ from: at, to: at, insert: ' Now.\n\n[pause 2s]' }];
    await studio.ask('script.edit', { documentId, revision, changes });
    const outlook = (allowStale: boolean) =>
      studio.ask('export.previewLines', { ...OPTIONS, allowStale, folderId: null });
    expect(await outlook(false)).toMatchObject({
      lines: { inScope: 6, exported: 5, exportedStale: 0, staleLeftOut: 1 },
      hasPauseMarks: true,
    });
    expect(await outlook(true)).toMatchObject({ lines: { exported: 6, exportedStale: 1, staleLeftOut: 0 } });
    expect(await exportNow()).toMatchObject({
      files: 5,
      leftOut: [{ reason: { kind: 'stale' } }],
      verdict: { kind: 'incomplete', missing: [{ reason: { kind: 'stale' } }] },
    });
    expect(await exportNow({ allowStale: true })).toMatchObject({
      files: 6,
      leftOutLines: 0,
      verdict: { kind: 'incomplete', missingLines: 0, outdated: [{ reason: { kind: 'stale' } }] },
    });
  });

  it('is refused where it can’t be made, before anything is made', async () => {
    const start = async (path: string) => {
      const { folderId: other } = await studio.internal('registerExportFolder', { path });
      const { folder } = await studio.ask('export.previewLines', { ...OPTIONS, folderId: other });
      const refusal = await studio.refusal('export.startLines', { ...OPTIONS, folderId: other });
      expect(folder).toEqual({ ok: false, problem: refusal?.kind === 'export' ? refusal.problem : null });
      expect(folder).toMatchObject({ problem: { path } });
      return refusal;
    };
    const { path } = (await studio.ask('project.current', {})) ?? { path: '' };
    expect(await start(join(path, 'takes', 'out'))).toMatchObject({
      kind: 'export',
      problem: { kind: 'inside-project' },
    });
    const gone = join(workshop.folder, 'drive', 'out');
    expect(await start(gone)).toMatchObject({ kind: 'export', problem: { kind: 'folder-gone', path: gone } });
    expect(readdirSync(workshop.folder)).not.toContain('drive');
    const unknown = await studio.refusal('export.startLines', { ...OPTIONS, folderId: 'of another day' });
    expect(unknown).toEqual({ kind: 'invalid', field: 'folderId', reason: 'unknown' });
  });

  it('names the lines that it left out, with the reason', async () => {
    const report = await exportNow({ approvedOnly: true });
    expect(report).toMatchObject({ outcome: 'done', files: 0, failedLines: 0, leftOutLines: 6 });
    expect(report?.leftOut.map(({ number, reason }) => `${number}: ${reason.kind}`)).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `${number}: not-approved`),
    );
  });

  it('names lines whose audio is gone, which are rendered again only if that is said', async () => {
    const { path } = (await studio.ask('project.current', {})) ?? { path: '' };
    rmSync(join(path, 'takes'), { recursive: true });
    mkdirSync(join(path, 'takes'));
    const { damaged } = await studio.ask('export.previewLines', { ...OPTIONS, folderId: null });
    expect(damaged).toMatchObject({
      count: 6,
      lines: [{ number: 1, label: '1.1', reason: { kind: 'audio-missing' } }, {}, {}, {}, {}, {}],
    });
    const report = await exportNow();
    expect(report).toMatchObject({ outcome: 'done', files: 0, failedLines: 6 });
    expect(report?.failed.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(report?.failed[0]).toMatchObject({ label: '1.1', roles: ['NARRATOR'], words: 'First Act' });
    expect(await studio.ask('production.plan', {})).toMatchObject({ lines: 0, missingAudio: 6, paidAgain: 0 });
    const again = { renderMissing: true };
    expect(await studio.ask('production.plan', again)).toMatchObject({ lines: 6, missingAudio: 0, paidAgain: 6 });
    expect(await studio.ask('export.previewLines', { ...OPTIONS, folderId: null })).toMatchObject({
      damaged: { count: 6 },
    });
    studio.forget();
    await studio.ask('production.start', again);
    const { run } = await studio.until('run-changed', (told) => told.run.state === 'finished');
    expect(run).toMatchObject({ lines: 6, rendered: 6 });
    expect(await exportNow()).toMatchObject({ outcome: 'done', files: 6, written: 6, failedLines: 0 });
  });
});

describe('a preset', () => {
  it('is kept, changed and deleted, each with what brings it back', async () => {
    const { id } = await studio.ask('export.savePreset', { name: 'A', options: OPTIONS, folderId });
    await studio.ask('export.savePreset', { name: 'B', options: OPTIONS, folderId: null });
    const mp3 = { options: { ...OPTIONS, format: 'mp3' as const }, folderId: null };
    const [former] = (await studio.ask('export.presets', {})).presets;
    expect(former).toMatchObject({ name: 'A', options: { format: 'wav' }, folder: { folderId, path: outDir } });
    const changed = await studio.ask('export.changePreset', { id, choice: mp3 });
    expect(changed.presets[0]).toMatchObject({ name: 'A', options: { format: 'mp3' }, folder: null });
    await studio.undo(changed);
    expect((await studio.ask('export.presets', {})).presets[0]).toEqual(former);
    await studio.ask('export.setDefaultPreset', { id });
    const before = await studio.ask('export.presets', {});
    expect(before).toMatchObject({ presets: [{ name: 'A' }, { name: 'B' }], defaultPresetId: id, unreadable: 0 });
    const left = await studio.ask('export.deletePreset', { id });
    expect(left).toMatchObject({ presets: [{ name: 'B' }], defaultPresetId: null });
    await studio.undo(left);
    expect(await studio.ask('export.presets', {})).toEqual(before);
    // A second time changes nothing.
    const again = { step: left.step ?? '' };
    expect(await studio.refusal('undo.undo', again)).toEqual({ kind: 'not-found', what: 'step' });
    expect(await studio.ask('export.presets', {})).toEqual(before);
  });

  it('has a name of its own', async () => {
    const { id } = await studio.ask('export.savePreset', { name: 'Masters', options: OPTIONS, folderId: null });
    await studio.ask('export.savePreset', { name: 'Web', options: OPTIONS, folderId: null });
    const taken = { kind: 'invalid', field: 'presetName', reason: 'taken' };
    expect(await studio.refusal('export.savePreset', { name: 'MASTERS', options: OPTIONS, folderId: null })).toEqual(
      taken,
    );
    expect(await studio.refusal('export.changePreset', { id, name: 'web' })).toEqual(taken);
    const renamed = await studio.ask('export.changePreset', { id, name: 'MASTERS' });
    expect(renamed.presets[0]).toMatchObject({ name: 'MASTERS' });
    await studio.undo(renamed);
    expect((await studio.ask('export.presets', {})).presets[0]).toMatchObject({ name: 'Masters' });
    const nobody = { kind: 'not-found', what: 'preset' };
    expect(await studio.refusal('export.changePreset', { id: 'x', name: 'y' })).toEqual(nobody);
    expect(await studio.refusal('export.deletePreset', { id: 'x' })).toEqual(nobody);
    expect(await studio.refusal('export.setDefaultPreset', { id: 'x' })).toEqual(nobody);
  });

  it('outlives an export', async () => {
    await studio.ask('export.savePreset', { name: 'A', options: OPTIONS, folderId: null });
    await exportNow();
    expect((await studio.ask('export.presets', {})).presets).toMatchObject([{ name: 'A' }]);
  });
});
