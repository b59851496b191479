// What is changed in a project is taken back by the step of its reply, and refused where it would undo something else.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutdatedReason } from '../../shared/ipc/undo-requests.ts';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
let studio: TestStudio;

beforeEach(async () => {
  workshop = new StudioWorkshop();
  studio = await workshop.openWith(EXCERPT);
});
afterEach(() => workshop.clear());

interface Changed {
  readonly step: string | null;
}

const refusal = ({ step }: Changed) => studio.refusal('undo.undo', { step: step ?? '' });
const redo = ({ step }: Changed) => studio.ask('undo.redo', { step: step ?? '' });
const outdated = (reason: OutdatedReason) => ({ kind: 'outdated', reason });

describe('decisions about takes', () => {
  let lineIds: number[];
  let takeId: number;
  const take = async (at = 0) => {
    const [row] = await studio.ask('review.rows', { lineIds: lineIds.slice(at, at + 1) });
    if (!row?.take) throw new Error('the line has no take');
    return row.take;
  };

  beforeEach(async () => {
    await studio.ask('production.start', {});
    await studio.until('run-changed', (told) => told.run.state === 'finished');
    ({ lineIds } = await studio.ask('review.list', { sort: 'script' }));
    takeId = (await take()).id;
  });

  it('a verdict, with the pick that stood before; not once it has another', async () => {
    const rejected = await studio.ask('take.setVerdict', { takeId, verdict: 'rejected' });
    expect(rejected.take).toMatchObject({ verdict: 'rejected', isPick: false });
    expect(await studio.undo(rejected)).toEqual({ redo: true });
    expect(await take()).toMatchObject({ verdict: null, isPick: true });
    await redo(rejected);
    expect(await take()).toMatchObject({ verdict: 'rejected' });
    await studio.ask('take.setVerdict', { takeId, verdict: 'approved' });
    expect(await refusal(rejected)).toEqual(outdated('verdict'));
    expect(await refusal(rejected)).toEqual({ kind: 'not-found', what: 'step' });
    expect(await take()).toMatchObject({ verdict: 'approved' });
  });

  it('a verdict, after the shown project was opened again as read-only', async () => {
    const rejected = await studio.ask('take.setVerdict', { takeId, verdict: 'rejected' });
    const path = (await studio.ask('project.current', {}))?.path ?? '';
    const opened = await studio.internal('openProject', { path, toRead: true });
    expect(opened).toMatchObject({ path, readOnly: false });
    expect(await studio.undo(rejected)).toEqual({ redo: true });
    expect(await take()).toMatchObject({ verdict: null });
  });

  it('verdicts on several, of those that still have it; none where no take has it', async () => {
    const approved = await studio.ask('take.setVerdicts', { lineIds, verdict: 'approved' });
    expect(approved.changed).toBe(6);
    expect(await studio.ask('take.setVerdicts', { lineIds, verdict: 'approved' })).toEqual({ step: null, changed: 0 });
    await studio.ask('take.setVerdict', { takeId, verdict: 'rejected' });
    await studio.undo(approved);
    expect([(await take()).verdict, (await take(1)).verdict]).toEqual(['rejected', null]);
    await redo(approved);
    expect((await take()).verdict).toBe('approved');
    await studio.ask('take.setVerdicts', { lineIds, verdict: 'rejected' });
    expect(await refusal(approved)).toEqual(outdated('verdicts'));
  });

  it('restores a trim and a gain', async () => {
    const trimmed = await studio.ask('take.setTrim', { takeId, trimStartSeconds: 0.01, trimEndSeconds: 0.02 });
    const louder = await studio.ask('take.setGain', { takeId, gainDb: 3 });
    const set = { trimStartSeconds: 0.01, trimEndSeconds: 0.02, gainDb: 3 };
    expect(louder.take).toMatchObject(set);
    for (const changed of [trimmed, louder]) await studio.undo(changed);
    expect(await take()).toMatchObject({ trimStartSeconds: 0, trimEndSeconds: 0, gainDb: 0 });
    for (const changed of [louder, trimmed]) await redo(changed);
    expect(await take()).toMatchObject(set);
  });

  it('restores a note and its changes', async () => {
    const lineId = lineIds[0] ?? 0;
    const notes = async () =>
      (await studio.ask('note.list', { lineId })).map(({ text, doneAt }) => [text, doneAt !== null]);
    const added = await studio.ask('note.add', { lineId, text: 'slower', takeId, seconds: 0.02 });
    expect(added.note).toMatchObject({ takeId, take: 1, seconds: 0.02, doneAt: null });
    const noteId = added.note.id;
    const edited = await studio.ask('note.change', { noteId, text: 'a bit slower' });
    const done = await studio.ask('note.change', { noteId, isDone: true });
    expect(await notes()).toEqual([['a bit slower', true]]);
    const removed = await studio.ask('note.remove', { noteId });
    expect(await notes()).toEqual([]);
    for (const step of [removed, done, edited, added]) await studio.undo(step);
    expect(await notes()).toEqual([]);
    for (const step of [added, edited, done]) await redo(step);
    expect(await studio.ask('note.list', { lineId })).toMatchObject([
      { id: noteId, text: 'a bit slower', seconds: 0.02 },
    ]);
    await studio.ask('note.change', { noteId, isDone: false });
    expect(await refusal(done)).toEqual(outdated('note'));
    await studio.ask('note.remove', { noteId });
    expect(await studio.refusal('note.remove', { noteId })).toEqual({ kind: 'not-found', what: 'note' });
  });

  it('a reset of trim and gain, not once one of them was set', async () => {
    await studio.ask('take.setTrim', { takeId, trimStartSeconds: 0.01, trimEndSeconds: 0 });
    await studio.ask('take.setGain', { takeId, gainDb: -2 });
    const reset = await studio.ask('take.resetTreatment', { takeId });
    expect(reset.take).toMatchObject({ trimStartSeconds: 0, gainDb: 0 });
    await studio.undo(reset);
    expect(await take()).toMatchObject({ trimStartSeconds: 0.01, gainDb: -2 });
    await redo(reset);
    await studio.ask('take.setGain', { takeId, gainDb: 1 });
    expect(await refusal(reset)).toEqual(outdated('treatment'));
  });

  it('a pick, not once another take is picked', async () => {
    const lineId = lineIds[0] ?? 0;
    studio.forget();
    await studio.ask('take.retake', { lineIds: [lineId], reject: false, takes: 1 });
    await studio.until('run-changed', (told) => told.run.state === 'finished');
    const [first, second] = await studio.ask('review.takes', { lineId });
    const picked = async () => (await studio.ask('review.takes', { lineId })).find(({ isPick }) => isPick)?.id;
    const before = await picked();
    const other = before === first?.id ? second : first;
    const changed = await studio.ask('take.pick', { takeId: other?.id ?? 0, keep: false });
    expect(await picked()).toBe(other?.id);
    await studio.undo(changed);
    expect(await picked()).toBe(before);
    await redo(changed);
    await studio.ask('take.pick', { takeId: before ?? 0, keep: false });
    expect(await refusal(changed)).toEqual(outdated('pick'));
  });
});

