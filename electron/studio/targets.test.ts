// Exports for targets as the window asks for them: what is foreseen, made, measured, reported and remembered.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AssembledTargetId } from '../../shared/model/delivery-target.ts';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

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

const wish = (target: AssembledTargetId) => ({
  target,
  format: null,
  allowStale: false,
  approvedOnly: false,
  chapterIds: null,
  untitled: 'Opening',
});

const reportOf = async (target: AssembledTargetId) => {
  studio.forget();
  await studio.ask('target.start', { ...wish(target), folderId });
  const { state } = await studio.until('target-changed', ({ state: { running } }) => running === null);
  return state.exports.find(({ options }) => options.target === target)?.report;
};

describe('an export for a target', () => {
  it('is foreseen, makes an M4B of the book, and is remembered over the next start', async () => {
    await studio.ask('book.change', { change: { title: 'Earnest' } });
    const outlook = await studio.ask('target.outlook', { ...wish('m4b'), folderId });
    expect(outlook).toMatchObject({
      lines: { exported: 6, exportedUnapproved: 6, withoutTake: 0 },
      files: { count: 1, named: [{ name: 'Earnest.m4b', chapters: 2 }] },
      folder: { ok: true, isNew: true },
    });
    expect(existsSync(outDir)).toBe(false);
    const report = await reportOf('m4b');
    expect(report).toMatchObject({ outcome: 'done', written: 1, failed: [], leftOutLines: 0 });
    expect(readFileSync(join(outDir, 'Earnest.m4b')).toString('latin1', 4, 8)).toBe('ftyp');
    expect(report?.files[0]?.durationSeconds).toBeCloseTo(outlook.durationSeconds, 6);
    const { path } = (await studio.ask('project.current', {})) ?? { path: '' };
    await studio.ask('project.close', {});
    const again = await workshop.open();
    await again.internal('openProject', { path });
    const state = await again.ask('target.state', {});
    expect(state).toMatchObject({ running: null, latest: 'm4b', exports: [{ folder: { path: outDir }, report }] });
    expect(await again.internal('locate', { what: 'export', target: 'm4b' })).toEqual({ path: outDir });
  });

  it('decodes and measures each file again', async () => {
    const report = await reportOf('chapters');
    const files = readdirSync(outDir).filter((name) => name.endsWith('.mp3'));
    expect(report?.files.map(({ file }) => file)).toEqual(files);
    expect(report?.gate?.files.map(({ file }) => file)).toEqual(files);
    expect(report?.gate?.files.every(({ figures }) => figures?.packedAs === 'mp3')).toBe(true);
  });

  it('says which detail its names need, and what it would name without it', async () => {
    const ask = () => studio.ask('target.outlook', { ...wish('google-play'), folderId: null });
    expect(await ask()).toMatchObject({ needed: 'isbn', files: { count: 0 } });
    await studio.ask('book.change', { change: { isbn: '9780141439600' } });
    expect((await ask()).files.named.map(({ name }) => name)).toEqual([
      '9780141439600_1of2.mp3',
      '9780141439600_2of2.mp3',
    ]);
  });

  it('can be called off, and is one at a time with those of lines', async () => {
    await studio.ask('target.start', { ...wish('m4b'), folderId });
    expect(await studio.refusal('target.start', { ...wish('acx'), folderId })).toEqual({
      kind: 'busy',
      what: 'export',
    });
    const lines = {
      format: 'wav',
      template: '{line}',
      allowStale: false,
      approvedOnly: false,
      chapterIds: null,
    } as const;
    expect(await studio.refusal('export.start', { ...lines, folderId })).toEqual({ kind: 'busy', what: 'export' });
    await studio.ask('target.cancel', {});
    const { state } = await studio.until('target-changed', ({ state: { running } }) => running === null);
    expect(state.exports[0]?.report).toMatchObject({ outcome: 'cancelled', files: [], gate: null });
    expect(await reportOf('m4b')).toMatchObject({ outcome: 'done', written: 1 });
  });
});
