import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OVERVIEW_PARTS } from '../../../../shared/model/take.ts';
import { Journal } from '../journal/journal.ts';
import type { Project } from '../project.ts';
import { castAll, save, Workshop } from '../testing/test-project.ts';
import { giveTake, measuredAs, type TakeChange, WORDS, writeTenLines } from '../testing/test-takes.ts';
import { type ReviewQuery, ReviewStore } from './review-store.ts';

let workshop: Workshop;
let project: Project;
let review: ReviewStore;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  review = new ReviewStore(project.db);
});
afterEach(() => workshop.clear());

const write = (): void => writeTenLines(project);
const lineIds = (): number[] => project.lines.states().map(({ id }) => id);
const idOf = (number: number): number => lineIds()[number - 1] ?? 0;
const list = (filter: Partial<ReviewQuery> = {}) => review.list({ sort: 'script', ...filter });
/** The numbers of lines. */
const numbersOf = (ids: readonly number[]): number[] => ids.map((id) => lineIds().indexOf(id) + 1);
const listed = (filter: Partial<ReviewQuery> = {}): number[] => numbersOf(list(filter).lineIds);

const give = (number: number, change: TakeChange = {}) => giveTake(project, number, change);
const giveAll = () => Array.from({ length: 10 }, (_, index) => give(index + 1).takeId);

describe('the list', () => {
  it('has a row for each line, in script order, with figures', () => {
    write();
    give(1);
    give(4, { measured: { clippedSamples: 50 } });
    const rejected = give(6).takeId;
    project.decisions.setVerdict(rejected, 'rejected');
    project.decisions.setVerdict(give(7).takeId, 'approved');
    expect(list()).toEqual({
      lineIds: lineIds(),
      takes: 4,
      suspicious: 1,
      approved: 1,
      rejected: 1,
      withoutTake: 6,
    });
  });

  it('sifts by chapter, role, status, verdict, suspicion, words and lines, all at once', () => {
    write();
    giveAll();
    const [, two] = project.script.chapters();
    expect(listed({ chapterId: two?.id ?? null })).toEqual([6, 7, 8, 9, 10]);
    expect(listed({ chapterId: null })).toEqual([]);
    expect(listed({ roles: ['LANE'] })).toEqual([2, 4, 6, 8, 10]);
    expect(listed({ roles: ['LANE', 'ALGERNON'] })).toHaveLength(10);
    expect(listed({ lineIds: [idOf(9), idOf(3)] })).toEqual([3, 9]);
    project.decisions.setVerdict(review.takesOf(idOf(3))[0]?.id ?? 0, 'rejected');
    project.decisions.setVerdict(review.takesOf(idOf(4))[0]?.id ?? 0, 'approved');
    expect(listed({ statuses: ['unrendered'] })).toEqual([3]);
    expect(listed({ verdict: 'rejected' })).toEqual([3]);
    expect(listed({ verdict: 'approved' })).toEqual([4]);
    expect(listed({ verdict: 'none' })).toEqual([1, 2, 5, 6, 7, 8, 9, 10]);
    expect(listed({ text: 'nUMBER 1' })).toEqual([1, 10]);
    expect(listed({ text: '  ' })).toHaveLength(10);
    expect(listed({ text: 'number 1', roles: ['LANE'], chapterId: two?.id ?? null })).toEqual([10]);
    expect(list({ text: 'number 1', roles: ['LANE'] })).toMatchObject({ takes: 1, withoutTake: 0 });
  });

  it('knows what is under way, and what can not be rendered', () => {
    write();
    const line = project.lines.toRender(idOf(2));
    if (!line) throw new Error('nothing to render');
    const journal = new Journal(project.db);
    const runId = journal.createRun([line.lineId], {}, 0);
    const batch = journal.beginBatch(
      runId,
      { origin: 'local', userId: 'u' },
      [{ ...line, customId: 'c', attempts: 0 }],
      0,
    );
    expect(listed({ statuses: ['in-flight'] })).toEqual([2]);
    journal.markInDoubt(batch.id, 'lost', 0);
    expect(listed({ statuses: ['in-doubt', 'failed'] })).toEqual([2]);
    project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: role.name === 'LANE' ? null : 'v' })));
    expect(listed({ statuses: ['blocked'] })).toEqual([2, 4, 6, 8, 10]);
    expect(review.rows([idOf(4)])[0]?.status).toBe('blocked');
  });

  it('finds words however they are accented and wherever they stand in a dialog', () => {
    save(project, 'LANE: The café, sir.\n\nLANE: Sugar?\nALGERNON: No sugar, Lane.\n');
    castAll(project);
    expect(listed({ text: 'cafe\u0301' })).toEqual([1]);
    expect(listed({ text: 'sugar? no sugar' })).toEqual([2]);
  });

  it('shows a line’s pick, else its latest take', () => {
    write();
    const first = give(1).takeId;
    const second = give(1).takeId;
    const shown = () => review.rows([idOf(1)])[0]?.take?.id;
    expect(shown()).toBe(first);
    project.decisions.setVerdict(first, 'rejected');
    expect(shown()).toBe(second);
    project.decisions.setVerdict(second, 'rejected');
    expect(shown()).toBe(second);
    expect(list({ verdict: 'rejected' }).lineIds).toEqual([idOf(1)]);
  });

  it('puts the most suspicious first, the longest first, or role by role, and is stable', () => {
    write();
    giveAll();
    give(11 - 4, { measured: { clippedSamples: 50 } });
    project.decisions.pick(review.takesOf(idOf(7))[1]?.id ?? 0);
    const silent = give(9, { measured: { speechLevelDb: null } }).takeId;
    project.decisions.pick(silent);
    expect(listed({ sort: 'suspicion' })).toEqual([9, 7, 1, 2, 3, 4, 5, 6, 8, 10]);
    expect(listed({ sort: 'role' })).toEqual([1, 3, 5, 7, 9, 2, 4, 6, 8, 10]);
    project.decisions.pick(give(5, { tempo: 1.2 }).takeId);
    // “Three” takes longer to say than “ten”.
    expect(listed({ sort: 'duration' }).slice(0, 2)).toEqual([5, 3]);
    expect(listed({ flags: 'any' })).toEqual([7, 9]);
    expect(listed({ flags: ['clipping', 'slow'] })).toEqual([7]);
    expect(listed({ flags: ['cut-end'] })).toEqual([]);
  });
});