describe('changes of script and settings', () => {
  /** What the one line of LANE's that sets something sets for itself. */
  const ownOfLane = async () => (await studio.ask('cast.overrides', { role: 'LANE' })).at(0)?.override;

  it('what a line sets for itself, not once it sets something else', async () => {
    const { lineId = 0 } = (await studio.ask('cast.lineAt', { role: 'LANE', at: 0 })) ?? {};
    const changed = await studio.ask('line.setOverride', { lineId, change: { speed: 1.2, seed: 4 } });
    await studio.undo(changed);
    expect(await ownOfLane()).toBeUndefined();
    await redo(changed);
    expect(await ownOfLane()).toEqual({ speed: 1.2, seed: 4 });
    await studio.ask('line.setOverride', { lineId, change: { speed: 1.3 } });
    expect(await refusal(changed)).toEqual(outdated('override'));
  });

  it('one of the parameters that a line sets, without those that came to it', async () => {
    const { lineId = 0 } = (await studio.ask('cast.lineAt', { role: 'LANE', at: 0 })) ?? {};
    const faster = await studio.ask('line.setOverride', { lineId, change: { speed: 1.2 } });
    await studio.ask('line.setOverride', { lineId, change: { seed: 4 } });
    expect(await ownOfLane()).toEqual({ speed: 1.2, seed: 4 });
    await studio.undo(faster);
    expect(await ownOfLane()).toEqual({ seed: 4 });
    await redo(faster);
    await studio.ask('line.setOverride', { lineId, change: { seed: null } });
    expect(await ownOfLane()).toEqual({ speed: 1.2 });
  });

  it('the pause before a line, not once it has another', async () => {
    const { lineId = 0 } = (await studio.ask('cast.lineAt', { role: 'LANE', at: 0 })) ?? {};
    const pause = async () => {
      const [now] = await studio.ask('playback.lines', { lineIds: [lineId] });
      return now?.kind === 'line' ? now.setPauseSeconds : null;
    };
    expect(await pause()).toBeNull();
    const changed = await studio.ask('line.setPause', { lineId, seconds: 0.8 });
    expect(await pause()).toBe(0.8);
    await studio.undo(changed);
    expect(await pause()).toBeNull();
    await redo(changed);
    await studio.ask('line.setPause', { lineId, seconds: 2 });
    expect(await refusal(changed)).toEqual(outdated('pause'));
    expect(await pause()).toBe(2);
  });

  it('a voice and a turn prefix, not once the role has others', async () => {
    const voice = (await studio.ask('voices.list', {})).at(-1)?.id ?? '';
    const cast = await studio.ask('cast.change', { role: 'LANE', change: { voice } });
    const marked = await studio.ask('cast.change', { role: 'LANE', change: { turnPrefix: '[L]' } });
    await studio.ask('cast.change', { role: 'LANE', change: { voice: null } });
    await studio.ask('cast.change', { role: 'LANE', change: { turnPrefix: null } });
    const changed = { ...outdated('role'), role: 'LANE' };
    expect([await refusal(cast), await refusal(marked)]).toEqual([changed, changed]);
  });

  it('the place of a chapter, and nothing where it did not move', async () => {
    const titles = async () => (await studio.ask('project.chapters', {})).map(({ title }) => title);
    const before = await titles();
    const [first, second] = await studio.ask('project.chapters', {});
    const chapterId = second?.id ?? 0;
    const moved = await studio.ask('script.moveChapter', { chapterId, before: first?.id ?? null });
    expect(await titles()).toEqual(before.toReversed());
    await studio.undo(moved);
    expect(await titles()).toEqual(before);
    await redo(moved);
    expect(await titles()).toEqual(before.toReversed());
    const again = await studio.ask('script.moveChapter', { chapterId, before: first?.id ?? null });
    expect(again).toEqual({ step: null });
  });

  it('lines that went to another chapter, though others followed, but not where their place is gone', async () => {
    const [first = 0, second = 0] = (await studio.ask('project.chapters', {})).map(({ id }) => id ?? 0);
    const texts = async () => {
      const documents = [first, second].map((chapterId) => studio.ask('script.open', { chapterId }));
      return (await Promise.all(documents)).map(({ text }) => text);
    };
    const { paragraphs } = await studio.ask('script.open', { chapterId: first });
    const [one = 0, two = 0] = paragraphs.flatMap(({ id, kind }) => (kind === 'speech' ? [id] : []));
    const before = await texts();
    const move = { paragraphIds: [two], chapterId: second, side: 'end' as const };
    const moved = await studio.ask('script.moveParagraphs', move);
    const after = await texts();
    expect(after).not.toEqual(before);
    expect(await studio.ask('script.moveParagraphs', move)).toEqual({ step: null });
    await studio.undo(moved);
    expect(await texts()).toEqual(before);
    await redo(moved);
    expect(await texts()).toEqual(after);
    const missing = { kind: 'not-found', what: 'line' };
    expect(await studio.refusal('script.moveParagraphs', { ...move, paragraphIds: [999_999] })).toEqual(missing);
    const nowhere = { kind: 'not-found', what: 'chapter' };
    expect(await studio.refusal('script.moveParagraphs', { ...move, chapterId: 999_999 })).toEqual(nowhere);
    await studio.ask('script.moveParagraphs', { ...move, paragraphIds: [one] });
    const { documentId, revision, text } = await studio.ask('script.open', { chapterId: second });
    await studio.ask('script.edit', { documentId, revision, changes: [{ from: 0, to: text.length, insert: '# New' }] });
    expect(await refusal(moved)).toEqual(outdated('script'));
  });

  it('settings: those that were named, and no others', async () => {
    const settings = async () => (await studio.ask('project.current', {}))?.settings;
    const before = await settings();
    const changed = await studio.ask('project.updateSettings', { speakHeadings: !before?.speakHeadings });
    await studio.ask('project.updateSettings', { characterCap: 500 });
    await studio.undo(changed);
    expect(await settings()).toEqual({ ...before, characterCap: 500 });
  });

  it('rules, as they are by then; not once a rule that is meant is gone', async () => {
    const rule = (from: string) => ({
      from,
      to: 'x',
      wholeWord: true,
      matchCase: false,
      role: null,
      language: null,
    });
    const rules = async () => (await studio.ask('pronunciation.rules', {})).map(({ from }) => from);
    const added = await studio.ask('pronunciation.change', { change: { kind: 'add', rule: rule('one'), at: 0 } });
    await studio.ask('pronunciation.change', { change: { kind: 'add', rule: rule('two'), at: 0 } });
    await studio.undo(added);
    expect(await rules()).toEqual(['two']);
    await redo(added);
    expect(await rules()).toEqual(['one', 'two']);
    await studio.ask('pronunciation.change', { change: { kind: 'remove', rule: rule('one'), at: 0 } });
    expect(await refusal(added)).toEqual(outdated('rules'));
    const gone = { kind: 'remove' as const, rule: rule('three'), at: 0 };
    expect(await studio.refusal('pronunciation.change', { change: gone })).toEqual(outdated('rules'));
  });
});
