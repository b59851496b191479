import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { invertChanges } from '../../../../node/sqlite/row-changes.ts';
import { DEFAULT_SOUND_SETTINGS } from '../../../../shared/model/cue-sounds.ts';
import { listCues, setCueSound } from '../cues/cue-list.ts';
import { currentRecording, whileRecordingChanges } from '../folder/change-recording.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, outline, save, Workshop } from '../testing/test-project.ts';
import { applyChanges, ChangedSinceError } from './apply-changes.ts';
import { readSnapshotContent } from './snapshot-content.ts';
import { DamagedSnapshotError, listSnapshots, restoreSnapshot, snapshotNow } from './snapshots.ts';

const SHORT = 'ADA: One.\n\nBEN: Two.\n';
const LONG = 'ADA: One, at last.\n\nADA: Three.\n\nBEN: Two.\n';
const RENDERED = ['fresh One, at last.', 'fresh Three.', 'fresh Two.'];

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
});
afterEach(() => workshop.clear());

const take = (made = 1, name = 'Snapshot') => snapshotNow(project.db, { kind: 'named', name }, made);
const restore = (id: number) => restoreSnapshot(project, id, readSnapshotContent(project.db), workshop.clock.now());

function write(text: string): void {
  save(project, text);
  castAll(project);
  giveTakes(project);
}

it('finds the takes of text that is written again after a snapshot was restored', () => {
  write(SHORT);
  const id = take();
  write(LONG);
  expect(outline(project)).toEqual(RENDERED);
  restore(id);
  expect(outline(project)).toEqual(['fresh One.', 'fresh Two.']);
  save(project, LONG);
  expect(outline(project)).toEqual(RENDERED);
});

it('keeps caps and what stores have authorised', () => {
  write(SHORT);
  const id = take();
  project.updateSettings({ characterCap: 100, authorisedTargets: ['acx'], targets: ['acx'] });
  restore(id);
  expect(project.settings()).toMatchObject({ characterCap: 100, authorisedTargets: ['acx'], targets: [] });
});

it('finds the takes of text that is written again after a stored step was undone', async () => {
  write(SHORT);
  const changes = await whileRecordingChanges(() => {
    save(project, LONG);
    return currentRecording()?.take(project.db) ?? [];
  });
  castAll(project);
  giveTakes(project);
  applyChanges(project.db, invertChanges(changes), workshop.clock.now());
  project.keys.rekey();
  save(project, LONG);
  expect(outline(project)).toEqual(RENDERED);
});

it.each([
  ['another table', { table: 'jobs', key: { id: 1 }, before: { state: 'done' }, after: { state: 'sent' } }],
  ['SQL as a table', { table: 'notes; DROP TABLE takes', key: { id: 1 }, before: null, after: {} }],
  ['SQL as a column', { table: 'takes', key: { id: 1 }, before: { verdict: null }, after: { 'gain_db" = 1, "id': 7 } }],
  ['a take that would be deleted', { table: 'takes', key: { id: 1 }, before: {}, after: null }],
  ['a column that isn’t recorded', { table: 'takes', key: { id: 1 }, before: { verdict: null }, after: { size: 0 } }],
  ['all rows', { table: 'takes', key: {}, before: { verdict: null }, after: { verdict: 'rejected' } }],
  ['no columns', { table: 'takes', key: { id: 1 }, before: {}, after: {} }],
])('refuses a stored change of %s', (_, change) => {
  write(SHORT);
  const takes = () => project.db.prepare('SELECT * FROM takes').all();
  const before = takes();
  expect(() => applyChanges(project.db, [change], 0)).toThrow(ChangedSinceError);
  expect(takes()).toEqual(before);
});

it('removes sounds attached since to other cues of the same paragraph', () => {
  save(project, '[MUSIC: theme] [SFX: rain]\n\nADA: One.\n');
  const sound = {
    ...DEFAULT_SOUND_SETTINGS.music,
    name: 'theme.wav',
    durationSeconds: 1,
    audioHash: 'a'.repeat(64),
    format: 'wav',
    sizeBytes: 1,
  } as const;
  const names = () => listCues(project).map((cue) => cue.sound?.name ?? null);
  const [first, second] = listCues(project);
  if (!first || !second) throw new Error('There are no cues.');
  setCueSound(project, first, sound);
  const id = take();
  setCueSound(project, second, sound);
  restore(id);
  expect(names()).toEqual(['theme.wav', null]);
});

it('refuses a damaged snapshot, changes nothing, and still lists the others', () => {
  write(SHORT);
  const id = take(1, 'Kept');
  const content = Buffer.from(readSnapshotContent(project.db).content);
  const damage = project.db.prepare('UPDATE snapshots SET content = ? WHERE id = ?');
  const empty = gzipSync('');
  for (const damaged of [content.subarray(0, content.length / 2), Buffer.from('no snapshot'), Buffer.of(), empty]) {
    damage.run(damaged, id);
    expect(() => restore(id)).toThrow(DamagedSnapshotError);
  }
  expect(outline(project)).toEqual(['fresh One.', 'fresh Two.']);
  take(2, 'Damaged');
  project.db.exec(`UPDATE snapshots SET reason = '{' WHERE made_at = 2`);
  damage.run(content, id);
  expect(restore(id)).not.toBeNull();
  expect(listSnapshots(project.db).map(({ reason }) => reason)).toEqual([
    { kind: 'restore' },
    { kind: 'named', name: 'Kept' },
  ]);
});
