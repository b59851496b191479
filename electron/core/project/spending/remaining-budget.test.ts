// The hard caps: never passed, whichever process sends, in whatever order and however often it starts again.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../../e2e/support/rounds.ts';
import type { Price } from '../../../../shared/model/spending.ts';
import { Journal } from '../journal/journal.ts';
import { leaveOut, markDoubtForResubmission } from '../journal/journal-doubts.ts';
import type { Project } from '../project.ts';
import { CONNECTION, castAll, save, Workshop } from '../testing/test-project.ts';
import { beginWithinCaps, recordAudition, remainingBudget, removeAudition, sumSpending } from './remaining-budget.ts';

const EUR: Price = { perThousand: 2.5, currency: 'EUR' };

let workshop: Workshop;
let project: Project;
let journal: Journal;
let runId: number;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, 'One.\n\nTwo!\n\nThree?\n');
  castAll(project);
  journal = new Journal(project.db);
  runId = journal.createRun([1, 2, 3], {}, 0);
});
afterEach(() => workshop.clear());

const job = (characters: number) => {
  const line = project.lines.toRender(project.lines.states()[0]?.id ?? 0);
  if (!line) throw new Error('nothing to render');
  return { ...line, characters, customId: workshop.random.id(), attempts: 0 };
};

const begin = (characters: readonly number[], price: Price | null = null, run = runId) =>
  beginWithinCaps(project.db, journal, {
    runId: run,
    connection: CONNECTION,
    jobs: characters.map(job),
    terms: { price, webhookUrl: null },
    now: 0,
  });

const left = (price: Price | null = null) => remainingBudget(project.db, price, runId);

