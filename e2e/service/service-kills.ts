// Kills the service at random moments under load, restarts it with the same data, and checks all the work that it had
// accepted.
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BATCH_ENGINE,
  type BatchJobReading,
  batchJobReading,
  type ChildJobReading,
  PATHS,
  singleJobReading,
  voiceListSchema,
} from '@lectern/tts-protocol';
import { seededChance } from '../hostile-service/chance.ts';
import { type ServiceProcess, startService, temporaryFolder } from '../support/processes.ts';
import { type Answer, type Caller, callerOf, jsonOf } from './service-calls.ts';

export interface ServiceKillOptions {
  readonly seed: number;
  readonly kills: number;
  readonly say: (text: string) => void;
}

export interface ServiceKillReport {
  readonly kills: number;
  /** Number of accepted jobs. All of them were seen to end. */
  readonly jobs: number;
  /** Number of requests whose response was lost. */
  readonly unanswered: number;
  readonly violations: readonly string[];
}

/** How long the service may live before it is killed, in milliseconds. */
const LIVES_MS = 1_500;
export const CLIENTS = 6;
const LOOK_MS = 200;
const PATIENCE_MS = 1_800_000;

export interface Kept {
  /** Accepted jobs, by the address of the job or its batch. */
  readonly accepted: Map<string, 'batch' | 'single'>;
  readonly audio: string;
  /** Files of completed jobs by job ID. Rendering a job again would create a different file. */
  readonly files: Map<string, string>;
  readonly violations: string[];
  unanswered: number;
}

/** @param data the service's data folder */
export const newlyKept = (data: string): Kept => ({
  accepted: new Map(),
  audio: join(data, 'audio'),
  files: new Map(),
  violations: [],
  unanswered: 0,
});

/** Kills the service `kills` times (`kill -9`) while several clients use it. */
export async function killService({ seed, kills, say }: ServiceKillOptions): Promise<ServiceKillReport> {
  const folder = temporaryFolder();
  const data = join(folder.path, 'service');
  const chance = seededChance(seed);
  const kept = newlyKept(data);
  try {
    for (let count = 1; count <= kills; count += 1) {
      const service = await startService(data);
      const caller = callerOf(service);
      const voice = await fittingVoice(caller);
      const load = Promise.all(Array.from({ length: CLIENTS }, () => client(caller, voice, chance, kept)));
      await sleep(LIVES_MS * (0.1 + 0.9 * chance()));
      service.process.kill('SIGKILL');
      await load;
      caller.close();
      say(`${count} kills, ${kept.accepted.size} batches and jobs accepted, ${kept.violations.length} violations`);
    }
    const service = await startService(data);
    const jobs = await lookAtAll(service, kept);
    await service.stop();
    const files = readdirSync(kept.audio);
    if (files.some((name) => /\.(part|samples)$/.test(name))) kept.violations.push('half a file was left');
    return { kills, jobs, unanswered: kept.unanswered, violations: kept.violations };
  } finally {
    folder.remove();
  }
}

async function fittingVoice(caller: Caller): Promise<string> {
  const voices = voiceListSchema.parse(jsonOf(await caller.json('GET', PATHS.voices)));
  return voices.find((voice) => voice.voice_engine === BATCH_ENGINE)?.id ?? '';
}

/** Submits and checks work until `isEnough` returns true or the service is gone. */
export async function client(
  caller: Caller,
  voice: string,
  chance: () => number,
  kept: Kept,
  isEnough: () => boolean = () => false,
): Promise<void> {
  try {
    while (!isEnough()) {
      const text = `Line ${Math.floor(chance() * 1e6)}, and some more words to be spoken.`;
      const speech = { voice_engine: 'SvcDialog', voice, text, output_format: 'wav' };
      if (chance() < 0.6) {
        const jobs = Array.from({ length: 1 + Math.floor(chance() * 3) }, () => speech);
        await order(caller, PATHS.batches, { jobs }, 'batch', kept);
      } else await order(caller, PATHS.single, speech, 'single', kept);
      const places = [...kept.accepted.keys()];
      const place = places[Math.floor(chance() * places.length)];
      if (place !== undefined) await look(caller, place, kept);
    }
  } catch {
    // The service was killed, as intended.
  }
}

