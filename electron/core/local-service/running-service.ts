import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { HEALTH_PATH, healthSchema, proofMessage } from '@lectern/tts-protocol';
import { z } from 'zod';
import type { LocalServiceProblem } from '../../../shared/model/problems/machine-problem.ts';
import { parseJson } from '../../../shared/rules/parse-json.ts';
import { isLoopback } from '../api/links.ts';
import type { Clock } from '../ports.ts';

/** The local service couldn't be started. */
export class LocalServiceError extends Error {
  override readonly name = 'LocalServiceError';
  readonly problem: LocalServiceProblem;

  constructor(problem: LocalServiceProblem) {
    super(`The local service didn't start: ${Object.values(problem).join(' ')}`);
    this.problem = problem;
  }
}

export interface ServiceAddress {
  readonly baseUrl: URL;
  readonly key: string;
  readonly userId: string;
}

export const accountSchema = z.object({ key: z.string().min(1), user: z.string() });
/** Only loopback addresses, because the key must not leave this machine. */
export const runningServiceSchema = z.object({
  address: z.url({ protocol: /^http$/ }).refine((address) => isLoopback(new URL(address).hostname)),
});

/** Time limit for a running service to answer, even on a busy machine, in milliseconds. */
export const ANSWER_MS = 10_000;
const MAX_HEALTH_LENGTH = 4_096;

export async function readRunningService(folder: string): Promise<ServiceAddress | null> {
  try {
    const running = runningServiceSchema.parse(JSON.parse(await readFile(join(folder, 'running.json'), 'utf8')));
    const account = accountSchema.parse(JSON.parse(await readFile(join(folder, 'account.json'), 'utf8')));
    return { baseUrl: new URL(running.address), key: account.key, userId: account.user };
  } catch {
    // Missing or incomplete files mean that no service is running, or that one is just starting.
    return null;
  }
}

/**
 * Has the service prove that it knows the key. The key itself is never sent, because another program might be using the
 * port. Never fails.
 */
export async function isListening({ baseUrl, key }: ServiceAddress, clock: Pick<Clock, 'sleep'>): Promise<boolean> {
  const challenge = randomBytes(32).toString('hex');
  const url = new URL(HEALTH_PATH, baseUrl);
  url.searchParams.set('challenge', challenge);
  const text = await withTimeout(ANSWER_MS, clock, (signal) => readText(url, signal));
  const proof = text === null ? undefined : healthSchema.safeParse(parseJson(text)).data?.proof;
  if (proof === undefined) return false;
  const expected = createHmac('sha256', key)
    .update(proofMessage(challenge, portOf(url)))
    .digest();
  return timingSafeEqual(expected, Buffer.from(proof, 'hex'));
}

export async function withTimeout<T>(
  milliseconds: number,
  clock: Pick<Clock, 'sleep'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const late = new AbortController();
  const done = new AbortController();
  const timer = clock.sleep(milliseconds, done.signal).then(
    () => late.abort(new Error('there was no answer in time')),
    () => {},
  );
  try {
    return await work(late.signal);
  } catch (error) {
    if (late.signal.aborted) return null;
    throw error;
  } finally {
    done.abort(new Error('it is done'));
    await timer;
  }
}

function readText(url: URL, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const request = get(url, { agent: false, signal });
    const end = (text: string | null) => {
      request.destroy();
      resolve(text);
    };
    request.once('response', (response) => {
      response.on('error', () => end(null));
      if (response.statusCode !== 200) return end(null);
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (bytes > MAX_HEALTH_LENGTH) end(null);
        else chunks.push(chunk);
      });
      response.once('end', () => end(Buffer.concat(chunks).toString('utf8')));
    });
    request.on('error', () => end(null));
  });
}

const portOf = ({ port }: URL): number => (port === '' ? 80 : Number(port));

const LOG_END_BYTES = 32_000;
const LOG_ROWS = 60;

interface LocalServiceStatus {
  readonly running: boolean;
  readonly address: string | null;
  readonly log: string[];
}

export async function inspectLocalService(folder: string, clock: Pick<Clock, 'sleep'>): Promise<LocalServiceStatus> {
  const service = await readRunningService(folder);
  const running = service !== null && (await isListening(service, clock));
  const address = running ? service.baseUrl.origin : null;
  return { running, address, log: await lastLines(join(folder, 'service.log'), LOG_ROWS) };
}

/** Returns the last lines of a file, newest last, or an empty list if it can't be read. */
export async function lastLines(path: string, maxRows: number): Promise<string[]> {
  const file = await open(path).catch(() => null);
  if (!file) return [];
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - LOG_END_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const rows = buffer.subarray(0, bytesRead).toString('utf8').split('\n').filter(Boolean);
    // Unless the whole file was read, the first line is incomplete.
    return rows.slice(start > 0 ? 1 : 0).slice(-maxRows);
  } catch {
    return [];
  } finally {
    await file.close();
  }
}