describe('the hard caps', () => {
  it('let everything through where there are none', () => {
    expect(left(EUR)).toEqual({ characters: null, by: null });
    expect(begin([1_000_000])).toMatchObject({ jobs: [{}], beyond: [], by: null });
  });

  it('let the first lines of a batch through, and no short one behind them', () => {
    project.updateSettings({ characterCap: 10 });
    const { batch, jobs, beyond, by } = begin([4, 5, 2, 1]);
    expect([batch?.jobs.length, jobs.length, beyond.map((each) => each.characters), by]).toEqual([
      2,
      2,
      [2, 1],
      'characters',
    ]);
    expect(begin([2]).batch).toBeNull();
    expect(begin([1]).batch).not.toBeNull();
    expect(left()).toEqual({ characters: 0, by: 'characters' });
  });

  it('count what is being sent, in doubt, failed, left out and sent again, and not what was refused or never left', () => {
    project.updateSettings({ characterCap: 100 });
    const charactersLeft = () => left().characters;
    begin([10]);
    expect(charactersLeft()).toBe(90);
    const refused = begin([10]).batch;
    journal.markRefused(refused?.id ?? 0, { kind: 'refused', message: 'no' }, 1);
    const withdrawn = begin([10]).batch;
    journal.deleteBatch(withdrawn?.id ?? 0);
    expect(charactersLeft()).toBe(90);
    for (const decide of [markDoubtForResubmission, leaveOut]) {
      const doubtful = begin([10]).batch;
      journal.markInDoubt(doubtful?.id ?? 0, { kind: 'in-doubt', message: '?' }, 1);
      decide(project.db, doubtful?.id ?? 0, 1);
    }
    const failed = begin([10]).batch;
    journal.markAccepted(failed?.id ?? 0, '/1', 1);
    journal.markJobFailed(failed?.jobs[0]?.id ?? 0, { kind: 'failed-by-service', message: null }, 2);
    expect(charactersLeft()).toBe(60);
  });

  it('hold a run’s own cap beside the project’s: the lesser counts', () => {
    const capped = journal.createRun([1], { maxCharacters: 6 }, 0);
    project.updateSettings({ characterCap: 100 });
    expect(begin([4, 4], null, capped)).toMatchObject({ jobs: [{}], beyond: [{}], by: 'run' });
    project.updateSettings({ characterCap: 5 });
    expect(begin([2], null, capped)).toMatchObject({ batch: null, by: 'characters' });
  });

  it('hold the cap in money at the price at which each batch left', () => {
    project.updateSettings({ moneyCap: { amount: 10, currency: 'EUR' } });
    begin([2_000], EUR);
    expect(sumSpending(project.db, EUR, 'EUR')).toEqual({ characters: 2_000, amount: 5 });
    const dearer = { perThousand: 5, currency: 'EUR' };
    expect(left(dearer)).toEqual({ characters: 1_000, by: 'money' });
    expect(begin([1_001], dearer)).toMatchObject({ batch: null, by: 'money' });
    expect(begin([1_000], dearer).batch).not.toBeNull();
    expect(left(EUR)).toEqual({ characters: 0, by: 'money' });
  });

  it('let nothing through where cap and price are in two currencies, and can’t hold where there is no price', () => {
    project.updateSettings({ moneyCap: { amount: 10, currency: 'EUR' } });
    expect(left({ perThousand: 1, currency: 'USD' })).toEqual({ characters: 0, by: 'currency' });
    expect(left(null)).toEqual({ characters: null, by: null });
  });

  it('count auditions, and refuse one that would pass them', () => {
    project.updateSettings({ characterCap: 10 });
    const audition = { lineId: null, role: 'NARRATOR', connection: CONNECTION, characters: 6, price: EUR, now: 0 };
    const booked = recordAudition(project.db, audition);
    expect(left().characters).toBe(4);
    expect(recordAudition(project.db, audition)).toEqual({ by: 'characters' });
    expect(begin([5]).batch).toBeNull();
    removeAudition(project.db, 'id' in booked ? booked.id : 0);
    expect(left().characters).toBe(10);
  });

  it('are never exceeded, whatever is sent, refused, in doubt, sent again or repriced, even after reopening', () => {
    const step = fc.record({
      jobs: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 }),
      fate: fc.constantFrom('accepted', 'refused', 'in-doubt', 'sent-again', 'forgotten', 'sending'),
      price: fc.constantFrom(null, EUR, { perThousand: 0.7, currency: 'EUR' }),
      reopen: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 100 }).map((cents) => cents / 100),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        (characterCap, amount, steps) => {
          project.db.exec('DELETE FROM jobs; DELETE FROM batches');
          project.updateSettings({ characterCap, moneyCap: { amount, currency: 'EUR' } });
          let [characters, money] = [0, 0];
          for (const { jobs, fate, price, reopen } of steps) {
            if (reopen) {
              project.close();
              project = workshop.open();
              journal = new Journal(project.db);
            }
            const { batch, jobs: sent } = begin(jobs, price ?? EUR);
            if (!batch) continue;
            const size = sent.reduce((sum, each) => sum + each.characters, 0);
            if (fate === 'forgotten') journal.deleteBatch(batch.id);
            else if (fate === 'refused') journal.markRefused(batch.id, null, 1);
            else {
              characters += size;
              money += (size / 1_000) * (price ?? EUR).perThousand;
              if (fate === 'accepted') journal.markAccepted(batch.id, '/1', 1);
              if (fate === 'in-doubt' || fate === 'sent-again') journal.markInDoubt(batch.id, null, 1);
              if (fate === 'sent-again') markDoubtForResubmission(project.db, batch.id);
            }
            expect(characters).toBeLessThanOrEqual(characterCap);
            expect(money).toBeLessThanOrEqual(amount + 1e-8);
          }
          expect(sumSpending(project.db, EUR, 'EUR').characters).toBe(characters);
        },
      ),
      { numRuns: rounds(60) },
    );
  });

  it('are used up to the last line and not passed by several processes that send at the same time', async () => {
    project.updateSettings({ characterCap: 7 * 40 + 3, moneyCap: { amount: 100, currency: 'EUR' } });
    const file = fileURLToPath(new URL('../testing/spending-process.ts', import.meta.url));
    const children: ChildProcess[] = [];
    for (let at = 0; at < 3; at += 1) {
      const child = fork(file, [project.dir, '7', '2']);
      children.push(child);
      await once(child, 'message');
    }
    const sent = await Promise.all(
      children.map(async (child) => {
        const answer = once(child, 'message');
        child.send('spend');
        return Number((await answer)[0]);
      }),
    );
    expect(sent.reduce((sum, jobs) => sum + jobs, 0)).toBe(40);
    expect(sumSpending(project.db, null, null).characters).toBe(280);
  });
});
