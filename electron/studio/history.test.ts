// Steps that are undone after the project was closed, and snapshots.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
let studio: TestStudio;
beforeEach(async () => {
  workshop = new StudioWorkshop();
  studio = await workshop.openWith(EXCERPT);
});
afterEach(() => workshop.clear());

/** Closes the project and the studio, and opens the project in another one. */
async function restart(): Promise<void> {
  await studio.ask('project.close', {});
  await studio.internal('quit', {});
  studio = await workshop.open();
  const [{ id } = { id: '' }] = await studio.ask('library.recent', {});
  await studio.ask('project.openRecent', { id });
}

async function render(): Promise<void> {
  await studio.ask('production.start', {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished');
  studio.forget();
}

const describeStep = (step: string | null, label: string) =>
  studio.ask('undo.describe', { step: step ?? '', label, screen: 'cast', joins: null });

const roles = async () =>
  (await studio.ask('cast.roles', {})).map(({ name, voice, parameters, lines }) => ({
    name,
    voice,
    speed: parameters.speed ?? 1,
    lines,
  }));

const text = async () => {
  const chapters = await studio.ask('project.chapters', {});
  const documents = await Promise.all(chapters.map(({ id }) => studio.ask('script.open', { chapterId: id })));
  return [...new Map(documents.map((one) => [one.documentId, one.text])).values()].join('');
};

async function type(insert: string): Promise<void> {
  const [{ id } = { id: null }] = await studio.ask('project.chapters', {});
  const document = await studio.ask('script.open', { chapterId: id });
  const { documentId, revision } = document;
  const end = document.text.length;
  await studio.ask('script.edit', { documentId, revision, changes: [{ from: end, to: end, insert }] });
}

describe('after a restart', () => {
  it('steps are undone and redone, newest first', async () => {
    await render();
    const before = await roles();
    const slower = await studio.ask('cast.change', { role: 'LANE', change: { parameters: { speed: 0.8 } } });
    await describeStep(slower.step, 'Change LANE');
    const added = await studio.ask('cast.add', { name: 'MERRIMAN' });
    await describeStep(added.step, 'Add MERRIMAN');
    const after = await roles();
    await restart();
    expect(await studio.ask('undo.history', {})).toMatchObject([
      { step: slower.step, label: 'Change LANE', screen: 'cast', isUndone: false },
      { step: added.step, label: 'Add MERRIMAN', isUndone: false },
    ]);
    expect(await studio.undo(added)).toEqual({ redo: true });
    expect(await studio.undo(slower)).toEqual({ redo: true });
    expect(await roles()).toEqual(before);
    await restart();
    expect(await studio.ask('undo.history', {})).toMatchObject([{ isUndone: true }, { isUndone: true }]);
    for (const { step } of [slower, added]) await studio.ask('undo.redo', { step: step ?? '' });
    expect(await roles()).toEqual(after);
    await studio.undo(added);
    await studio.undo(slower);
    expect(await roles()).toEqual(before);
  });

  it('text typed after a step is kept', async () => {
    const { step } = await studio.ask('cast.change', { role: 'LANE', change: { parameters: { speed: 0.8 } } });
    await restart();
    await type('\n\nLANE: I am here, sir.\n');
    await studio.undo({ step });
    expect(await text()).toContain('I am here, sir.');
    expect((await roles()).find(({ name }) => name === 'LANE')?.speed).toBe(1);
  });

  it('a step whose rows have changed since then is refused and removed', async () => {
    const { step } = await studio.ask('cast.change', { role: 'LANE', change: { parameters: { speed: 0.8 } } });
    await restart();
    await studio.ask('cast.change', { role: 'LANE', change: { parameters: { speed: 1.2 } } });
    const refused = await studio.refusal('undo.undo', { step: step ?? '' });
    expect(refused).toEqual({ kind: 'outdated', reason: 'changed' });
    await restart();
    expect(await studio.refusal('undo.undo', { step: step ?? '' })).toEqual({ kind: 'not-found', what: 'step' });
    expect((await roles()).find(({ name }) => name === 'LANE')?.speed).toBe(1.2);
  });

  it('verdicts are undone, and takes that arrived later are kept', async () => {
    await render();
    const { lineIds } = await studio.ask('review.list', { sort: 'script' });
    const approved = await studio.ask('take.setVerdicts', { lineIds, verdict: 'approved' });
    await restart();
    await studio.ask('connection.useLocal', { plan: null });
    const [row] = await studio.ask('review.rows', { lineIds: lineIds.slice(0, 1) });
    studio.forget();
    const retake = await studio.ask('take.rejectAndRetake', { takeId: row?.take?.id ?? 0 });
    await studio.until('run-changed', ({ run }) => run.state === 'finished');
    await studio.undo(retake);
    expect(await studio.refusal('undo.undo', { step: approved.step ?? '' })).toBeNull();
    const takes = await studio.ask('review.takes', { lineId: lineIds[0] ?? 0 });
    expect(takes).toHaveLength(2);
    expect(takes.every(({ verdict }) => verdict === null)).toBe(true);
  });

  it('notes are undone, and a removed one is restored with its id', async () => {
    await render();
    const { lineIds } = await studio.ask('review.list', { sort: 'script' });
    const lineId = lineIds[0] ?? 0;
    const notes = async () =>
      (await studio.ask('note.list', { lineId })).map(({ id, text, doneAt }) => [id, text, doneAt !== null]);
    const added = await studio.ask('note.add', { lineId, text: 'Slower.', takeId: null, seconds: null });
    const done = await studio.ask('note.change', { noteId: added.note.id, isDone: true });
    const removed = await studio.ask('note.remove', { noteId: added.note.id });
    await restart();
    await studio.undo(removed);
    expect(await notes()).toEqual([[added.note.id, 'Slower.', true]]);
    await studio.undo(done);
    expect(await notes()).toEqual([[added.note.id, 'Slower.', false]]);
    await studio.undo(added);
    expect(await notes()).toEqual([]);
    for (const { step } of [added, done]) await studio.ask('undo.redo', { step: step ?? '' });
    expect(await notes()).toEqual([[added.note.id, 'Slower.', true]]);
  });
});

describe('snapshots', () => {
  it('restore notes, and keep later ones', async () => {
    await render();
    const { lineIds } = await studio.ask('review.list', { sort: 'script' });
    const lineId = lineIds[0] ?? 0;
    const add = (text: string) => studio.ask('note.add', { lineId, text, takeId: null, seconds: null });
    const notes = async () => (await studio.ask('note.list', { lineId })).map(({ text }) => text);
    const [first, second] = [await add('Slower.'), await add('Warmer.')];
    const { id } = await studio.ask('snapshots.take', { name: 'Proofed' });
    await studio.ask('note.change', { noteId: first.note.id, text: 'Faster.' });
    await studio.ask('note.remove', { noteId: second.note.id });
    await add('Later.');
    const restored = await studio.ask('snapshots.restore', { id });
    expect(await notes()).toEqual(['Slower.', 'Warmer.', 'Later.']);
    await studio.undo(restored);
    expect(await notes()).toEqual(['Faster.', 'Later.']);
  });

  it('restore the script, cast, settings and verdicts in one step that can be undone', async () => {
    await render();
    const { lineIds } = await studio.ask('review.list', { sort: 'script' });
    await studio.ask('take.setVerdicts', { lineIds, verdict: 'approved' });
    const before = { text: await text(), roles: await roles() };
    const { id } = await studio.ask('snapshots.take', { name: 'First draft' });

    await studio.ask('take.setVerdicts', { lineIds: lineIds.slice(0, 2), verdict: 'rejected' });
    await studio.ask('cast.change', { role: 'LANE', change: { parameters: { speed: 0.8 } } });
    await studio.ask('project.updateSettings', { speakHeadings: false, characterCap: 900 });
    await type('\n\nMERRIMAN: Yes, sir.\n');
    const after = { text: await text(), roles: await roles() };

    const restored = await studio.ask('snapshots.restore', { id });
    expect({ text: await text(), roles: await roles() }).toEqual(before);
    const settings = async () => (await studio.ask('project.current', {}))?.settings;
    expect(await settings()).toMatchObject({ speakHeadings: true, characterCap: 900 });
    const verdicts = async () =>
      (await studio.ask('review.rows', { lineIds })).map(({ take }) => take?.verdict ?? null);
    expect(await verdicts()).toEqual(lineIds.map(() => 'approved'));

    await studio.undo(restored);
    expect({ text: await text(), roles: await roles() }).toEqual(after);
    expect(await settings()).toMatchObject({ speakHeadings: false });
    await studio.ask('undo.redo', { step: restored.step ?? '' });
    expect({ text: await text(), roles: await roles() }).toEqual(before);
    await restart();
    await studio.undo(restored);
    expect({ text: await text(), roles: await roles() }).toEqual(after);
  });

  it('are taken before a new version, a restore, or a cast change that makes takes stale', async () => {
    const reasons = async () => (await studio.ask('snapshots.list', {})).snapshots.map(({ reason }) => reason);
    await studio.ask('cast.change', { role: 'LANE', change: { parameters: { speed: 0.9 } } });
    expect(await reasons()).toEqual([]);
    await render();
    await studio.ask('cast.change', { role: 'LANE', change: { parameters: { speed: 0.8 } } });
    expect(await reasons()).toEqual([{ kind: 'cast', role: 'LANE' }]);
    const bytes = new TextEncoder().encode(EXCERPT.replace('polite', 'kind'));
    const { importId } = await studio.ask('project.previewImport', { name: 'play.txt', bytes });

    await studio.ask('revision.take', {
      importId,
      choices: { kind: 'script', roles: null, merges: [] },
      declined: [],
      replaced: [],
    });
    expect((await reasons())[0]).toEqual({ kind: 'new-version' });
    const [latest] = (await studio.ask('snapshots.list', {})).snapshots;
    await studio.ask('snapshots.restore', { id: latest?.id ?? 0 });
    expect(await text()).toContain('polite');
    expect(await reasons()).toEqual([{ kind: 'restore' }, { kind: 'new-version' }, { kind: 'cast', role: 'LANE' }]);
  });

  it('can be deleted, which can be undone', async () => {
    const { id } = await studio.ask('snapshots.take', { name: 'First draft' });
    const deleted = await studio.ask('snapshots.delete', { id });
    expect((await studio.ask('snapshots.list', {})).snapshots).toEqual([]);
    expect(await studio.refusal('snapshots.restore', { id })).toEqual({ kind: 'not-found', what: 'snapshot' });
    await studio.undo(deleted);
    expect(await studio.ask('snapshots.list', {})).toMatchObject({
      snapshots: [{ id, reason: { kind: 'named', name: 'First draft' }, lines: 6, rendered: 0 }],
      now: { lines: 6, rendered: 0 },
    });
  });
});
