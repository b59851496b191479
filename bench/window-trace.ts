// What Chromium's own trace says of a page: how long keystrokes take until they are on the screen, and what the main
// thread does for each frame.
import type { CDPSession, Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Of the processor's time; microseconds. */
  readonly tdur?: number;
  readonly args: {
    readonly name?: string;
    readonly data?: { readonly type?: string; readonly duration?: number };
  };
}

/** The events of one trace. */
export type Trace = readonly TraceEvent[];

/** What the main thread did from the time when it handed over one frame until it handed over the next. Milliseconds. */
export interface Frame {
  /** By the clock on the wall: what other processes take is in it. */
  readonly workMs: number;
  /** Of the processor's time. */
  readonly cpuMs: number;
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
/** Chromium reports a keystroke when its frame was shown. Milliseconds. */
const REPORTED_MS = 500;

/** Traces a page while something is done with it. */
export async function traced(page: Page, work: () => Promise<void>): Promise<Trace> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  await work();
  await page.waitForTimeout(REPORTED_MS);
  await finish(session);
  await session.detach();
  return events;
}

async function finish(session: CDPSession): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  session.once('Tracing.tracingComplete', () => resolve());
  await session.send('Tracing.end');
  await promise;
}

/** From each key's event to the picture with its letter on the screen. Milliseconds. */
export const keystrokesOf = (trace: Trace): number[] =>
  trace.flatMap(({ name, ph, args }) =>
    name === 'EventTiming' && ph === 'b' && args.data?.type === 'keydown' ? (args.data.duration ?? []) : [],
  );

/** What the main thread did in one go, each time. Milliseconds by the clock on the wall. */
export const tasksOf = (trace: Trace): number[] =>
  ofMainThread(trace).flatMap(({ name, ph, dur = 0 }) => (ph === 'X' && name === 'RunTask' ? dur / 1000 : []));

/** The events of the page's main thread, in their order. */
function ofMainThread(trace: Trace): TraceEvent[] {
  const page = trace.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  return trace
    .filter(({ pid, tid }) => pid === page?.pid && tid === page.tid)
    .toSorted((one, other) => one.ts - other.ts);
}

/** The frames for which the main thread was asked. */
export function framesOf(trace: Trace): Frame[] {
  const frames: Frame[] = [];
  let frame = { workMs: 0, cpuMs: 0 };
  for (const { name, ph, dur = 0, tdur = 0 } of ofMainThread(trace)) {
    if (ph !== 'X') continue;
    if (name === 'RunTask') frame = { workMs: frame.workMs + dur / 1000, cpuMs: frame.cpuMs + tdur / 1000 };
    if (name !== 'Commit') continue;
    // The task that hands the frame over began before it does.
    frames.push(frame);
    frame = { workMs: 0, cpuMs: 0 };
  }
  return frames;
}
