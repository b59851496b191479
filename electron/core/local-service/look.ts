// The local service as it is found: whether it runs, where, and what it wrote last.
import { open, readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';

const runningSchema = z.object({ address: z.url({ protocol: /^http$/ }) });

/** The end of a log that is looked at, in bytes, and the rows of it that are told. */
const LOG_END_BYTES = 32_000;
const LOG_ROWS = 60;
/** A service that runs says so at once. Milliseconds. */
const ANSWER_MS = 1_500;

export interface LocalServiceLook {
  readonly running: boolean;
  readonly address: string | null;
  /** Newest last. */
  readonly log: string[];
}

/** @param folder the service's data folder */
export async function lookAtLocalService(folder: string): Promise<LocalServiceLook> {
  const address = await addressIn(folder);
  const running = address !== null && (await isWell(address));
  return { running, address: running ? address : null, log: await lastRows(join(folder, 'service.log'), LOG_ROWS) };
}

async function addressIn(folder: string): Promise<string | null> {
  try {
    return runningSchema.parse(JSON.parse(await readFile(join(folder, 'running.json'), 'utf8'))).address;
  } catch {
    // It was never started, or it has stopped.
    return null;
  }
}

function isWell(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(new URL('/internal/health', address), { agent: false, timeout: ANSWER_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', () => resolve(false));
  });
}

/** The last rows of a file, newest last; none where it can't be read. */
export async function lastRows(path: string, most: number): Promise<string[]> {
  const file = await open(path).catch(() => null);
  if (!file) return [];
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - LOG_END_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const rows = buffer.subarray(0, bytesRead).toString('utf8').split('\n').filter(Boolean);
    // The first one is cut where the file is longer.
    return rows.slice(start > 0 ? 1 : 0).slice(-most);
  } catch {
    return [];
  } finally {
    await file.close();
  }
}
