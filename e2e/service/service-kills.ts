// Kills the service at random moments under load, restarts it with the same data, and checks all work that it had
// accepted.
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BATCH_ENGINE,
  type LenientBatchJob,
  type LenientChildJob,
  lenientBatchJobSchema,
  lenientSingleJobSchema,
  PATHS,
  voiceListSchema,
} from '@lectern/tts-protocol';
import { seededRandom } from '../hostile-service/seeded-random.ts';
import { type ServiceProcess, startService, temporaryFolder } from '../support/processes.ts';
import { type Answer, type Caller, createCaller, parseJsonBody } from './service-calls.ts';

export interface ServiceKillOptions {
  readonly seed: number;
  readonly kills: number;
  readonly say: (text: string) => void;
}

export interface ServiceKillReport {
  readonly kills: number;
  /** Number of accepted jobs, all of which have finished. */
  readonly jobs: number;
  /** Number of requests whose response was lost because of a kill. */
  readonly unanswered: number;
  readonly violations: readonly string[];
}

/** Maximum time before the service is killed, in milliseconds. */
const MAX_LIFETIME_MS = 1_500;
export const CLIENTS = 6;
const POLL_MS = 200;
const TIMEOUT_MS = 1_800_000;

export interface AcceptedWork {
  /** Accepted jobs, keyed by the address of the job or its batch. */
  readonly accepted: Map<string, 'batch' | 'single'>;
  readonly audio: string;
  /**
   * Audio files of completed jobs, keyed by job ID. They show whether a job has been rendered again, which would create
   * a different file.
   */
  readonly files: Map<string, string>;
  readonly violations: string[];
  unanswered: number;
}

