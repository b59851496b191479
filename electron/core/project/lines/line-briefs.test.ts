import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Journal } from '../journal/journal.ts';
import type { Project } from '../project.ts';
import { CONNECTION, castAll, giveTake, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { type BriefFilter, lineBriefs, linesToRender } from './line-briefs.ts';

const SCENE = `Before.

## Act One

ALGERNON: Did you hear?
LANE: No, sir.

LANE: Yes.

A: One.
B: Two.
C: Three.

ALGERNON: ${'A long speech. '.repeat(20)}
`;

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCENE);
  castAll(project);
});
afterEach(() => workshop.clear());

/** Sends lines, and lets their batch end. */
function send(lineIds: readonly number[], end: (journal: Journal, batchId: number, jobIds: number[]) => void): void {
  const journal = new Journal(project.db);
  const runId = journal.createRun(lineIds, {}, 0);
  const jobs = lineIds.map((lineId) => {
    const line = project.lines.toRender(lineId);
    if (!line) throw new Error(`line ${lineId} can't be rendered`);
    return { ...line, customId: workshop.random.id(), attempts: 0 };
  });
  const batch = journal.beginBatch(runId, CONNECTION, jobs, 0);
  end(
    journal,
    batch.id,
    batch.jobs.map(({ id }) => id),
  );
}

const briefs = (filter: BriefFilter) => lineBriefs(project.db, filter);
const statuses = () =>
  briefs({ chapterId: null })
    .concat(ofActOne())
    .map(({ status }) => status);
const ofActOne = () => briefs({ chapterId: project.script.chapters()[1]?.id ?? null });

describe('briefs of lines', () => {
  it('say who speaks, how many characters are sent, and what hinders', () => {
    expect(ofActOne()).toMatchObject([
      { roles: ['NARRATOR'], characters: 7, problem: null, pickTakeId: null, hasTakes: false },
      { roles: ['ALGERNON', 'LANE'], status: 'unrendered' },
      { roles: ['LANE'] },
      { problem: 'three-roles', status: 'blocked' },
      { roles: ['ALGERNON'], problem: null },
    ]);
  });

  it('are those of the states of lines, in script order, whichever way they are asked for', async () => {
    giveTakes(project);
    const states = project.lines.states();
    const ids = states.map(({ id }) => id);
    const all = briefs({ lineIds: ids.toReversed() });
    expect(all.map(({ id }) => id)).toEqual(ids);
    expect(all.map(({ characters, roles, pickTakeId }) => [characters, roles, pickTakeId])).toEqual(
      states.map(({ characters, roles, pick }) => [characters, roles, pick?.takeId ?? null]),
    );
    expect(briefs({ chapterId: null }).concat(ofActOne())).toEqual(all);
    expect(briefs({ paragraphIds: all.map(({ paragraphId }) => paragraphId) })).toEqual(all);
    expect(briefs({ lineIds: Array.from({ length: 300 }, (_, at) => at) })).toEqual(all);
    expect(briefs({ lineIds: [ids[2] ?? 0] })).toEqual(all.slice(2, 3));
    expect(briefs({ lineIds: [] })).toEqual([]);
    expect(briefs({ lineIds: [999] })).toEqual([]);
  });

  it('follow a line from its sending to its take, and to what it is edited to', async () => {
    const [first] = project.lines.states();
    if (!first) throw new Error('no line');
    expect(statuses()[0]).toBe('unrendered');
    send([first.id], () => expect(statuses()[0]).toBe('in-flight'));
    send([first.id], (journal, batch) => journal.markAccepted(batch, 'link', 0));
    expect(statuses()[0]).toBe('in-flight');
    send([first.id], (journal, batch) => journal.markInDoubt(batch, { message: 'lost' }, 0));
    expect(briefs({ lineIds: [first.id] })).toMatchObject([{ status: 'in-doubt', reason: { message: 'lost' } }]);
    send([first.id], (journal, _, [job]) => journal.markJobFailed(job ?? 0, { message: 'no such voice' }, 0));
    expect(briefs({ lineIds: [first.id] })).toMatchObject([{ status: 'failed', reason: { message: 'no such voice' } }]);
    await giveTake(project, first);
    expect(briefs({ lineIds: [first.id] })).toMatchObject([{ status: 'fresh', hasTakes: true }]);
    save(project, SCENE.replace('Before.', 'Long before.'));
    expect(statuses()[0]).toBe('stale');
    expect(briefs({ lineIds: [first.id] })[0]).not.toHaveProperty('reason');
  });

  it('tell what is too long from what is blocked', () => {
    project.cast.saveRules([
      { from: 'speech', to: 'speech '.repeat(20), wholeWord: true, matchCase: true, role: null, language: null },
    ]);
    project.updateSettings({ lineCharacters: 300 });
    expect(statuses()).toContain('too-long');
    expect(statuses()).toContain('blocked');
  });
});

describe('what a run has to know of lines', () => {
  it('is what their states say', () => {
    giveTakes(project);
    project.decisions.setVerdict(project.lines.states()[0]?.pick?.takeId ?? 0, 'approved');
    save(project, SCENE.replace('Before.', 'Long before.').replace('Yes.', 'Yes!'));
    expect(linesToRender(project.db)).toEqual(
      project.lines.states().map(({ id, state, renderKey, characters, approvedTake }) => ({
        id,
        state,
        hasKey: renderKey !== null,
        characters,
        approvedTake,
      })),
    );
    expect(linesToRender(project.db)[0]).toMatchObject({ state: 'stale', approvedTake: true });
  });
});
