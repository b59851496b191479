// Takes a `.tar.bz2` archive of a voice pack apart, in a thread: it takes seconds of processor time, and an archive that was
// made to do harm may take memory.
import { Worker } from 'node:worker_threads';
import type { PackProblem } from '@lectern/tts-protocol';
import { openRegularFile } from '../../../../node/files/regular-file.ts';
import { PackError } from '../../../../node/voice-packs/read-pack.ts';
import { childEnvironment } from '../../../../shared/rules/child-environment.ts';
import type { TarJob } from './tar-files.ts';

/** What the thread tells: bytes of the archive that were read, or what came of it. */
export type TarTelling =
  | { readonly read: number }
  /** The folder with `pack.json`. */
  | { readonly ready: string }
  | { readonly problem: PackProblem; readonly where: string }
  /** What the system said. */
  | { readonly failed: string; readonly code: string | null };

/** Blocks are unpacked in memory; a small one may be made to take more than this. */
const MOST_HEAP_MB = 512;

/** Whether a file begins as bzip2 does. @throws what the system says; UnsafeEntryError */
export async function isBzip2(path: string): Promise<boolean> {
  const file = await openRegularFile(path, 'follow');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && /^BZh[1-9]$/.test(buffer.toString('latin1'));
  } finally {
    await file.close();
  }
}

/** As `unpackTarHere`, in a thread. @throws as that; the signal's reason, once the thread has ended */
export async function unpackTar(
  job: TarJob,
  signal: AbortSignal,
  onRead: (bytes: number) => void = () => {},
): Promise<string> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const worker = new Worker(new URL('./unpack-tar-worker.ts', import.meta.url), {
    env: childEnvironment(process.env),
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    workerData: job,
  });
  const cancel = (): void => reject(signal.reason);
  signal.addEventListener('abort', cancel, { once: true });
  worker.on('message', (told: TarTelling) => {
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
    // Nothing is written any more when the caller clears what was.
    await worker.terminate();
  }
}
