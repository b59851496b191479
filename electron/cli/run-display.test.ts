import { PassThrough } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Dispatcher } from '../core/scheduler/dispatcher.ts';
import type { RateBudget } from '../core/scheduler/rate-budget.ts';
import type { BudgetState } from '../core/scheduler/scheduler-types.ts';
import { createOutput } from './output.ts';
import { RunDisplay } from './run-display.ts';
import { playBack } from './testing/screen.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
afterEach(() => void vi.useRealTimers());

const IDLE: BudgetState = {
  scope: 'batch',
  limit: { requests: 20, characters: 35_000 },
  assumed: { requests: 20, characters: 35_000 },
  used: { requests: 2, characters: 12_345 },
  waitingUntil: null,
  waitingFor: null,
};

function displayOn(kind: 'terminal' | 'pipe', total = 10, columns = 80) {
  const stream = new PassThrough();
  let written = '';
  stream.on('data', (bytes: Buffer) => {
    written += bytes.toString();
  });
  const terminal = Object.assign(stream, { isTTY: true, columns, rows: 24 }) as unknown as WriteStream;
  const output = createOutput(new PassThrough(), stream, kind === 'terminal' ? terminal : null);
  const state = { budget: IDLE, finishedAt: null as number | null };
  const display = new RunDisplay({
    output,
    total,
    // Only what the display asks of them.
    dispatcher: { snapshot: () => ({ doneAt: null, finishedAt: state.finishedAt }) } as unknown as Dispatcher,
    budget: { state: () => state.budget } as unknown as RateBudget,
    nameOf: (lineId) => `Line ${lineId} (LANE, “Yes, sir.”)`,
    now: () => Date.now(),
  });
  const rendered = (lines: number, everyMs = 0) => {
    for (let lineId = 1; lineId <= lines; lineId += 1) {
      vi.advanceTimersByTime(everyMs);
      display.handleEvent({ kind: 'line-rendered', lineId, takeId: lineId, durationSeconds: 1 });
    }
  };
  return { display, output, state, rendered, written: () => written };
}

/** What a terminal ends with: its newline becomes a carriage return and a line feed. */
const screen = (written: string, columns = 80): string[] => playBack(written.replaceAll('\n', '\r\n'), columns);

describe('on a terminal', () => {
  it('shows how far the run is, this minute’s budget and the time left', () => {
    const { display, state, rendered, written } = displayOn('terminal');
    display.start();
    rendered(5, 1_000);
    state.finishedAt = Date.now() + 5_000;
    vi.advanceTimersByTime(120);
    expect(screen(written())).toEqual([
      '██████████████░░░░░░░░░░░░░░ 50 %  5 of 10 lines rendered.',
      'This minute: 12,345 of 35,000 characters, 2 of 20 requests.',
      'About 5 s left.',
    ]);
  });

  it('writes what happens above the rows that move, and leaves nothing of those behind', () => {
    const { display, output, rendered, written } = displayOn('terminal');
    display.start();
    rendered(2);
    display.handleEvent({
      kind: 'line-failed',
      lineId: 7,
      failure: { kind: 'failed-by-service', message: 'The voice is hoarse.' },
      willRetry: false,
    });
    vi.advanceTimersByTime(240);
    output.note('Stopping.');
    vi.advanceTimersByTime(240);
    display.stop();
    output.note('Done.');
    expect(screen(written())).toEqual([
      'Line 7 (LANE, “Yes, sir.”) failed: The voice is hoarse.',
      'Stopping.',
      'Done.',
    ]);
  });

  it('keeps each moving row within the terminal, whatever the service says', () => {
    const { display, written } = displayOn('terminal', 10, 40);
    display.start();
    const message = `\x1b[31m${'春の海 and very much more. '.repeat(4)}`;
    display.handleEvent({ kind: 'waiting', cause: 'unreachable', until: Date.now() + 60_000, message });
    vi.advanceTimersByTime(120);
    expect(screen(written(), 40)).toEqual([
      '░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0 %  0 of…',
      'This minute: 12,345 of 35,000 characte…',
      'Waiting for the first lines.',
      '春の海 and very much more. 春の海 and…',
    ]);
  });

  it('names what the run waits for', () => {
    const { display, state, written } = displayOn('terminal');
    state.budget = { ...IDLE, waitingUntil: Date.now() + 30_000, waitingFor: 'refused' };
    display.start();
    expect(screen(written())).toContain('The service asked Lectern to wait (rate limit reached). Continuing in 30 s.');
  });
});

describe('in a pipe', () => {
  it('tells in plain rows what is new, and now and then that nothing is', () => {
    const { display, rendered, written } = displayOn('pipe');
    display.start();
    rendered(3);
    vi.advanceTimersByTime(60_000);
    expect(written()).toBe('3 of 10 lines rendered. Waiting for the first lines.\n');
    display.handleEvent({ kind: 'batch-in-doubt', batchId: 1, lineIds: [4, 5], message: 'No reply.' });
    vi.advanceTimersByTime(5_000);
    display.stop();
    expect(written().split('\n').slice(1)).toEqual([
      'A batch of 2 lines is in doubt and won’t be resent automatically: No reply.',
      '3 of 10 lines rendered, 2 in doubt. Waiting for the first lines.',
      '',
    ]);
  });

  it('tells once that the service asked to wait', () => {
    const { display, state, written } = displayOn('pipe');
    display.start();
    state.budget = { ...IDLE, waitingUntil: Date.now() + 62_000, waitingFor: 'refused' };
    vi.advanceTimersByTime(20_000);
    expect(written()).toBe(
      'The service asked Lectern to wait (rate limit reached). Continuing in 57 s.\n' +
        '0 of 10 lines rendered. Waiting for the first lines.\n',
    );
  });
});
