import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lineBriefs } from '../lines/line-briefs.ts';
import type { Project } from '../project.ts';
import { CONNECTION, castAll, giveTake, save, Workshop } from '../testing/test-project.ts';
import { Journal } from './journal.ts';
import { leaveOut, markDoubtForResubmission } from './journal-doubts.ts';
import { JournalReports } from './journal-reports.ts';

let workshop: Workshop;
let project: Project;
let journal: Journal;
let reports: JournalReports;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, 'One.\n\nTwo!\n\nThree?\n');
  castAll(project);
  journal = new Journal(project.db);
  reports = new JournalReports(project.db);
});
afterEach(() => workshop.clear());

const lineIds = () => project.lines.states().map(({ id }) => id);

function send(runId: number, ids: readonly number[], account = CONNECTION) {
  const jobs = ids.map((id) => {
    const line = project.lines.toRender(id);
    if (!line) throw new Error('nothing to render');
    return { ...line, customId: workshop.random.id(), attempts: 0 };
  });
  return journal.beginBatch(runId, account, jobs, 10);
}

describe('the journal’s reports', () => {
  it('show a run’s batches with what became of each job, and those of others that are open', () => {
    const [one = 0, two = 0, three = 0] = lineIds();
    const first = journal.createRun([one], {}, 1);
    const open = send(first, [one]);
    journal.markAccepted(open.id, '/1', 11);
    const second = journal.createRun([two, three], {}, 2);
    const refused = send(second, [two, three]);
    journal.markRefused(refused.id, { kind: 'refused', message: 'no' }, 12);
    expect(reports.latestRun()).toMatchObject({ id: second, state: 'open', createdAt: 2 });
    expect(reports.batchesFor(second)).toMatchObject([
      { id: open.id, runId: first, state: 'accepted', jobs: [{ lineId: one, state: 'accepted' }] },
      { id: refused.id, state: 'refused', reason: { message: 'no' }, jobs: [{ lineId: two }, { lineId: three }] },
    ]);
    expect(reports.batchesFor(first).map(({ id }) => id)).toEqual([open.id]);
    expect([...reports.failedJobs().keys()]).toEqual([two, three]);
  });

  it('count what the service took, or may have taken, and which of it were retakes', async () => {
    const [line] = project.lines.states();
    const [one = 0, two = 0] = lineIds();
    const runId = journal.createRun([one, two], {}, 1);
    const refused = send(runId, [two]);
    journal.markRefused(refused.id, null, 1);
    const doubtful = send(runId, [two]);
    journal.markInDoubt(doubtful.id, { message: 'lost' }, 1);
    if (line) await giveTake(project, line);
    project.decisions.setVerdict(project.takes.takesOf(one)[0]?.id ?? 0, 'rejected');
    const again = send(runId, [one]);
    journal.markAccepted(again.id, '/2', 1);
    expect(reports.spending()).toMatchObject({
      total: 'Two!One.'.length,
      retakes: 'One.'.length,
      inDoubt: 'Two!'.length,
      runs: [{ id: runId, lines: 2, characters: 'Two!One.'.length, batches: 2 }],
    });
    expect(reports.acceptedCharacters()).toBe('Two!One.'.length);
  });

  it('let one batch in doubt be decided, and the others wait', () => {
    const [one = 0, two = 0, three = 0] = lineIds();
    const runId = journal.createRun([one, two, three], {}, 1);
    const batches = [one, two, three].map((id) => send(runId, [id]));
    for (const { id } of batches) journal.markInDoubt(id, { message: 'lost' }, 1);
    const [first, second, third] = batches.map(({ id }) => id);
    expect(markDoubtForResubmission(project.db, first ?? 0)).toEqual([one]);
    expect(leaveOut(project.db, second ?? 0, 5)).toEqual([two]);
    expect(leaveOut(project.db, second ?? 0, 6)).toEqual([]);
    expect(journal.linesInDoubt()).toEqual([three]);
    expect(reports.doubts().map(({ id }) => id)).toEqual([third]);
    expect(lineBriefs(project.db, { lineIds: [one, two] }).map(({ status }) => status)).toEqual([
      'unrendered',
      'unrendered',
    ]);
    expect(reports.spending().total).toBe('One.Two!Three?'.length);
  });

  it('follow only what the account in use has', () => {
    const [one = 0, two = 0] = lineIds();
    const other = { origin: 'https://other.example', userId: 'u' };
    const runId = journal.createRun([one, two], {}, 1);
    const own = send(runId, [one]);
    journal.markAccepted(own.id, '/1', 1);
    journal.markAccepted(send(runId, [two], other).id, '/2', 1);
    expect(journal.openBatches(CONNECTION).map(({ id }) => id)).toEqual([own.id]);
    expect(journal.openBatches().length).toBe(2);
  });

  it('order more lines in a run behind those that it has', () => {
    const [one = 0, two = 0, three = 0] = lineIds();
    const runId = journal.createRun([three, one], {}, 1);
    journal.addToRun(runId, [two, one]);
    expect(journal.linesOf(runId)).toEqual([three, one, two]);
  });
});
