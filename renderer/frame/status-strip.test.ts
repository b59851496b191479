import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../shared/ipc/production-requests.ts';
import { formatClock } from '../ui/format.ts';
import { connectionText, runText } from './status-strip.tsx';

const run = (change: Partial<RunSummary>): RunSummary => ({
  state: 'running',
  runId: 1,
  startedAt: 0,
  finishedAt: null,
  isCancelled: false,
  lines: 379,
  rendered: 112,
  failed: 0,
  inDoubt: 0,
  lost: 0,
  waiting: 0,
  inFlight: 0,
  characters: 0,
  charactersSent: 0,
  batches: 12,
  batchesInFlight: 3,
  extraTakes: 0,
  extraTakesRendered: 0,
  refused: 0,
  allSentAt: null,
  doneAt: null,
  wait: null,
  stopped: null,
  leftOut: null,
  ...change,
});

describe('a run in the status strip', () => {
  it('says what is on its way, how far it is and when it is done', () => {
    const doneAt = Date.UTC(2026, 10, 21, 21, 14);
    expect(runText(run({ doneAt }))).toBe(`3 batches in flight · 112 of 379 lines · done at ${formatClock(doneAt)}`);
  });

  it('says what went wrong, and what it waits for', () => {
    const until = Date.UTC(2026, 10, 21, 21, 2);
    const words = runText(run({ failed: 2, inDoubt: 50, wait: { cause: 'budget', until, message: null } }));
    expect(words).toContain('2 failed · 50 in doubt');
    expect(runText(run({ inDoubt: 50, lost: 3 }))).toContain('50 in doubt · 3 lost');
    expect(words).toContain(`minute limit reached, continuing at ${formatClock(until)}`);
    expect(runText(run({ wait: { cause: 'unreachable', until, message: null } }))).toContain(
      `service unreachable, retrying at ${formatClock(until)}`,
    );
  });

  it('counts extra takes apart', () => {
    expect(runText(run({ extraTakes: 2, extraTakesRendered: 1 }))).toBe(
      '3 batches in flight · 112 of 379 lines · 1 of 2 extra takes',
    );
    expect(runText(run({ state: 'paused', extraTakes: 1 }))).toBe('Paused · 112 of 379 lines · 0 of 1 extra take');
  });

  it('tells a run that ended from one that was stopped, and says nothing of none', () => {
    expect(runText(run({ state: 'finished' }))).toBe('Finished · 112 of 379 lines');
    const stopped = { kind: 'capped', by: 'characters' } as const;
    expect(runText(run({ state: 'finished', stopped }))).toBe('Stopped · 112 of 379 lines');
    expect(runText(run({ state: 'finished', isCancelled: true }))).toBe('Stopped · 112 of 379 lines');
    expect(runText(run({ state: 'idle' }))).toBe('');
  });
});

describe('the service in use', () => {
  const status = { id: 'one', name: 'As it was saved', plan: null, state: 'ready', failure: null } as const;

  it('is called as its account is, and the local one as the language has it, whatever it was saved as', () => {
    expect(connectionText({ ...status, kind: 'account' })).toBe('As it was saved');
    expect(connectionText({ ...status, kind: 'local' })).toBe('Local service');
    expect(connectionText({ ...status, kind: 'local', state: 'connecting' })).toBe('Local service · connecting…');
  });
});
