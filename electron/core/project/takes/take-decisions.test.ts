import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../../e2e/support/rounds.ts';
import { type TakeDecisions, takeStateSchema } from '../../../../shared/model/take.ts';
import type { LineState } from '../lines/line-states.ts';
import type { Project } from '../project.ts';
import { castAll, giveTake, save, Workshop } from '../testing/test-project.ts';
import { ReviewStore } from './review-store.ts';
import { TakeError } from './take-decisions.ts';

let workshop: Workshop;
let project: Project;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, 'One.\n\nTwo.\n');
  castAll(project);
});
afterEach(() => workshop.clear());

const line = (number = 1): LineState => {
  const found = project.lines.states()[number - 1];
  if (!found) throw new Error(`no line ${number}`);
  return found;
};
const pickOf = (number = 1): number | null => line(number).pick?.takeId ?? null;
const takeOf = (id: number) => project.takes.takesOf(line().id).find((take) => take.id === id);
const giveTwo = async (): Promise<[number, number]> => [await giveTake(project, line()), await addAnother(line())];

/** Another take of a line that is fresh: it does not become the pick. */
async function addAnother(of: LineState): Promise<number> {
  const { hash, sizeBytes } = await project.takes.putAudio(
    Buffer.from(`another of ${of.id}: ${project.takes.takesOf(of.id).length}`),
    'wav',
  );
  const takeId = project.takes.addTake({
    lineId: of.id,
    renderKey: String(of.renderKey),
    request: { voice_engine: 'SvcDialog', text: 'One.', voice: 'v' },
    audioHash: hash,
    format: 'wav',
    sampleRate: 24_000,
    sizeBytes,
    durationSeconds: 2,
    source: { origin: 'local', userId: 'u' },
    jobId: null,
    createdAt: 0,
  });
  project.decisions.pickTake(of.id, String(of.renderKey), takeId);
  return takeId;
}

function problemOf(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    if (error instanceof TakeError) return error.problem.kind;
    throw error;
  }
}

describe('a verdict', () => {
  it('is kept, and can be taken back', async () => {
    const takeId = await giveTake(project, line());
    expect(project.decisions.setVerdict(takeId, 'approved')).toEqual({
      takeId,
      lineId: line().id,
      verdict: null,
      trimStartSeconds: 0,
      trimEndSeconds: 0,
      gainDb: 0,
      pickTakeId: takeId,
    });
    expect(takeOf(takeId)?.verdict).toBe('approved');
    expect(project.decisions.setVerdict(takeId, null).verdict).toBe('approved');
    expect(takeOf(takeId)?.verdict).toBeNull();
  });

  it('that rejects the pick makes the line not fresh, unless another take of the same key steps in', async () => {
    const [first, second] = await giveTwo();
    expect(pickOf()).toBe(first);
    project.decisions.setVerdict(first, 'rejected');
    expect(line()).toMatchObject({ state: 'fresh', pick: { takeId: second } });
    project.decisions.setVerdict(second, 'rejected');
    expect(line()).toMatchObject({ state: 'unrendered', pick: null });
  });

  it('puts an approved take in, else the latest, and none whose audio is gone', async () => {
    const [first, second] = await giveTwo();
    const third = await addAnother(line());
    project.decisions.setVerdict(second, 'approved');
    project.decisions.setVerdict(first, 'rejected');
    expect(pickOf()).toBe(second);
    project.takes.setAudioProblem(String(takeOf(third)?.audioHash), 'missing');
    project.decisions.setVerdict(second, 'rejected');
    expect(pickOf()).toBeNull();
    project.takes.setAudioProblem(String(takeOf(third)?.audioHash), null);
    project.decisions.setVerdict(third, 'approved');
    expect(pickOf()).toBe(third);
  });

  it('leaves the pick alone where another take is judged', async () => {
    const [first, second] = await giveTwo();
    project.decisions.setVerdict(second, 'approved');
    expect(pickOf()).toBe(first);
    project.decisions.setVerdict(second, 'rejected');
    expect(pickOf()).toBe(first);
  });

  it('is undone with the pick that it changed, and done again', async () => {
    const [first, second] = await giveTwo();
    const before = project.decisions.setVerdict(first, 'rejected');
    expect(pickOf()).toBe(second);
    const after = project.decisions.restore(before);
    expect([takeOf(first)?.verdict, pickOf()]).toEqual([null, first]);
    project.decisions.restore(after);
    expect([takeOf(first)?.verdict, pickOf()]).toEqual(['rejected', second]);
  });
});

