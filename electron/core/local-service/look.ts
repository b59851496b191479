// The local service as it is found: whether it runs, where, and what it wrote last.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../ports.ts';
import { isListening, readRunning } from './running-service.ts';

/** The end of a log that is looked at, in bytes, and the rows of it that are told. */
const LOG_END_BYTES = 32_000;
const LOG_ROWS = 60;

export interface LocalServiceLook {
  readonly running: boolean;
  readonly address: string | null;
  /** Newest last. */
  readonly log: string[];
}

/** @param folder the service's data folder */
export async function lookAtLocalService(folder: string, clock: Pick<Clock, 'sleep'>): Promise<LocalServiceLook> {
  const service = await readRunning(folder);
  const running = service !== null && (await isListening(service, clock));
  const address = running ? service.baseUrl.origin : null;
  return { running, address, log: await lastRows(join(folder, 'service.log'), LOG_ROWS) };
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
