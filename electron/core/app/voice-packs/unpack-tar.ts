// Runs in a worker thread, because decompression takes seconds of CPU time and a malicious archive could exhaust the
// memory.
import { Worker } from 'node:worker_threads';
import type { PackProblem } from '@lectern/tts-protocol';
import { openRegularFile } from '../../../../node/files/regular-file.ts';
import { PackError } from '../../../../node/voice-packs/read-pack.ts';
import { childEnvironment } from '../../../../shared/rules/child-environment.ts';
import type { TarJob } from './tar-files.ts';

/** Message from the worker: progress in bytes of the archive, or the result. */
export type TarMessage =
  | { readonly read: number }
  | { readonly ready: string }
  | { readonly problem: PackProblem; readonly where: string }
  | { readonly failed: string; readonly code: string | null };

/**
 * Memory limit of the thread. bzip2 blocks are decompressed in memory, and a malicious block would exceed this limit.
 */
const MAX_HEAP_MB = 512;

export async function isBzip2(path: string): Promise<boolean> {
  const file = await openRegularFile(path, 'follow');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && /^BZh[1-9]$/.test(buffer.toString('latin1'));
  } finally {
    await file.close();
  }
}

/** @throws PackError; the signal's reason, after the thread has ended */
export async function unpackTar(
  job: TarJob,
  signal: AbortSignal,
  onRead: (bytes: number) => void = () => {},
): Promise<string> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const worker = new Worker(new URL('./unpack-tar-worker.ts', import.meta.url), {
    env: childEnvironment(process.env),
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    workerData: job,
  });
  const cancel = (): void => reject(signal.reason);
  signal.addEventListener('abort', cancel, { once: true });
  worker.on('message', (told: TarMessage) => {
    if ('read' in told) onRead(told.read);
    else if ('ready' in told) resolve(told.ready);
    else if ('problem' in told) reject(new PackError(told.problem, told.where));
    else reject(Object.assign(new Error(told.failed), told.code === null ? {} : { code: told.code }));
  });
  worker.on('error', (error: Error & { readonly code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new PackError('malformed') : error),
  );
  worker.on('exit', () => reject(new PackError('malformed')));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', cancel);
    // Wait until the thread has ended, so that nothing is written while the caller cleans up.
    await worker.terminate();
  }
}
