// Lines that the service accepted and no longer has: told apart from a service that can't be read, counted, and sent
// again only when the producer says so.
import { afterEach, describe, expect, it } from 'vitest';
import { sumSpending } from '../electron/core/project/spending/remaining-budget.ts';
import type { Denial, HostileBehaviours } from './hostile-service/behaviours.ts';
import type { HostileService } from './hostile-service/hostile-service.ts';
import type { Studio } from './support/studio.ts';
import { StudioStage } from './support/studio-stage.ts';

const LINES = 60;
const script = Array.from({ length: LINES }, (_, i) => `LANE: This is line ${i} of them.`).join('\n\n');

const stage = new StudioStage();
afterEach(() => stage.clear());

/** A service that says nothing of the jobs when it accepts them, unless the behaviours say what it answers. */
const studioAgainst = (behaviours: HostileBehaviours) =>
  stage.open(script, { submission: { chances: { '201-html': 1 } }, ...behaviours });

const fresh = ({ project }: Studio): number => project.lines.counts().fresh;
const is = (text: string, ...numbers: readonly number[]): boolean =>
  numbers.some((number) => text.includes(`line ${number} of`));

/** Decides that what is lost is sent again, renders it, and checks that each line was paid as often as it was sent. */
async function expectSentAgain(studio: Studio, service: HostileService, lost: number): Promise<void> {
  const jobs = service.stats().jobs;
  const before = sumSpending(studio.project.db, null, null).characters;
  expect((await studio.render()).batches, 'nothing is sent again unasked').toBe(0);
  studio.journal.markDoubtsForResubmission();
  const outcome = await studio.render();
  expect(outcome.rendered.length).toBe(lost);
  expect(service.stats().jobs).toBe(jobs + lost);
  expect(sumSpending(studio.project.db, null, null).characters).toBe(before + outcome.characters);
  expect(fresh(studio)).toBe(LINES);
}

describe('what the service no longer has is lost', () => {
  it.each([404, 410] as const)('a batch that it answers with %i', async (status) => {
    let swept = true;
    const denies: HostileBehaviours['denies'] = ({ what }) => (swept && what === 'batch' ? status : null);
    const { studio, service } = await studioAgainst({ denies });
    const outcome = await studio.render();
    expect(outcome.lost.length).toBe(LINES);
    expect([outcome.failed.size, outcome.inDoubt.length, fresh(studio)]).toEqual([0, 0, 0]);
    expect(studio.journal.linesLost().length).toBe(LINES);
    swept = false;
    await expectSentAgain(studio, service, LINES);
  });

  it('a child that it answers with 404, or leaves out, where the batch is still there', async () => {
    let swept = true;
    const { studio, service } = await studioAgainst({
      leavesOut: (text) => swept && is(text, 7, 33),
      denies: ({ what, text }) => (swept && what === 'child' && is(text ?? '', 7, 33) ? 404 : null),
    });
    const outcome = await studio.render();
    expect([outcome.lost.length, outcome.failed.size, fresh(studio)]).toEqual([2, 0, LINES - 2]);
    swept = false;
    await expectSentAgain(studio, service, 2);
  });

  it('audio that is gone, has the wrong size, or is no audio', async () => {
    let ill = true;
    const { studio, service } = await studioAgainst({
      denies: ({ what, text }) => (ill && what === 'audio' && is(text ?? '', 3) ? 404 : null),
      spoils: (text) => {
        if (!ill) return undefined;
        return is(text, 4) ? 'wrong-size' : is(text, 5) ? 'undecodable' : undefined;
      },
    });
    const outcome = await studio.render();
    expect([outcome.lost.length, outcome.failed.size, fresh(studio)]).toEqual([3, 0, LINES - 3]);
    ill = false;
    await expectSentAgain(studio, service, 3);
  });

  it.each([null, 401, 404, 'page'] as const)(
    'a batch whose only link leads to another server, which answers with %s',
    async (answer) => {
      const { studio, service } = await studioAgainst({
        submission: { sequence: ['201-foreign', '201-foreign'] },
        denies: ({ what }) => (what === 'elsewhere' ? answer : null),
      });
      const outcome = await studio.render();
      expect([outcome.lost.length, outcome.failed.size, outcome.inDoubt.length]).toEqual([LINES, 0, 0]);
      expect(service.stats().leaks).toEqual([]);
      await expectSentAgain(studio, service, LINES);
    },
  );
});

describe('what can’t be read at the moment is not lost', () => {
  const everything: readonly (readonly [string, HostileBehaviours['denies']])[] = [
    ['404 for everything, the voices too', () => 404],
    ['a proxy’s page for everything', () => 'page'],
    ['a proxy’s page for batches', ({ what }) => (what === 'batch' ? 'page' : null)],
    [
      '404 for batches, and a page for the voices',
      ({ what }) => ({ batch: 404, voices: 'page' })[what as 'batch'] as Denial,
    ],
    ['404 for batches, and 401 for the voices', ({ what }) => ({ batch: 404, voices: 401 })[what as 'batch'] as Denial],
    ['401 for batches', ({ what }) => (what === 'batch' ? 401 : null)],
    ['403 for batches', ({ what }) => (what === 'batch' ? 403 : null)],
    ['403 for audio', ({ what }) => (what === 'audio' ? 403 : null)],
  ];
  it.each(everything)('%s', async (_name, denied) => {
    let ill = true;
    const { studio, service } = await studioAgainst({ denies: (asked) => (ill ? denied?.(asked) : null) });
    const outcome = await studio.render();
    expect([outcome.lost.length, studio.journal.linesLost().length]).toEqual([0, 0]);
    expect(outcome.failed.size).toBe(LINES);
    ill = false;
    const again = await studio.render();
    expect([again.batches, again.rendered.length, fresh(studio)]).toEqual([0, LINES, LINES]);
    expect(service.stats().jobs).toBe(LINES);
  });

  it.each(['500', '503-text', 'reset'] as const)('%s for batches', async (misfortune) => {
    const { studio, service } = await studioAgainst({ read: { chances: { [misfortune]: 1 } } });
    const outcome = await studio.render();
    expect([outcome.lost.length, outcome.failed.size]).toEqual([0, LINES]);
    expect(service.stats().jobs).toBe(LINES);
  });

  it('404 right after the batch was made, while copies of the service’s data catch up', async () => {
    const asked = new Map<string, number>();
    const { studio, service } = await studioAgainst({
      denies: ({ what }) => {
        asked.set(what, (asked.get(what) ?? 0) + 1);
        return what === 'batch' && (asked.get(what) ?? 0) <= 2 ? 404 : null;
      },
    });
    const outcome = await studio.render();
    expect([outcome.lost.length, outcome.failed.size, fresh(studio)]).toEqual([0, 0, LINES]);
    expect(service.stats().jobs).toBe(LINES);
  });
});