async function order(caller: Caller, path: string, body: unknown, kind: 'batch' | 'single', kept: Kept): Promise<void> {
  kept.unanswered += 1;
  const answer = await caller.json('POST', path, body);
  kept.unanswered -= 1;
  if (answer.status !== 201) kept.violations.push(`${path} answered ${answer.status}`);
  const place = answer.headers['location'];
  if (place !== undefined) kept.accepted.set(new URL(place).pathname, kind);
}

const jobsOf = (batch: BatchJobReading): readonly ChildJobReading[] => batch.jobs ?? [];

/** Checks accepted work. Returns the number of jobs, and whether all of it has ended. */
async function look(caller: Caller, place: string, kept: Kept): Promise<{ over: boolean; jobs: number }> {
  const answer = await caller.json('GET', place);
  if (answer.status !== 200) {
    kept.violations.push(`${place} was accepted and answers ${answer.status}`);
    return { over: true, jobs: 0 };
  }
  const jobs =
    kept.accepted.get(place) === 'batch' ? jobsOf(batchJobReading.parse(jsonOf(answer))) : [singleOf(answer)];
  let over = true;
  for (const { id = '', status, output } of jobs) {
    if (status === 'failed') kept.violations.push(`the job ${id} has failed`);
    else if (status !== 'completed' || output === undefined) over = false;
    else await hear(caller, id, output, kept);
  }
  return { over, jobs: jobs.length };
}

function singleOf(answer: Answer): Pick<ChildJobReading, 'id' | 'status' | 'output'> {
  const { id, status, output } = singleJobReading.parse(jsonOf(answer));
  return { id, status, output };
}

/** Checks that a completed job's audio never changes. */
async function hear(
  caller: Caller,
  id: string,
  output: NonNullable<ChildJobReading['output']>,
  kept: Kept,
): Promise<void> {
  const { pathname, search } = new URL(output.url);
  const { status, body } = await caller.call({ method: 'GET', path: `${pathname}${search}` });
  if (status !== 200 || body.length !== output.size) {
    kept.violations.push(`the audio of ${id} answers ${status} with ${body.length} of ${output.size} bytes`);
  }
  const { ino, mtimeMs } = statSync(join(kept.audio, basename(pathname)));
  const file = `${ino} ${mtimeMs}`;
  const before = kept.files.get(id);
  if (before !== undefined && before !== file) kept.violations.push(`the job ${id} was done twice`);
  kept.files.set(id, file);
}

/** Waits for all accepted work to end. Returns the number of jobs. */
export async function lookAtAll(service: ServiceProcess, kept: Kept): Promise<number> {
  const caller = callerOf(service);
  const until = performance.now() + PATIENCE_MS;
  let jobs = 0;
  for (const place of kept.accepted.keys()) {
    let seen = await look(caller, place, kept);
    while (!seen.over && performance.now() < until) {
      await sleep(LOOK_MS);
      seen = await look(caller, place, kept);
    }
    if (!seen.over) kept.violations.push(`${place} never came to its end`);
    jobs += seen.jobs;
  }
  await compareCounts(caller, jobs, kept);
  caller.close();
  return jobs;
}

/** Apart from accepted jobs, only those of unanswered requests may exist. */
async function compareCounts(caller: Caller, jobs: number, kept: Kept): Promise<void> {
  const stats = jsonOf(await caller.json('GET', '/internal/stats')) as { jobs: Record<string, number> };
  const there = Object.values(stats.jobs).reduce((sum, count) => sum + count, 0);
  if (there < jobs) kept.violations.push(`${jobs} jobs were accepted, and ${there} are there`);
  if (there > jobs + 3 * kept.unanswered) kept.violations.push(`${there} jobs are there, and ${jobs} were accepted`);
}
