import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Journal } from '../project/journal/journal.ts';
import { JournalReports } from '../project/journal/journal-reports.ts';
import { repairRows } from '../project/lines/repair-rows.ts';
import type { Project } from '../project/project.ts';
import { CONNECTION, castAll, giveTake, save, Workshop } from '../project/testing/test-project.ts';
import { planRun } from './run-plan.ts';

let workshop: Workshop;
let project: Project;
let journal: Journal;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, 'One.\n\nTwo.\n\nThree.\n');
  castAll(project);
  journal = new Journal(project.db);
});
afterEach(() => workshop.clear());

const [ONE, TWO] = [1, 2];
const planned = () => planRun(project, journal).send.map(({ lineId }) => lineId);
const keptAside = () => project.db.prepare<{ what: string }>('SELECT what FROM kept_aside').all();
const repair = (now: number) => repairRows(project.db, project.keys, now);
const damage = (sql: string) => project.db.exec(sql);

function accept(...lineIds: number[]): number {
  const jobs = lineIds.flatMap((lineId) => project.lines.toRender(lineId) ?? []);
  const runId = journal.createRun(lineIds, {}, 1);
  const wanted = jobs.map((job) => ({ ...job, customId: `c${job.lineId}`, attempts: 0 }));
  const { id } = journal.beginBatch(runId, CONNECTION, wanted, 2);
  journal.markAccepted(id, '/batches/1', 3);
  return id;
}

describe('rows that can’t be as they are', () => {
  it('are none in a sound project: nothing is written', async () => {
    const [line] = project.lines.states();
    if (line) await giveTake(project, line);
    accept(TWO);
    expect(repair(9)).toEqual({ repaired: [], inDoubt: [] });
    expect(keptAside()).toEqual([]);
  });

  it.each([
    ['a line’s key', `UPDATE lines SET render_key = 'x' WHERE id = ${ONE}`],
    ['a take’s key', `UPDATE takes SET render_key = '${'Z'.repeat(64)}' WHERE line_id = ${ONE}`],
    ['a pick’s key', `UPDATE picks SET render_key = 'x' WHERE line_id = ${ONE}`],
    ['a pick', `DELETE FROM picks WHERE line_id = ${ONE}`],
  ])('make no line with a take be sent again: %s', async (_, sql) => {
    const [line] = project.lines.states();
    if (line) await giveTake(project, line);
    damage(sql);
    expect(repair(9)).toEqual({ repaired: [ONE], inDoubt: [] });
    expect(project.lines.states()[0]?.state).toBe('fresh');
    expect(planned()).toEqual([TWO, 3]);
    expect(repair(10)).toEqual({ repaired: [], inDoubt: [] });
  });

  it('of a take that was rejected bring no pick back', async () => {
    const [line] = project.lines.states();
    const takeId = line ? await giveTake(project, line) : 0;
    project.decisions.setVerdict(takeId, 'rejected');
    damage('DELETE FROM picks');
    expect(repair(9).repaired).toEqual([]);
    expect(planned()).toContain(ONE);
  });

  it.each([
    ['key', `UPDATE jobs SET render_key = 'x' WHERE line_id = ${ONE}`],
    ['request', `UPDATE jobs SET request = '{' WHERE line_id = ${ONE}`],
    ['request of another kind', `UPDATE jobs SET request = '{"text":5}' WHERE line_id = ${ONE}`],
  ])('of a job with the service are repaired from the rest of the project: %s', (_, sql) => {
    accept(ONE, TWO);
    const before = journal.openBatches();
    damage(sql);
    expect(repair(9)).toEqual({ repaired: [ONE], inDoubt: [] });
    expect(journal.openBatches()).toEqual(before);
    expect(planned()).toEqual([3]);
    expect(keptAside()).toEqual([{ what: 'jobs' }]);
  });

  it('of a job that can’t be reconstructed put its line in doubt, and the others of its batch are read', () => {
    const batch = accept(ONE, TWO);
    damage(`UPDATE jobs SET request = '', render_key = 'x' WHERE line_id = ${ONE}`);
    expect(repair(9)).toEqual({ repaired: [], inDoubt: [ONE] });
    expect(journal.openBatches()).toMatchObject([{ id: batch, jobs: [{ lineId: TWO }] }]);
    expect(journal.linesInDoubt()).toEqual([ONE]);
    expect(planned()).toEqual([3]);
    const [doubt] = new JournalReports(project.db).doubts();
    expect(doubt).toMatchObject({ jobs: [{ lineId: ONE }], reason: { kind: 'in-doubt' } });
    expect(repair(10)).toEqual({ repaired: [], inDoubt: [] });
  });
});

it('a line whose stored key is not its own is not sent: it may have its audio', async () => {
  const [line] = project.lines.states();
  if (line) await giveTake(project, line);
  damage(`UPDATE lines SET render_key = '${'0'.repeat(64)}' WHERE id = ${ONE}`);
  expect(project.lines.states()[0]?.state).toBe('stale');
  expect(project.lines.toRender(ONE)).toBeNull();
  expect(project.lines.states()[0]?.state).toBe('fresh');
});
