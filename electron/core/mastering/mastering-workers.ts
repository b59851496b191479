// Threads that master files: as many as there are processors.
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { FileWriteError } from '../../../node/files/file-errors.ts';
import { createWorkerPool, WorkerJobError } from '../../../node/worker-pool.ts';
import type { MasteredSound, MasterOrder } from './master-sound.ts';

/** What a thread is given. */
export interface MasterJob {
  readonly order: MasterOrder;
  /** An empty file that is open for writing. */
  readonly target: { readonly fd: number };
  /** Two numbers that both sides share: whether to stop, and how much is done. */
  readonly control: SharedArrayBuffer;
  /** Bytes that come before the sound. */
  readonly prefix: Uint8Array;
}

export type MasterResult = MasteredSound;

const faultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancelled') }),
  /** The audio file of a take is not what was kept, is not there, is no regular file, or can't be read as audio. */
  z.object({ kind: z.enum(['damaged', 'missing', 'unsafe', 'undecodable']), hash: z.string() }),
  z.object({ kind: z.literal('unwritten'), code: z.string() }),
]);
export type MasterFault = z.infer<typeof faultSchema>;

/** The audio of a take can't be used. */
export class TakeAudioError extends Error {
  override readonly name = 'TakeAudioError';
  readonly kind: 'damaged' | 'missing' | 'unsafe' | 'undecodable';
  /** Of the take's audio. */
  readonly hash: string;

  constructor(kind: TakeAudioError['kind'], hash: string) {
    super(`The audio ${hash} is ${kind}.`);
    this.kind = kind;
    this.hash = hash;
  }
}

export interface MasterRun {
  /** Bytes that come before the sound, such as a tag. */
  readonly prefix?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told now and then how much of the file is made, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

export interface MasteringWorkers {
  /** How many files to begin at a time: one more than there are threads, none of which idles while a file is flushed and named. */
  readonly size: number;
  /**
   * Masters a file to an open, empty one. The caller keeps it open until this settles.
   *
   * @throws TakeAudioError, FileWriteError, the signal's reason; WorkerLostError where the thread dies or is closed
   */
  master(order: MasterOrder, target: { readonly fd: number }, run?: MasterRun): Promise<MasterResult>;
  close(): Promise<void>;
}

const POLL_MS = 100;
/** What a thread holds is given back soon after the last file: what is made is measured then, in threads of their own. */
const IDLE_MS = 200;
const PARTS = 10_000;

/** Threads are started when they are first needed. */
export function createMasteringWorkers(size = availableParallelism()): MasteringWorkers {
  const script = new URL('./mastering-worker.ts', import.meta.url);
  const pool = createWorkerPool<MasterJob, MasterResult>(script, size, { idleMs: IDLE_MS });
  return {
    size: size + 1,
    async master(order, { fd }, { signal, onProgress, prefix = new Uint8Array(0) } = {}) {
      const control = new SharedArrayBuffer(8);
      const shared = new Int32Array(control);
      const stop = (): void => void Atomics.store(shared, 0, 1);
      signal?.throwIfAborted();
      signal?.addEventListener('abort', stop);
      const timer = onProgress && setInterval(() => onProgress(Atomics.load(shared, 1) / PARTS), POLL_MS);
      try {
        return await pool.run({ order, target: { fd }, control, prefix });
      } catch (error) {
        signal?.throwIfAborted();
        throw restored(error);
      } finally {
        clearInterval(timer);
        signal?.removeEventListener('abort', stop);
      }
    },
    close: () => pool.close(),
  };
}

/** The error that was thrown in the thread. */
function restored(error: unknown): unknown {
  if (!(error instanceof WorkerJobError) || error.detail === undefined) return error;
  const fault = faultSchema.parse(JSON.parse(error.detail));
  switch (fault.kind) {
    case 'cancelled':
      return error;
    case 'unwritten':
      return new FileWriteError(fault.code, error.message);
    default:
      return new TakeAudioError(fault.kind, fault.hash);
  }
}
