// Analyses a page's trace from Chromium: key-to-screen latency, and main-thread work per frame.
import type { CDPSession, Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** CPU time in microseconds. */
  readonly tdur?: number;
  readonly args: {
    readonly name?: string;
    readonly data?: { readonly type?: string; readonly duration?: number };
  };
}

export type Trace = readonly TraceEvent[];

/** Main-thread work between two frame commits, in milliseconds. */
export interface Frame {
  /** Wall time, which includes waiting for other processes. */
  readonly workMs: number;
  /** CPU time. */
  readonly cpuMs: number;
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
/** How long after its frame Chromium may report a key event, in milliseconds. */
const REPORT_DELAY_MS = 500;

/** Records a trace while `work` runs. */
export async function recordTrace(page: Page, work: () => Promise<void>): Promise<Trace> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  await work();
  await page.waitForTimeout(REPORT_DELAY_MS);
  await endTracing(session);
  await session.detach();
  return events;
}

async function endTracing(session: CDPSession): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  session.once('Tracing.tracingComplete', () => resolve());
  await session.send('Tracing.end');
  await promise;
}

/** Returns the milliseconds from each key event until its frame is on the screen. */
export const keystrokeLatencies = (trace: Trace): number[] =>
  trace.flatMap(({ name, ph, args }) =>
    name === 'EventTiming' && ph === 'b' && args.data?.type === 'keydown' ? (args.data.duration ?? []) : [],
  );

/** Returns the wall time of each main-thread task in milliseconds. */
export const taskDurations = (trace: Trace): number[] =>
  mainThreadEvents(trace).flatMap(({ name, ph, dur = 0 }) => (ph === 'X' && name === 'RunTask' ? dur / 1000 : []));

function mainThreadEvents(trace: Trace): TraceEvent[] {
  const page = trace.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  return trace
    .filter(({ pid, tid }) => pid === page?.pid && tid === page.tid)
    .toSorted((one, other) => one.ts - other.ts);
}

/** Returns the frames that the main thread committed. */
export function framesOf(trace: Trace): Frame[] {
  const frames: Frame[] = [];
  let frame = { workMs: 0, cpuMs: 0 };
  for (const { name, ph, dur = 0, tdur = 0 } of mainThreadEvents(trace)) {
    if (ph !== 'X') continue;
    if (name === 'RunTask') frame = { workMs: frame.workMs + dur / 1000, cpuMs: frame.cpuMs + tdur / 1000 };
    if (name !== 'Commit') continue;
    // The task that commits a frame starts before the commit, so it counts towards this frame.
    frames.push(frame);
    frame = { workMs: 0, cpuMs: 0 };
  }
  return frames;
}
