// What is told of a run that has to wait.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunEvent } from '../../../shared/model/run.ts';
import { RunProgress } from '../production/run-progress.ts';
import { LinePositions } from '../project/lines/line-positions.ts';
import { castAll, save, Workshop } from '../project/testing/test-project.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { RunFeed } from './run-feed.ts';

let workshop: Workshop;
let clock: FakeClock;
let feed: RunFeed;

beforeEach(() => {
  workshop = new Workshop();
  clock = new FakeClock();
  const project = workshop.create();
  save(project, 'One.\n\nTwo.\n\nThree.\n');
  castAll(project);
  feed = new RunFeed({
    clock,
    emit: () => {},
    places: new LinePositions(project),
    isShown: () => true,
    state: () => 'running',
    load: () => null,
    outlook: () => ({ limit: {}, assumption: { factor: 1, loweredAt: 0 }, heldUntil: null, window: [] }),
    onUpdate: () => {},
    onLines: () => {},
    onTakes: () => {},
    onDefect: (error) => {
      throw error;
    },
  });
  const waiting = [1, 2, 3].map((lineId) => ({ lineId, characters: 5 }));
  const start = { runId: 1, batches: [], states: new Map(), waiting, failures: new Map() };
  feed.load({ id: 1, createdAt: 0, state: 'open', finishedAt: null }, new RunProgress(start));
});
afterEach(() => {
  feed.stop();
  workshop.clear();
});

const sent = (batchId: number, lineId: number): RunEvent => ({
  kind: 'batch-sent',
  batchId,
  lineIds: [lineId],
  characters: 5,
  webhookHost: null,
});
const TOO_MANY = { kind: 'rate-limited', status: 429, message: 'Too many.' } as const;
const waits = (cause: 'rate-limited' | 'unreachable'): RunEvent => ({
  kind: 'waiting',
  cause,
  until: clock.now() + 1_000,
  problem: TOO_MANY,
});

it('a refusal is shown until something leaves again, whatever comes back of what had left before', async () => {
  feed.handleEvent(sent(1, 1));
  feed.handleEvent(waits('rate-limited'));
  feed.handleEvent({ kind: 'batch-accepted', batchId: 1, lines: 1 });
  feed.handleEvent({ kind: 'line-rendered', lineId: 1, takeId: 1, durationSeconds: 1 });
  expect(feed.summary().wait).toMatchObject({ cause: 'rate-limited', problem: TOO_MANY });
  await clock.advance(2_000);
  expect(feed.summary().wait?.cause).toBe('rate-limited');
  feed.handleEvent(sent(2, 2));
  expect(feed.summary().wait).toBeNull();
});

it('a batch that was on its way out when another was refused does not end the wait', async () => {
  feed.handleEvent(sent(1, 1));
  feed.handleEvent(waits('rate-limited'));
  feed.handleEvent(sent(2, 2));
  expect(feed.summary().wait).toMatchObject({ cause: 'rate-limited', problem: TOO_MANY });
  await clock.advance(1_000);
  feed.handleEvent(sent(3, 1));
  expect(feed.summary().wait).toBeNull();
});

it('a service out of reach is there again when it answers', () => {
  feed.handleEvent(waits('unreachable'));
  feed.handleEvent(sent(1, 1));
  expect(feed.summary().wait?.cause).toBe('unreachable');
  feed.handleEvent({ kind: 'batch-accepted', batchId: 1, lines: 1 });
  expect(feed.summary().wait).toBeNull();
});

it('what a cap leaves out is named until the run goes on', () => {
  feed.handleEvent(sent(1, 1));
  feed.handleEvent({ kind: 'stopped', stop: { kind: 'capped', by: 'money' } });
  expect(feed.summary()).toMatchObject({ stopped: { kind: 'capped', by: 'money' }, leftOut: 'Lines 2–3' });
  feed.stopped = null;
  expect(feed.summary()).toMatchObject({ stopped: null, leftOut: null });
});
