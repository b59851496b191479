// A report of what was spent: whatever it adds up by, it comes to the ledger's total, to the character.
import fc from 'fast-check';
import Papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../../e2e/support/rounds.ts';
import { SPENDING_GROUPINGS, type SpendingGrouping, type SpendingRow } from '../../../../shared/model/spending.ts';
import { countCharacters } from '../../../../shared/rules/characters.ts';
import { Journal } from '../journal/journal.ts';
import { markDoubtForResubmission } from '../journal/journal-doubts.ts';
import { JournalReports } from '../journal/journal-reports.ts';
import { LinePositions } from '../lines/line-positions.ts';
import type { Project } from '../project.ts';
import { CONNECTION, castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { recordAudition } from './remaining-budget.ts';
import { nameInTable, spendingCsv } from './spending-pages.ts';
import { sortSpending, spendingReport, splitByRole, withExcerpts } from './spending-report.ts';

const SCRIPT = `Front.

# Act One

ALGERNON: Did you hear?
LANE: No, sir. 😀

Prose of the narrator.

# Act Two

LANE: =1+1
ALGERNON: Quite so.
LANE: Yes.
`;

let workshop: Workshop;
let project: Project;
let journal: Journal;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCRIPT);
  castAll(project);
  journal = new Journal(project.db);
});
afterEach(() => workshop.clear());

const lines = () => project.lines.states();
const report = (by: SpendingGrouping) => spendingReport(project.db, new LinePositions(project), by, null);

function send(runId: number, lineIds: readonly number[], perThousand: number | null) {
  const jobs = lineIds.map((lineId) => {
    const built = project.lines.requestOf(lineId);
    if (!built.ok) throw new Error(built.problem.kind);
    const { request, characters, spoken } = built;
    return {
      lineId,
      renderKey: `key-${lineId}`,
      request,
      characters,
      spoken,
      customId: workshop.random.id(),
      attempts: 0,
    };
  });
  const price = perThousand === null ? null : { perThousand, currency: 'EUR' };
  return journal.beginBatch(runId, CONNECTION, jobs, workshop.clock.now(), { price, webhookUrl: null });
}