/** @param data the service's data folder */
export const createAcceptedWork = (data: string): AcceptedWork => ({
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
  const random = seededRandom(seed);
  const accepted = createAcceptedWork(data);
  try {
    for (let count = 1; count <= kills; count += 1) {
      const service = await startService(data);
      const caller = createCaller(service);
      const voice = await suitableVoice(caller);
      const load = Promise.all(Array.from({ length: CLIENTS }, () => runClient(caller, voice, random, accepted)));
      await sleep(MAX_LIFETIME_MS * (0.1 + 0.9 * random()));
      service.process.kill('SIGKILL');
      await load;
      caller.close();
      say(
        `${count} kills, ${accepted.accepted.size} batches and jobs accepted, ${accepted.violations.length} violations`,
      );
    }
    const service = await startService(data);
    const jobs = await waitForAcceptedWork(service, accepted);
    await service.stop();
    const files = readdirSync(accepted.audio);
    if (files.some((name) => /\.(part|samples)$/.test(name))) accepted.violations.push('half a file was left');
    return { kills, jobs, unanswered: accepted.unanswered, violations: accepted.violations };
  } finally {
    folder.remove();
  }
}

async function suitableVoice(caller: Caller): Promise<string> {
  const voices = voiceListSchema.parse(parseJsonBody(await caller.json('GET', PATHS.voices)));
  return voices.find((voice) => voice.voice_engine === BATCH_ENGINE)?.id ?? '';
}

/** Submits and checks work until `isEnough` returns true or the service has been killed. */
export async function runClient(
  caller: Caller,
  voice: string,
  random: () => number,
  accepted: AcceptedWork,
  isEnough: () => boolean = () => false,
): Promise<void> {
  try {
    while (!isEnough()) {
      const text = `Line ${Math.floor(random() * 1e6)}, and some more words to be spoken.`;
      const speech = { voice_engine: 'SvcDialog', voice, text, output_format: 'wav' };
      if (random() < 0.6) {
        const jobs = Array.from({ length: 1 + Math.floor(random() * 3) }, () => speech);
        await submit(caller, PATHS.batches, { jobs }, 'batch', accepted);
      } else await submit(caller, PATHS.single, speech, 'single', accepted);
      const places = [...accepted.accepted.keys()];
      const address = places[Math.floor(random() * places.length)];
      if (address !== undefined) await checkWork(caller, address, accepted);
    }
  } catch {
    // Ignore errors caused by the kill.
  }
}

async function submit(
  caller: Caller,
  path: string,
  body: unknown,
  kind: 'batch' | 'single',
  accepted: AcceptedWork,
): Promise<void> {
  accepted.unanswered += 1;
  const answer = await caller.json('POST', path, body);
  accepted.unanswered -= 1;
  if (answer.status !== 201) accepted.violations.push(`${path} answered ${answer.status}`);
  const address = answer.headers['location'];
  if (address !== undefined) accepted.accepted.set(new URL(address).pathname, kind);
}

const jobsOf = (batch: LenientBatchJob): readonly LenientChildJob[] => batch.jobs ?? [];

/** Checks accepted work. Returns the number of jobs, and whether all of them have finished. */
async function checkWork(
  caller: Caller,
  address: string,
  accepted: AcceptedWork,
): Promise<{ over: boolean; jobs: number }> {
  const answer = await caller.json('GET', address);
  if (answer.status !== 200) {
    accepted.violations.push(`${address} was accepted and answers ${answer.status}`);
    return { over: true, jobs: 0 };
  }
  const jobs =
    accepted.accepted.get(address) === 'batch'
      ? jobsOf(lenientBatchJobSchema.parse(parseJsonBody(answer)))
      : [parseSingle(answer)];
  let over = true;
  for (const { id = '', status, output } of jobs) {
    if (status === 'failed') accepted.violations.push(`the job ${id} has failed`);
    else if (status !== 'completed' || output === undefined) over = false;
    else await checkAudio(caller, id, output, accepted);
  }
  return { over, jobs: jobs.length };
}

function parseSingle(answer: Answer): Pick<LenientChildJob, 'id' | 'status' | 'output'> {
  const { id, status, output } = lenientSingleJobSchema.parse(parseJsonBody(answer));
  return { id, status, output };
}

/** Checks that a completed job's audio is the same as before. */
async function checkAudio(
  caller: Caller,
  id: string,
  output: NonNullable<LenientChildJob['output']>,
  accepted: AcceptedWork,
): Promise<void> {
  const { pathname, search } = new URL(output.url);
  const { status, body } = await caller.call({ method: 'GET', path: `${pathname}${search}` });
  if (status !== 200 || body.length !== output.size) {
    accepted.violations.push(`the audio of ${id} answers ${status} with ${body.length} of ${output.size} bytes`);
  }
  const { ino, mtimeMs } = statSync(join(accepted.audio, basename(pathname)));
  const file = `${ino} ${mtimeMs}`;
  const before = accepted.files.get(id);
  if (before !== undefined && before !== file) accepted.violations.push(`the job ${id} was done twice`);
  accepted.files.set(id, file);
}

/** Waits for all accepted work to finish. Returns the number of jobs. */
export async function waitForAcceptedWork(service: ServiceProcess, accepted: AcceptedWork): Promise<number> {
  const caller = createCaller(service);
  const until = performance.now() + TIMEOUT_MS;
  let jobs = 0;
  for (const address of accepted.accepted.keys()) {
    let seen = await checkWork(caller, address, accepted);
    while (!seen.over && performance.now() < until) {
      await sleep(POLL_MS);
      seen = await checkWork(caller, address, accepted);
    }
    if (!seen.over) accepted.violations.push(`${address} never came to its end`);
    jobs += seen.jobs;
  }
  await compareCounts(caller, jobs, accepted);
  caller.close();
  return jobs;
}

/** Checks that no jobs exist except those of accepted and of unanswered requests. */
async function compareCounts(caller: Caller, jobs: number, accepted: AcceptedWork): Promise<void> {
  const stats = parseJsonBody(await caller.json('GET', '/internal/stats')) as { jobs: Record<string, number> };
  const there = Object.values(stats.jobs).reduce((sum, count) => sum + count, 0);
  if (there < jobs) accepted.violations.push(`${jobs} jobs were accepted, and ${there} are there`);
  if (there > jobs + 3 * accepted.unanswered)
    accepted.violations.push(`${there} jobs are there, and ${jobs} were accepted`);
}
