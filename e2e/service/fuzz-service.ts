// Sends random requests, half of them nearly valid, and checks every response.
import {
  BATCH_ENGINE,
  errorObjectSchema,
  PATHS,
  rateLimitedSchema,
  unexpectedErrorSchema,
  voiceListSchema,
} from '@lectern/tts-protocol';
import { seededRandom } from '../hostile-service/seeded-random.ts';
import type { ServiceProcess } from '../support/processes.ts';
import { garbageRequest } from './garbage.ts';
import { type Attempt, nearValidRequest } from './near-valid.ts';
import { type Answer, type Caller, createCaller, parseJsonBody } from './service-calls.ts';

export interface FuzzOptions {
  readonly environment: ServiceProcess['environment'];
  /** Whether one of the service's processes has ended. */
  readonly hasEnded: () => boolean;
  readonly seed: number;
  readonly requests: number;
  readonly say: (text: string) => void;
}

export interface FuzzReport {
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

const CONCURRENCY = 16;
/** Stop after this many violations. */
const MAX_VIOLATIONS = 50;
const REPORT_EVERY = 5_000;

/**
 * Sends seeded requests. Every request must get a response, and never a 5xx. Errors must have the documented format,
 * and if a field is certainly invalid, a 400 must name it. The service must still respond at the end.
 */
export async function fuzzService(options: FuzzOptions): Promise<FuzzReport> {
  const { environment, hasEnded, seed, requests, say } = options;
  const caller = createCaller({ environment });
  const random = seededRandom(seed);
  const statuses: Record<string, number> = {};
  const violations: string[] = [];
  try {
    const voice = await suitableVoice(caller);
    let sent = 0;
    const worker = async (): Promise<void> => {
      while (sent < requests && violations.length < MAX_VIOLATIONS) {
        sent += 1;
        const number = sent;
        if (number % REPORT_EVERY === 0) say(`${number} requests, ${violations.length} violations`);
        const attempt = makeAttempt(random, voice, caller.credentials);
        const found = await tryAttempt(caller, attempt, statuses);
        if (found !== null)
          violations.push(`request ${number} of seed ${seed}: ${found} (${describeAttempt(attempt)})`);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    const health = await caller.call({ method: 'GET', path: '/internal/health' });
    if (health.status !== 200) violations.push(`at the end its health is ${health.status}`);
    if (hasEnded()) violations.push('it ended');
    return { requests: sent, statuses, violations };
  } finally {
    caller.close();
  }
}

async function suitableVoice(caller: Caller): Promise<string> {
  const voices = voiceListSchema.parse(parseJsonBody(await caller.json('GET', PATHS.voices)));
  const fitting = voices.find((voice) => voice.voice_engine === BATCH_ENGINE);
  if (fitting === undefined) throw new Error('The service lists no voice for batches.');
  return fitting.id;
}

function makeAttempt(random: () => number, voice: string, credentials: Readonly<Record<string, string>>): Attempt {
  const isNear = random() < 0.5;
  const attempt = isNear ? nearValidRequest(random, voice) : garbageRequest(random);
  const isKnown = isNear || random() < 0.8;
  return isKnown ? { ...attempt, headers: { ...attempt.headers, ...credentials } } : attempt;
}

async function tryAttempt(caller: Caller, attempt: Attempt, statuses: Record<string, number>): Promise<string | null> {
  try {
    const answer = await caller.call(attempt);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    return findViolation(attempt, answer);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function findViolation(attempt: Attempt, answer: Answer): string | null {
  const { status } = answer;
  if (status >= 500)
    return `answered ${status}: ${JSON.stringify(unexpectedErrorSchema.safeParse(parseJsonBody(answer)).data)}`;
  if (attempt.wrongField !== undefined && status !== 400)
    return `${attempt.wrongField} is wrong, and it answered ${status}`;
  if (status < 400 || attempt.method === 'HEAD') return null;
  const body = parseJsonBody(answer);
  if (status === 429) return rateLimitedSchema.safeParse(body).success ? null : 'a 429 is no plain JSON string';
  const error = errorObjectSchema.safeParse(body).data;
  if (error === undefined) return `a ${status} is no error object`;
  if (attempt.wrongField === undefined || error.error_message.includes(attempt.wrongField)) return null;
  return `${attempt.wrongField} is wrong, and the message does not name it: ${error.error_message}`;
}

function describeAttempt({ method, path, headers = {}, body = '' }: Attempt): string {
  const shown = typeof body === 'string' ? body.slice(0, 200) : `${body.length} bytes`;
  const told = Object.entries(headers).filter(([name]) => name !== 'authorization' && name !== 'x-user-id');
  return `${method} ${path} ${JSON.stringify(Object.fromEntries(told))} ${shown}`;
}