const sum = (rows: readonly SpendingRow[], of: (row: SpendingRow) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

describe('who speaks a line', () => {
  it('has the prefixes and row breaks of its turns: the shares are all there is', () => {
    for (const { id } of lines()) {
      const built = project.lines.requestOf(id);
      if (!built.ok) throw new Error(built.problem.kind);
      expect(built.spoken.reduce((total, share) => total + share.characters, 0)).toBe(built.characters);
      const roles = built.spoken.map(({ role }) => role);
      // What a job of earlier days says by its prefixes is the same.
      if (roles.length === 2)
        expect(splitByRole(built.request, [roles[0] ?? '', roles[1] ?? ''])).toEqual(built.spoken);
    }
    const dialog = lines().find(({ roles }) => roles.length === 2);
    const built = project.lines.requestOf(dialog?.id ?? 0);
    expect(built.ok && built.spoken).toEqual([
      { role: 'ALGERNON', characters: countCharacters('ALGERNON: Did you hear?') },
      { role: 'LANE', characters: countCharacters('\nLANE: No, sir. 😀') },
    ]);
  });
});

describe('a report of what was spent', () => {
  it('adds up to the ledger’s total by whatever it is read, whatever became of what was sent', () => {
    const step = fc.record({
      lines: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 5 }),
      fate: fc.constantFrom('sending', 'refused', 'accepted', 'done', 'failed', 'in-doubt', 'sent-again', 'audition'),
      price: fc.constantFrom(null, 2, 0.37),
      newRun: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), fc.boolean(), (steps, deletesALine) => {
        project.db.exec(
          'DELETE FROM jobs; DELETE FROM batches; DELETE FROM auditions; DELETE FROM takes; DELETE FROM picks',
        );
        save(project, SCRIPT);
        const ids = lines().map(({ id }) => id);
        let runId = journal.createRun(ids, {}, 0);
        for (const { lines: at, fate, price, newRun } of steps) {
          if (newRun) runId = journal.createRun(ids, {}, 0);
          const wanted = at.flatMap((index) => ids[index] ?? []);
          if (fate === 'audition') {
            const audition = { connection: CONNECTION, characters: 7, price: null, now: 0 };
            recordAudition(project.db, {
              ...audition,
              lineId: wanted[0] ?? null,
              role: price === null ? null : 'LANE',
            });
            continue;
          }
          const batch = send(runId, wanted, price);
          if (fate === 'refused') journal.markRefused(batch.id, null, 1);
          if (fate === 'in-doubt' || fate === 'sent-again') journal.markInDoubt(batch.id, null, 1);
          if (fate === 'sent-again') markDoubtForResubmission(project.db, batch.id);
          if (fate === 'accepted' || fate === 'done' || fate === 'failed') journal.markAccepted(batch.id, '/1', 1);
          for (const { id } of batch.jobs) {
            if (fate === 'done') journal.markJobDone(id, 2);
            if (fate === 'failed') journal.markJobFailed(id, null, 2);
          }
        }
        if (deletesALine) save(project, SCRIPT.replace('Prose of the narrator.\n\n', ''));
        const ledger = new JournalReports(project.db).spending();
        for (const by of SPENDING_GROUPINGS) {
          const { rows, total } = report(by);
          expect([by, total.characters, total.retakes]).toEqual([by, ledger.total, ledger.retakes]);
          for (const name of [
            'characters',
            'rendered',
            'underWay',
            'failed',
            'inDoubt',
            'auditions',
            'retakes',
            'unpriced',
          ] as const) {
            expect([by, name, sum(rows, (row) => row[name])]).toEqual([by, name, total[name]]);
          }
          expect(sum(rows, (row) => row.amounts['EUR'] ?? 0)).toBeCloseTo(total.amounts['EUR'] ?? 0, 9);
          const { rendered, underWay, failed, inDoubt, auditions } = total;
          expect(rendered + underWay + failed + inDoubt + auditions).toBe(total.characters);
          expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
        }
        expect(
          report('run')
            .rows.filter(({ key }) => key !== 'none')
            .map((row) => [Number(row.key), row.characters]),
        ).toEqual(
          ledger.runs
            .filter((run) => run.characters > 0)
            .map((run) => [run.id, run.characters])
            .toReversed(),
        );
      }),
      { numRuns: rounds(60) },
    );
  });

  it('names what it is about, stands in the script’s order, and can be put in another', () => {
    const ids = lines().map(({ id }) => id);
    const runId = journal.createRun(ids, {}, 5);
    journal.markAccepted(send(runId, ids, 2).id, '/1', 1);
    const chapters = report('chapter').rows;
    expect(chapters.map(({ subject, name }) => [subject, name])).toEqual([
      ['opening', ''],
      ['named', 'Act One'],
      ['named', 'Act Two'],
    ]);
    expect(chapters.map(nameInTable)).toEqual(['Before the first heading', 'Act One', 'Act Two']);
    const byLine = report('line').rows;
    expect(byLine.map(({ name }) => name).slice(0, 3)).toEqual(['Line 1', 'Act One · line 1.1', 'Act One · line 1.2']);
    expect(withExcerpts(project.db, byLine)[2]?.detail).toBe('Did you hear? No, sir. 😀');
    expect(report('role').rows.map(({ name }) => name)).toEqual(['ALGERNON', 'LANE', 'NARRATOR']);
    expect(report('run').rows).toMatchObject([{ subject: 'run', name: String(runId), detail: '5' }]);
    const sorted = sortSpending(byLine, 'characters', true).map(({ characters }) => characters);
    expect(sorted).toEqual(sorted.toSorted((a, b) => b - a));
    expect(sortSpending(byLine, 'name', true)).toEqual(byLine.toReversed());
    expect(sortSpending(byLine, 'amounts', false)[0]?.characters).toBe(Math.min(...sorted));
  });

  it('counts a line that had a take, or was sent before, as a retake', () => {
    const [first = 0] = lines().map(({ id }) => id);
    giveTakes(project);
    journal.markAccepted(send(journal.createRun([first], {}, 0), [first], null).id, '/1', 1);
    expect(report('line').total).toMatchObject({ retakes: 'Front.'.length, unpriced: 'Front.'.length, amounts: {} });
  });
});

describe('the table for spreadsheets', () => {
  const table = (byteOrderMark: boolean) => {
    const ids = lines().map(({ id }) => id);
    journal.markAccepted(send(journal.createRun(ids, {}, 0), ids, 2).id, '/1', 1);
    const made = report('line');
    return spendingCsv({ ...made, rows: withExcerpts(project.db, made.rows) }, 'line', byteOrderMark);
  };

  it('is RFC 4180 with a row for each row and one for all', () => {
    const text = table(false);
    expect(text.endsWith('\r\n')).toBe(true);
    const { data, errors } = Papa.parse<string[]>(text.trimEnd());
    expect(errors).toEqual([]);
    expect(data[0]).toEqual([
      ...['line', 'detail', 'characters', 'rendered', 'with_service', 'failed', 'in_doubt', 'lost'],
      ...['auditions', 'retakes', 'without_price', 'cost_EUR'],
    ]);
    const characters = data.slice(1, -1).map((row) => Number(row[2]));
    const total = data.at(-1) ?? [];
    expect([total[0], Number(total[2])]).toEqual(['Total', characters.reduce((a, b) => a + b)]);
    expect(Number(total[11])).toBeCloseTo((Number(total[2]) / 1_000) * 2, 6);
  });

  it('begins with a byte order mark only where it is asked to', () => {
    expect(table(true).charCodeAt(0)).toBe(0xfeff);
    expect(table(false).startsWith('line,')).toBe(true);
  });

  it('holds no cell that a spreadsheet takes for a formula', () => {
    save(project, '=cmd()\n\n+1\n\n-1\n\n@x\n\n# =HYPERLINK("http://x")\n\nA, "b"\n');
    castAll(project);
    const { data } = Papa.parse<string[]>(table(false).trimEnd());
    for (const cell of data.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    expect(data.map((row) => row[1])).toContain("'=cmd()");
  });
});
