// Takes are compared with their text when they arrive. The local service speaks with eSpeak NG here.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProofedTake } from '../../shared/model/proofed-take.ts';
import { StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

const TEXT = `# One

The old captain walked slowly towards the harbour in the evening.

My sister could not see the river below the mill.
`;

let workshop: StudioWorkshop;
let studio: TestStudio;
beforeEach(async () => {
  workshop = new StudioWorkshop('espeak');
  studio = await workshop.openWith(TEXT);
  await studio.ask('production.start', {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished' && run.rendered === 3);
});
afterEach(() => workshop.clear());

const waiting = async () => (await studio.ask('proof.status', {})).waiting;

/** Resolves when no take waits to be compared. */
async function compared(): Promise<void> {
  while ((await waiting()) > 0) {
    studio.forget();
    if ((await waiting()) > 0) await studio.until('takes-changed');
  }
}

async function takes(): Promise<ProofedTake[]> {
  const { lineIds } = await studio.ask('review.list', { sort: 'script' });
  const rows = await studio.ask('review.rows', { lineIds });
  return studio.ask('proof.takes', { takeIds: rows.flatMap(({ take }) => take?.id ?? []) });
}

it('has the times of all words, in order', async () => {
  await compared();
  const [, second] = await takes();
  expect(second).toMatchObject({ text: 'The old captain walked slowly towards the harbour in the evening.' });
  expect(second?.words).toHaveLength(11);
  const starts = second?.words.map(({ startSeconds }) => startSeconds) ?? [];
  expect(starts.toSorted((a, b) => a - b)).toEqual(starts);
  expect(second?.proof).toMatchObject({ linesLearnt: 0, isSuspicious: false });
  const status = await studio.ask('proof.status', {});
  expect(status).toMatchObject({ isOn: true, proofed: 3, notCompared: 0, voices: [{ isLearning: true }] });
});

it('renders lines again within the limits, and compares the new takes', async () => {
  await compared();
  const limits = { minScore: -1_000, maxRetries: 1, maxCharacters: 70 };
  const plan = await studio.ask('proof.retryPlan', limits);
  expect(plan.characters).toBeLessThanOrEqual(70);
  expect(plan.excluded.map(({ reason }) => reason)).toContain('over-limit');
  const { lineIds } = await studio.ask('proof.retry', limits);
  expect(lineIds).toEqual(plan.lineIds);
  studio.forget();
  await studio.until('run-changed', ({ run }) => run.state === 'finished');
  await compared();
  const retaken = await studio.ask('review.takes', { lineId: lineIds[0] ?? 0 });
  expect(retaken).toHaveLength(2);
  const again = await studio.ask('proof.retryPlan', { ...limits, maxCharacters: 1_000 });
  expect(again.excluded).toContainEqual({
    lineId: lineIds[0],
    takeId: retaken.find(({ isPick }) => isPick)?.id,
    reason: 'retried',
  });
});

it('compares nothing while the setting is off', async () => {
  await studio.ask('project.updateSettings', { proofTakes: false });
  expect((await studio.ask('proof.status', {})).isOn).toBe(false);
  await studio.ask('project.updateSettings', { proofTakes: true });
  await compared();
  expect(await waiting()).toBe(0);
});
