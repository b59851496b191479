// Runs many clients against a service for a while, and checks the recorded results.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BATCH_ENGINE,
  batchJobSchema,
  lenientSingleJobSchema,
  PATHS,
  type Plan,
  planLimit,
  type Scope,
  voiceListSchema,
} from '@lectern/tts-protocol';
import { seededRandom } from '../hostile-service/seeded-random.ts';
import type { ServiceProcess } from '../support/processes.ts';
import { limitViolations } from './limit-audit.ts';
import { type Caller, createCaller, parseJsonBody } from './service-calls.ts';
import { createNotes, type SoakNotes, soakClient, soakLines } from './soak-clients.ts';

export interface SoakOptions {
  readonly service: ServiceProcess;
  /** The service's plan, which must have limits. */
  readonly plan: Exclude<Plan, 'enterprise'>;
  readonly clients: number;
  readonly seconds: number;
  readonly seed: number;
  readonly say: (text: string) => void;
}

export interface SoakReport {
  readonly violations: readonly string[];
  /** Numbers of accepted and refused calls, by scope. */
  readonly calls: Readonly<Record<string, { readonly accepted: number; readonly refused: number }>>;
  readonly jobs: number;
  /** 95th-percentile time to accept a batch of 50 lines, in milliseconds; NaN if no batch was accepted. */
  readonly acceptedMs: number;
  /** The service's resident memory in MiB, sampled twice per second. Linux only. */
  readonly memory: readonly number[];
}

const MEMORY_INTERVAL_MS = 500;
/**
 * Poll interval for unfinished work after the clients have stopped, in milliseconds. It must respect the rate limit.
 */
const FINAL_POLL_MS = 1_000;
/** Time limit for accepted work after the clients have stopped, in milliseconds. */
const FINAL_TIMEOUT_MS = 600_000;

/**
 * Makes all types of calls with one account for `seconds`, or longer if no list request has been refused by then.
 * Without a refusal, the test can't tell whether the limit is exact, and slow machines take longer to reach the limit.
 * Then waits for all accepted work and checks it.
 */
export async function soakService({ service, plan, clients, seconds, seed, say }: SoakOptions): Promise<SoakReport> {
  const caller = createCaller(service);
  const notes = createNotes();
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(residentMebibytes(service.process.pid ?? 0)), MEMORY_INTERVAL_MS);
  try {
    const listing = await caller.json('GET', PATHS.voices);
    notes.calls.set('list', [{ ...listing, characters: 0, refused: false }]);
    const voices = voiceListSchema.parse(parseJsonBody(listing));
    const fitting = voices.filter((voice) => voice.voice_engine === BATCH_ENGINE).map((voice) => voice.id);
    const lines = await soakLines();
    const until = performance.now() + seconds * 1000;
    const isRefused = (): boolean => notes.calls.get('list')?.some(({ refused }) => refused) ?? false;
    const goesOn = (): boolean => performance.now() < until || !isRefused();
    const begun = Array.from({ length: clients }, (_, index) =>
      soakClient(index, {
        caller,
        notes,
        chance: seededRandom(seed + index),
        voices: fitting,
        lines,
        isRunning: goesOn,
      }),
    );
    await Promise.all(begun);
    say(`${clients} clients have gone after ${seconds} s; ${notes.batches.size} batches are looked at`);
    const jobs = await waitForAll(caller, notes);
    for (const [scope, calls] of notes.calls) {
      const found = limitViolations(calls, planLimit(plan, scope));
      notes.violations.push(...found.slice(0, 5).map((text) => `limit of ${scope}: ${text}`));
    }
    return {
      violations: notes.violations,
      calls: countCalls(notes),
      jobs,
      acceptedMs: percentile95(notes.acceptedMs),
      memory,
    };
  } finally {
    clearInterval(watch);
    caller.close();
  }
}

/** Waits for all accepted work to finish. Returns the number of completed jobs. */
async function waitForAll(caller: Caller, notes: SoakNotes): Promise<number> {
  const open = new Set([...notes.batches, ...notes.singles]);
  const patience = performance.now() + FINAL_TIMEOUT_MS;
  let jobs = 0;
  while (open.size > 0 && performance.now() < patience) {
    for (const place of [...open]) {
      const looked = await caller.json('GET', place);
      if (looked.status === 429) break;
      if (looked.status !== 200) notes.violations.push(`what was accepted answers ${looked.status}`);
      const finished = notes.batches.has(place)
        ? finishedJobs(parseJsonBody(looked))
        : finishedSingle(parseJsonBody(looked));
      if (finished === null && looked.status === 200) continue;
      open.delete(place);
      jobs += finished ?? 0;
      if (finished === 0) notes.violations.push('work was accepted and failed');
    }
    if (open.size > 0) await sleep(FINAL_POLL_MS);
  }
  if (open.size > 0) notes.violations.push(`${open.size} batches and jobs never came to an end`);
  return jobs;
}

/**
 * Returns the number of jobs in a finished batch, 0 if any of them has no audio, or null if the batch is unfinished.
 */
function finishedJobs(body: unknown): number | null {
  const { status, jobs } = batchJobSchema.parse(body);
  if (status === 'pending' || status === 'in_progress') return null;
  return jobs.every((job) => job.status === 'completed' && (job.output?.size ?? 0) > 0) ? jobs.length : 0;
}

function finishedSingle(body: unknown): number | null {
  const { status, output } = lenientSingleJobSchema.parse(body);
  if (status === 'pending' || status === 'in_progress') return null;
  return status === 'completed' && output !== undefined ? 1 : 0;
}

function countCalls({ calls }: SoakNotes): SoakReport['calls'] {
  const entries = [...calls].map(([scope, of]): [Scope, { accepted: number; refused: number }] => {
    const refused = of.filter((call) => call.refused).length;
    return [scope, { accepted: of.length - refused, refused }];
  });
  return Object.fromEntries(entries);
}

const percentile95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

function residentMebibytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