describe('the order and the notes', () => {
  it('sorts by words and by verdict, and the other way round', () => {
    save(project, 'LANE: Tea?\n\nLANE: An urn.\n\nLANE: Éclairs.\n');
    castAll(project);
    for (const number of [1, 2]) give(number);
    project.decisions.setVerdict(1, 'approved');
    expect(listed({ sort: 'text' })).toEqual([2, 3, 1]);
    expect(listed({ sort: 'text', reversed: true })).toEqual([1, 3, 2]);
    expect(listed({ sort: 'verdict' })).toEqual([2, 1, 3]);
    expect(listed({ reversed: true })).toEqual([3, 2, 1]);
  });

  it('finds lines by their notes', () => {
    write();
    const [bright, warm, soft] = [4, 5, 6].map((number) =>
      project.notes.add({ lineId: idOf(number), text: 'Warmer.', takeId: null, seconds: null }),
    );
    project.notes.change(bright?.id ?? 0, { isDone: true });
    project.notes.remove(warm?.id ?? 0);
    expect(listed({ withNote: 'any' })).toEqual([4, 6]);
    expect(listed({ withNote: 'open' })).toEqual([6]);
    project.notes.change(soft?.id ?? 0, { isDone: true });
    expect(listed({ withNote: 'open' })).toEqual([]);
  });
});

describe('a voice’s habit', () => {
  const giveToAlgernon = (tempo = 1) =>
    [1, 3, 5, 7].flatMap((number) => [give(number, { tempo }), give(number, { tempo })]);

  it('is learnt from eight takes of that voice, as they come', () => {
    write();
    project.decisions.pick(give(9, { tempo: 2 }).takeId);
    expect(listed({ flags: ['slow'] })).toEqual([]);
    giveToAlgernon();
    expect(listed({ flags: ['slow'] })).toEqual([9]);
    const [flag] = review.rows([idOf(9)])[0]?.take?.flags ?? [];
    expect(flag).toEqual({ kind: 'slow', ratio: expect.closeTo(2, 6) });
  });

  it('leaves the flags of a take as they are while others come in, and when the project is read again', () => {
    write();
    giveToAlgernon();
    project.decisions.pick(give(9, { tempo: 1.9 }).takeId);
    const flags = (from = review) => from.rows([idOf(9)])[0]?.take?.flags;
    const before = flags();
    expect(before).toEqual([{ kind: 'slow', ratio: expect.closeTo(1.9, 6) }]);
    for (let others = 0; others < 40; others += 1) {
      give(1 + 2 * (others % 4), { tempo: 1 + others / 20 });
      expect(flags()).toEqual(before);
    }
    expect(flags(new ReviewStore(project.db))).toEqual(before);
  });

  it('goes by what is read aloud: figures are longer than they look', () => {
    write();
    giveToAlgernon();
    const numbers = 'ALGERNON: In 1984, 365 of 1,250 and 42% of 777,777.';
    save(project, project.script.text().replace(/ALGERNON: Number 9,.*/, numbers));
    // As long as its words take, and more than twice as long as its characters would.
    const { takeId } = give(9);
    expect(review.takesOf(idOf(9)).at(-1)).toMatchObject({
      id: takeId,
      flags: [],
      durationSeconds: expect.closeTo(0.06 * 190, 6),
    });
  });

  it('is each voice’s own, and each language’s', () => {
    write();
    giveToAlgernon();
    give(2, { tempo: 2 });
    expect(listed({ flags: 'any' })).toEqual([]);
    project.updateSettings({ language: 'german' });
    project.decisions.pick(give(9, { tempo: 2 }).takeId);
    expect(listed({ flags: 'any' })).toEqual([]);
  });

  it('knows of a speed that was asked for', () => {
    write();
    giveToAlgernon();
    project.lines.setOverride(idOf(9), { speed: 0.5 });
    give(9, { tempo: 2 });
    expect(listed({ flags: 'any' })).toEqual([]);
    project.lines.setOverride(idOf(9), { speed: 1 });
    give(9, { tempo: 2 });
    expect(listed({ flags: 'any' })).toEqual([9]);
  });

  it('counts takes once they are measured', () => {
    write();
    const unmeasured = Array.from({ length: 8 }, () => give(1, { measured: null }));
    give(3, { tempo: 2 });
    expect(listed({ flags: 'any' })).toEqual([]);
    for (const { audioHash } of unmeasured) project.takes.putAnalysis(audioHash, measuredAs());
    expect(listed({ flags: 'any' })).toEqual([3]);
  });

  it('forgets what was taken back', () => {
    write();
    giveToAlgernon();
    expect(() =>
      project.db.transaction(() => {
        give(9, { tempo: 2 });
        expect(listed({ flags: 'any' })).toEqual([9]);
        throw new Error('taken back');
      }),
    ).toThrow('taken back');
    give(9);
    expect(listed({ flags: 'any' })).toEqual([]);
  });
});