describe('a trim and a gain', () => {
  it('are kept beside the take, and reach the line that exports it', async () => {
    const takeId = await giveTake(project, line());
    project.decisions.setTrim(takeId, { startSeconds: 0.25, endSeconds: 0.5 });
    project.decisions.setGain(takeId, -3.5);
    expect(line().pick).toMatchObject({ trimStartSeconds: 0.25, trimEndSeconds: 0.5, gainDb: -3.5 });
  });

  it('leave at least 0.05 s, and are within their bounds', async () => {
    const takeId = await giveTake(project, line());
    const trim = (startSeconds: number, endSeconds: number): string =>
      problemOf(() => project.decisions.setTrim(takeId, { startSeconds, endSeconds }));
    expect([trim(0.5, 0.45), trim(0, 0.95), trim(0, 0)]).toEqual(['none', 'none', 'none']);
    for (const [start = 0, end = 0] of [
      [0.5, 0.46],
      [1, 0],
      [-0.1, 0],
      [0, -0.1],
      [Number.NaN, 0],
      [0, Infinity],
    ]) {
      expect(trim(start, end)).toBe('bad-trim');
    }
    for (const gain of [-24, 24]) expect(problemOf(() => project.decisions.setGain(takeId, gain))).toBe('none');
    for (const gain of [-24.1, 24.1, Number.NaN]) {
      expect(problemOf(() => project.decisions.setGain(takeId, gain))).toBe('bad-gain');
    }
    expect(takeOf(takeId)).toMatchObject({ trimStartSeconds: 0, trimEndSeconds: 0, gainDb: 24 });
  });
});

describe('a pick', () => {
  it('of today’s key takes the place of another, and can be taken back', async () => {
    const [first, second] = await giveTwo();
    expect(project.decisions.pick(second)).toMatchObject({ takeId: second, pickTakeId: first });
    expect(line()).toMatchObject({ state: 'fresh', pick: { takeId: second } });
    project.decisions.restorePick(line().id, first);
    expect(pickOf()).toBe(first);
    project.decisions.restorePick(line().id, null);
    expect(line().state).toBe('unrendered');
  });

  it('of a rejected take takes the rejection back', async () => {
    const [first, second] = await giveTwo();
    project.decisions.setVerdict(first, 'rejected');
    const before = project.decisions.pick(first);
    expect([pickOf(), takeOf(first)?.verdict]).toEqual([first, null]);
    project.decisions.restore(before);
    expect([pickOf(), takeOf(first)?.verdict]).toEqual([second, 'rejected']);
  });

  it('of other words is refused, and kept on request', async () => {
    const takeId = await giveTake(project, line());
    save(project, 'One!\n\nTwo.\n');
    expect(problemOf(() => project.decisions.pick(takeId))).toBe('other-key');
    const before = project.decisions.pick(takeId, { keep: true });
    expect(before.pickTakeId).toBeNull();
    expect(line()).toMatchObject({ state: 'kept', pick: { takeId } });
    project.decisions.restore(before);
    expect(line()).toMatchObject({ state: 'stale', pick: null });
    project.decisions.restorePick(line().id, takeId);
    expect(line().state).toBe('kept');
    save(project, 'One.\n\nTwo.\n');
    project.decisions.pick(takeId, { keep: true });
    expect(line().state).toBe('fresh');
  });

  it('that was kept gives way, once rejected, to a take of today’s words', async () => {
    const takeId = await giveTake(project, line());
    save(project, 'One!\n\nTwo.\n');
    project.decisions.pick(takeId, { keep: true });
    const newer = await addAnother(line());
    expect(pickOf()).toBe(takeId);
    project.decisions.setVerdict(takeId, 'rejected');
    expect(line()).toMatchObject({ state: 'fresh', pick: { takeId: newer } });
  });

  it('is refused where it can stand for nothing', async () => {
    const takeId = await giveTake(project, line());
    const other = await giveTake(project, line(2));
    const lineId = line().id;
    expect(problemOf(() => project.decisions.restorePick(lineId, other))).toBe('other-line');
    expect(problemOf(() => project.decisions.restorePick(9_999, null))).toBe('no-such-line');
    project.takes.setAudioProblem(String(takeOf(takeId)?.audioHash), 'damaged');
    expect(problemOf(() => project.decisions.pick(takeId))).toBe('unplayable');
    project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: null })));
    expect(problemOf(() => project.decisions.pick(takeId, { keep: true }))).toBe('no-key');
    save(project, 'Two.\n');
    expect(problemOf(() => project.decisions.pick(takeId))).toBe('no-such-line');
  });
});

