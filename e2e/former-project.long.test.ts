// A project that an earlier Lectern made, before the first release: it opens with everything in it, changes are
// undone, what is outdated is rendered, and all of it is exported.
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode } from '@lectern/audio';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StudioWorkshop, type TestStudio } from '../electron/studio/testing/test-studio.ts';

const FORMER = fileURLToPath(new URL('./fixtures/projects/former', import.meta.url));

let workshop: StudioWorkshop;
let studio: TestStudio;

beforeEach(async () => {
  workshop = new StudioWorkshop('espeak');
  studio = await workshop.open();
  await studio.ask('connection.useLocal', { plan: null });
  const path = join(workshop.folder, 'Former.lectern');
  cpSync(FORMER, path, { recursive: true });
  expect(await studio.internal('openProject', { path })).toMatchObject({
    name: 'Former',
    moved: true,
    figures: { lines: 6 },
  });
});
afterEach(() => workshop.clear());

async function rows() {
  const { lineIds } = await studio.ask('review.list', { sort: 'script' });
  return studio.ask('review.rows', { lineIds });
}

async function goOn(): Promise<void> {
  await studio.ask('project.confirmPlace', {});
  await studio.ask('project.adoptConnection', {});
}

it('has its lines, decisions, rules and last export', async () => {
  expect(
    (await rows()).map(({ status, take, notes }) => [
      status,
      take?.verdict,
      notes.map(({ text }) => text).join(),
      take?.gainDb,
    ]),
  ).toEqual([
    ['fresh', null, '', 0],
    ['stale', 'approved', '', 0],
    ['unrendered', 'rejected', '', 0],
    ['fresh', null, 'slower', 0],
    ['fresh', null, '', 2],
    ['fresh', null, '', 0],
  ]);
  expect(await studio.ask('pronunciation.rules', {})).toMatchObject([{ from: 'Lane', to: 'Layn' }]);
  expect((await studio.ask('export.state', {})).report).toMatchObject({
    outcome: 'done',
    files: 5,
    leftOut: [{ lineId: 3 }],
  });
});

it('is changed, and each change is undone and redone', async () => {
  await goOn();
  const take = async (at: number) => (await rows())[at]?.take;
  const before = await take(1);
  const takeId = before?.id ?? 0;
  const rejected = await studio.ask('take.setVerdict', { takeId, verdict: 'rejected' });
  const [rule] = await studio.ask('pronunciation.rules', {});
  if (!rule) throw new Error('there is no rule');
  const ruled = await studio.ask('pronunciation.change', { change: { kind: 'remove', rule, at: 0 } });
  expect((await rows()).map(({ status }) => status)).toEqual([
    'fresh',
    'unrendered',
    'unrendered',
    'fresh',
    'fresh',
    'fresh',
  ]);
  await studio.undo(ruled);
  await studio.undo(rejected);
  expect(await take(1)).toEqual(before);
  expect(await studio.ask('pronunciation.rules', {})).toMatchObject([{ from: 'Lane', to: 'Layn' }]);
  await studio.ask('undo.redo', { step: rejected.step ?? '' });
  expect(await take(1)).toMatchObject({ verdict: 'rejected' });
});

it('renders what is outdated or missing, and exports all of it', async () => {
  await goOn();
  studio.forget();
  await studio.ask('production.start', { confirmed: true, replaceApproved: true });
  await studio.until('run-changed', ({ run }) => run.state === 'finished' && run.rendered === 2);
  expect((await rows()).map(({ status, takes }) => [status, takes])).toEqual([
    ['fresh', 1],
    ['fresh', 2],
    ['fresh', 2],
    ['fresh', 1],
    ['fresh', 1],
    ['fresh', 1],
  ]);
  const outDir = join(workshop.folder, 'out');
  const { folderId } = await studio.internal('registerExportFolder', { path: outDir });
  await studio.ask('export.startLines', {
    format: 'wav',
    template: '{line}',
    allowStale: false,
    approvedOnly: false,
    chapterIds: null,
    folderId,
  });
  const { state } = await studio.until('export-changed', (told) => told.state.running === null);
  expect(state.report).toMatchObject({ outcome: 'done', files: 6, leftOut: [] });
  const files = readdirSync(outDir).filter((name) => name.endsWith('.wav'));
  const durations = await Promise.all(
    files.map(async (name) => {
      const { channels, sampleRate } = await decode(readFileSync(join(outDir, name)));
      return (channels[0]?.length ?? 0) / sampleRate;
    }),
  );
  expect(durations).toHaveLength(6);
  expect(Math.min(...durations)).toBeGreaterThan(0.2);
});
