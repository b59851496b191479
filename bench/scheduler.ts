// Measures how much of a plan's limit a run uses: three million characters on a virtual clock, with random latencies of
// 0 to 2 s. A request may count against the limit at any moment between sending and response, so every moment is
// checked. Compared with two npm rate limiters on the same virtual clock, which replaces their timers and `Date.now`.
// `node bench/scheduler.ts` prints only the rows from this file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { planLimit, RATE_WINDOW_MS } from '@lectern/tts-protocol';
import { Dispatcher } from '../electron/core/scheduler/dispatcher.ts';
import { LimitsStore } from '../electron/core/scheduler/limits-store.ts';
import { RateBudget } from '../electron/core/scheduler/rate-budget.ts';
import { fullestMinute, SimulatedService, seeded } from '../electron/core/scheduler/testing/simulated-service.ts';
import { FakeClock } from '../electron/core/testing/fake-clock.ts';
import type { BenchRow } from './bench-row.ts';
import { BOOK_CHARACTERS, type Book, makeBooks, minimumMs } from './scheduler-books.ts';
import { bestResult, bottleneck, pQueue } from './scheduler-peers.ts';
import { runToEnd } from './scheduler-time.ts';

const PLANS = ['hacker', 'startup', 'growth'] as const;
type BenchPlan = (typeof PLANS)[number];

const SEED = 20_260_101;
const MEAN_LATENCY_MS = 1_000;
/** The minimum share of the budget that a run must use. */
const MIN_SHARE = 0.99;

/** Takes about half a minute. */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const library = makeBooks();
  for (const plan of PLANS) {
    for (const book of library) rows.push(await lecternRow(book, plan));
  }
  const [novel] = library;
  if (!novel) return rows;
  for (const plan of PLANS) {
    rows.push(await peerRow('bottleneck', bottleneck, novel, plan), await peerRow('p-queue', pQueue, novel, plan));
  }
  return rows;
}

async function lecternRow(book: Book, plan: BenchPlan): Promise<BenchRow> {
  const limit = limitOf(plan);
  const clock = new FakeClock();
  const random = seeded(SEED);
  const latencyMs = () => Math.floor(random() * 2 * MEAN_LATENCY_MS);
  const service = new SimulatedService({ clock, limit, latencyMs, arrival: random });
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  const store = new LimitsStore(join(folder, 'limits.db'), { clock });
  const account = { origin: 'https://service.test', userId: 'bench' };
  const budget = new RateBudget({ store, clock, account, settings: { plan, limits: {}, sharePercent: 100 } });
  const dispatcher = new Dispatcher({ budget, clock, requestTimeoutMs: 60_000 });
  const start = clock.now();
  dispatcher.enqueue({
    runId: book.name,
    kind: 'bulk',
    lines: book.lines,
    send: (batch) => service.send(batch),
    neverFits: (line) => {
      throw new Error(`line ${line.id} can't leave`);
    },
  });
  await runToEnd(clock, dispatcher.idle());
  store.close();
  rmSync(folder, { recursive: true });

  const lastMs = Math.max(...service.requests.map(({ sentAt }) => sentAt)) - start;
  const fullest = fullestMinute(service.requests);
  const within = fullest.characters <= limit.characters && fullest.requests <= limit.requests;
  const least = minimumMs(book, limit);
  const ratio = lastMs / allowedMs(least.whole);
  return {
    name: `scheduler, ${book.name}, ${plan}`,
    value: `${describePace(lastMs)}, last submission ${formatSeconds(lastMs)}, ${service.refusals} refusals`,
    against: `limit ${formatNumber(limit.characters)} characters/min; least ${formatSeconds(least.whole)} (uncut lines, no latency), a fluid ${formatSeconds(least.fluid)}`,
    ratio: round(ratio),
    bar: `last submission at most ${formatSeconds(allowedMs(least.whole))} (least / ${MIN_SHARE} x 61/60), fullest minute (${formatNumber(fullest.characters)} characters, ${fullest.requests} requests) within the limit`,
    ok: ratio <= 1 && service.refusals === 0 && within,
  };
}

async function peerRow(name: string, peer: typeof bottleneck, book: Book, plan: BenchPlan): Promise<BenchRow> {
  const limit = limitOf(plan);
  const { lastSubmissionMs, refusals } = await bestResult(peer, book, limit, SEED);
  const least = minimumMs(book, limit);
  return {
    name: `${name}, ${book.name}, ${plan}`,
    value: `${describePace(lastSubmissionMs)}, last submission ${formatSeconds(lastSubmissionMs)}, ${refusals} refusals`,
    against: `the same; best of three batch sizes, refused batches again after a minute`,
    ratio: round(lastSubmissionMs / allowedMs(least.whole)),
    bar: 'for comparison',
    ok: null,
  };
}

function limitOf(plan: BenchPlan): { readonly requests: number; readonly characters: number } {
  const { requests, characters } = planLimit(plan, 'batch');
  if (requests === undefined || characters === undefined) throw new Error(`the plan ${plan} has no limit`);
  return { requests, characters };
}

/**
 * A request counts against the limit from sending until one minute after its response, so a window is longer than a
 * minute.
 */
function allowedMs(leastMilliseconds: number): number {
  return (leastMilliseconds / MIN_SHARE) * ((RATE_WINDOW_MS + MEAN_LATENCY_MS) / RATE_WINDOW_MS);
}

/** Returns the rate from the first submission to one minute after the last. */
function describePace(lastMs: number): string {
  return `${formatNumber(Math.round(BOOK_CHARACTERS / ((lastMs + RATE_WINDOW_MS) / 60_000)))} characters/min`;
}

function formatNumber(value: number): string {
  return value.toLocaleString('en');
}

function formatSeconds(milliseconds: number): string {
  return `${formatNumber(Math.round(milliseconds / 1_000))} s`;
}

function round(ratio: number): number {
  return Math.round(ratio * 10_000) / 10_000;
}

const [, file] = process.argv;
if (file && resolve(file) === fileURLToPath(import.meta.url)) console.table(await run());