describe('every decision', () => {
  it('is refused where there is no such take', () => {
    const { decisions: store } = project;
    const decisions = [
      () => store.setVerdict(77, 'approved'),
      () => store.setTrim(77, { startSeconds: 0, endSeconds: 0 }),
      () => store.setGain(77, 0),
      () => store.pick(77),
    ];
    for (const decision of decisions) {
      expect(problemOf(decision)).toBe('no-such-take');
    }
  });

  it('can be made about a take whose line was deleted, but for the pick', async () => {
    const takeId = await giveTake(project, line());
    save(project, 'Two.\n');
    const before = project.decisions.setVerdict(takeId, 'approved');
    project.decisions.restore(before);
    save(project, 'One.\n\nTwo.\n');
    expect(takeOf(takeId)).toMatchObject({ verdict: null });
    expect(pickOf()).toBe(takeId);
  });

  it('can be undone, all the way back', async () => {
    const takeIds = [...(await giveTwo()), await addAnother(line())];
    const state = () => [project.takes.takesOf(line().id), pickOf(), line().state];
    const { decisions } = project;
    const decision = fc.oneof(
      fc.constantFrom('approved', 'rejected', null).map((verdict) => (id: number) => decisions.setVerdict(id, verdict)),
      fc
        .double({ min: 0, max: 0.4, noNaN: true })
        .map((seconds) => (id: number) => decisions.setTrim(id, { startSeconds: seconds, endSeconds: seconds })),
      fc.double({ min: -24, max: 24, noNaN: true }).map((gain) => (id: number) => decisions.setGain(id, gain)),
      fc.constant((id: number) => decisions.pick(id)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(decision, fc.constantFrom(...takeIds)), { maxLength: 12 }), (decisions) => {
        const start = state();
        const undo: TakeDecisions[] = decisions.map(([decide, takeId]) => decide(takeId));
        for (const before of undo.reverse()) project.decisions.restore(before);
        expect(state()).toEqual(start);
      }),
      { numRuns: rounds(40) },
    );
  });
});

describe('the state of a take', () => {
  const stateFields = Object.keys(takeStateSchema.shape);
  const shown = (takeId: number) => {
    const take = new ReviewStore(project.db).takesOf(line().id).find(({ id }) => id === takeId);
    return Object.fromEntries(Object.entries(take ?? {}).filter(([name]) => stateFields.includes(name)));
  };

  it('equals what Review shows, picked or not', async () => {
    const [picked, other] = await giveTwo();
    project.decisions.setVerdict(picked, 'approved');
    project.decisions.setTreatment(other, { startSeconds: 0.1, endSeconds: 0.2 }, -3);
    expect(project.decisions.state(picked)).toMatchObject({ verdict: 'approved', isPick: true, isKept: false });
    expect(project.decisions.state(other)).toMatchObject({ gainDb: -3, isPick: false });
    for (const id of [picked, other]) expect(project.decisions.state(id)).toEqual(shown(id));
    project.decisions.setVerdict(picked, 'rejected');
    for (const id of [picked, other]) expect(project.decisions.state(id)).toEqual(shown(id));
  });

  it('shows a take of earlier text that was kept', async () => {
    const takeId = await giveTake(project, line());
    project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, parameters: { speed: 1.5 } })));
    expect(project.decisions.state(takeId)).toMatchObject({ isPick: false, isKept: false });
    project.decisions.pick(takeId, { keep: true });
    expect(project.decisions.state(takeId)).toMatchObject({ isPick: true, isKept: true });
    expect(project.decisions.state(takeId)).toEqual(shown(takeId));
  });

  it('is null if there is no such take', () => {
    expect(project.decisions.state(77)).toBeNull();
  });
});

describe('a verdict on several lines', () => {
  const verdicts = () =>
    project.lines.states().flatMap(({ id }) => project.takes.takesOf(id).map(({ verdict }) => verdict));

  it('is on the take that each line shows, and is taken back as one', async () => {
    await giveTwo();
    await giveTake(project, line(2));
    const ids = project.lines.states().map(({ id }) => id);
    project.decisions.setVerdict(1, 'approved');
    const picks = [pickOf(1), pickOf(2)];
    const changed = project.decisions.setVerdicts([...ids, 9_999], 'rejected');
    expect(verdicts()).toEqual(['rejected', null, 'rejected']);
    expect(changed.map(({ takeId, verdict }) => [takeId, verdict])).toEqual([
      [1, 'approved'],
      [3, null],
    ]);
    expect([pickOf(1), pickOf(2)]).toEqual([2, null]);
    expect(project.decisions.restoreVerdicts('rejected', changed)).toBe(2);
    expect(verdicts()).toEqual(['approved', null, null]);
    expect([pickOf(1), pickOf(2)]).toEqual(picks);
  });

  it('leaves alone what has it already, and what was judged since', async () => {
    await giveTake(project, line(1));
    await giveTake(project, line(2));
    const ids = project.lines.states().map(({ id }) => id);
    const changed = project.decisions.setVerdicts(ids, 'approved');
    expect(project.decisions.setVerdicts(ids, 'approved')).toEqual([]);
    project.decisions.setVerdict(2, 'rejected');
    expect(project.decisions.restoreVerdicts('approved', changed)).toBe(1);
    expect(verdicts()).toEqual([null, 'rejected']);
  });
});
