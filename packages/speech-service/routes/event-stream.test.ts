import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EventSource, EventStream, eventFrame } from './job-events.ts';

/** A reader that takes what it is sent when the test says so. */
class HandReader extends Writable {
  readonly taken: string[] = [];
  isTaking = true;
  #waiting: (() => void)[] = [];

  constructor(highWaterMark = 10) {
    super({ highWaterMark, decodeStrings: false });
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.taken.push(chunk);
    if (this.isTaking) done();
    else this.#waiting.push(done);
  }

  takeAll(): void {
    this.isTaking = true;
    for (const done of this.#waiting.splice(0)) done();
  }
}

/** Tells the newest number. */
class Numbers implements EventSource {
  newest = 0;
  asked = 0;
  isLast = false;
  #told = 0;

  takeFrames(): string {
    this.asked += 1;
    const frames = this.newest > this.#told ? eventFrame('number', String(this.newest)) : '';
    this.#told = this.newest;
    return frames;
  }

  isDone(): boolean {
    return this.isLast;
  }
}

let reader: HandReader;
let numbers: Numbers;
let stopping: AbortController;
let closed: number;
let stream: EventStream;

function newStream(to: HandReader): EventStream {
  reader = to;
  return new EventStream(reader, {
    source: numbers,
    pingMs: 15_000,
    stallMs: 60_000,
    stopping: stopping.signal,
    onClosed: () => (closed += 1),
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  numbers = new Numbers();
  stopping = new AbortController();
  closed = 0;
  stream = newStream(new HandReader());
});
afterEach(async () => {
  reader.destroy();
  await turn();
  vi.useRealTimers();
});

async function turn(): Promise<void> {
  for (let count = 0; count < 5; count += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

async function tell(number: number): Promise<void> {
  numbers.newest = number;
  stream.pump();
  await turn();
}

const sent = (): string => reader.taken.join('');

describe('a stream of events', () => {
  test('sends each as an event line and a data line', async () => {
    await tell(1);
    await tell(2);
    expect(sent()).toBe('event: number\ndata: 1\n\nevent: number\ndata: 2\n\n');
  });

  test('sends a ping every 15 seconds: the time, as plain text', async () => {
    const ping = 'event: ping\ndata: 2026-01-02T03:04:05.000Z\n\n';
    vi.advanceTimersByTime(14_999);
    await turn();
    expect(sent()).toBe('');
    vi.advanceTimersByTime(1);
    await turn();
    expect(sent()).toBe(ping);
    vi.advanceTimersByTime(15_000);
    await turn();
    expect(sent()).toBe(ping + ping);
  });

  test('ends after the last event, and pings no more', async () => {
    numbers.isLast = true;
    await tell(1);
    expect(sent()).toBe(eventFrame('number', '1'));
    expect(reader.writableFinished).toBe(true);
    expect(closed).toBe(1);
    await tell(2);
    vi.advanceTimersByTime(120_000);
    expect(sent()).toBe(eventFrame('number', '1'));
    expect(vi.getTimerCount()).toBe(0);
  });

  test('keeps only the newest event for a slow reader, and asks for nothing while the reader lags', async () => {
    reader.isTaking = false;
    await tell(1);
    const asked = numbers.asked;
    for (let number = 2; number <= 1000; number += 1) await tell(number);
    vi.advanceTimersByTime(45_000);
    expect(numbers.asked).toBe(asked);
    expect(reader.writableLength).toBeLessThan(100);
    reader.takeAll();
    await turn();
    expect(sent()).toBe(eventFrame('number', '1') + eventFrame('number', '1000'));
  });

  test('never loses the last event, however slow its reader is', async () => {
    reader.isTaking = false;
    await tell(1);
    numbers.isLast = true;
    await tell(2);
    expect(reader.writableEnded).toBe(false);
    vi.advanceTimersByTime(59_000);
    reader.takeAll();
    await turn();
    expect(sent()).toBe(eventFrame('number', '1') + eventFrame('number', '2'));
    expect([reader.writableFinished, closed]).toEqual([true, 1]);
  });

  test('gives up a reader that takes nothing for a minute', async () => {
    reader.isTaking = false;
    await tell(1);
    vi.advanceTimersByTime(59_999);
    expect(reader.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    await turn();
    expect([reader.destroyed, closed]).toEqual([true, 1]);
  });

  test('gives up one that does not take the end either', async () => {
    stream = newStream(new HandReader(1000));
    reader.isTaking = false;
    numbers.isLast = true;
    await tell(1);
    expect(reader.writableEnded).toBe(true);
    vi.advanceTimersByTime(60_000);
    await turn();
    expect([reader.destroyed, closed]).toEqual([true, 1]);
  });

  test('ends at once when the service stops, also where it has stopped before', async () => {
    stopping.abort();
    await turn();
    expect([reader.writableFinished, closed]).toEqual([true, 1]);
    newStream(new HandReader()).pump();
    await turn();
    expect([reader.writableFinished, reader.taken]).toEqual([true, []]);
  });

  test('leaves nothing behind when its reader has gone', async () => {
    await tell(1);
    reader.destroy(new Error('reset'));
    await turn();
    await tell(2);
    expect(closed).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