describe('a page of rows', () => {
  it('shows what a table needs, in the order asked for', () => {
    write();
    const { takeId } = give(7, { seed: 90_412 });
    expect(review.rows([idOf(7), 9_999, idOf(2)])).toEqual([
      {
        lineId: idOf(7),
        number: 7,
        numberInChapter: 2,
        chapterNumber: 2,
        chapterId: project.script.chapters()[1]?.id,
        chapterTitle: 'Two',
        roles: ['ALGERNON'],
        excerpt: `Number 7, ${WORDS}.`,
        turns: [{ role: 'ALGERNON', text: `Number 7, ${WORDS}.` }],
        status: 'fresh',
        takes: 1,
        take: {
          id: takeId,
          lineId: idOf(7),
          number: 1,
          createdAt: expect.any(Number),
          // As it is read: “Number seven”.
          durationSeconds: expect.closeTo(0.06 * 56, 9),
          seed: 90_412,
          format: 'wav',
          verdict: null,
          trimStartSeconds: 0,
          trimEndSeconds: 0,
          gainDb: 0,
          isPick: true,
          isKept: false,
          keyIsToday: true,
          audioProblem: null,
          voices: ['voice:ALGERNON'],
          overview: Buffer.alloc(OVERVIEW_PARTS, 7).toString('base64'),
          loudnessLufs: -20,
          truePeakDbtp: -2,
          flags: [],
          uses: null,
        },
        notes: [],
        latestTake: { id: takeId, createdAt: expect.any(Number) },
      },
      expect.objectContaining({ number: 2, status: 'unrendered', takes: 0, take: null, chapterTitle: 'One' }),
    ]);
  });

  it('renumbers lines when the script changes', () => {
    write();
    const seven = idOf(7);
    expect(review.rows([seven])[0]?.number).toBe(7);
    save(project, `LANE: A line before all.\n\n${project.script.text()}`);
    expect(review.rows([seven])[0]).toMatchObject({ number: 8, numberInChapter: 2 });
  });

  it('shows the beginning of a long line, whole characters only', () => {
    save(project, `${'x'.repeat(159)}🎭 and so on, for ever and ever.\n`);
    castAll(project);
    expect(review.rows(lineIds())[0]?.excerpt).toBe(`${'x'.repeat(159)}…`);
  });
});

describe('the takes of a line', () => {
  it('are all there, of all its keys, numbered from the oldest', () => {
    write();
    const first = give(1).takeId;
    const second = give(1, { measured: null }).takeId;
    save(project, project.script.text().replace('Number 1,', 'Number one,'));
    const third = give(1).takeId;
    expect(review.takesOf(idOf(1))).toMatchObject([
      { id: first, number: 1, isPick: false, keyIsToday: false },
      { id: second, number: 2, isPick: false, keyIsToday: false, overview: null, loudnessLufs: null, flags: [] },
      { id: third, number: 3, isPick: true, keyIsToday: true },
    ]);
    project.decisions.pick(first, { keep: true });
    expect(review.takesOf(idOf(1))).toMatchObject([{ isPick: true, isKept: true }, {}, { isPick: false }]);
    project.decisions.setVerdict(first, 'rejected');
    expect(review.takesOf(idOf(1))).toMatchObject([{ isPick: false, isKept: false }, {}, { isPick: true }]);
    expect(review.takesOf(9_999)).toEqual([]);
  });

  it('of a dialog name both voices', () => {
    save(project, 'LANE: Sugar?\nALGERNON: No sugar, Lane.\n');
    castAll(project);
    give(1);
    expect(review.takesOf(idOf(1))[0]?.voices).toEqual(['voice:LANE', 'voice:ALGERNON']);
  });
});
