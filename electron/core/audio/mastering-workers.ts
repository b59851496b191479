import { availableParallelism } from 'node:os';
import type { MasteredAudio, MasterOrder } from '@lectern/audio/mastering';
import { z } from 'zod';
import { FileWriteError } from '../../../node/files/file-errors.ts';
import { createWorkerPool, WorkerJobError } from '../../../node/worker-pool.ts';

export interface MasterJob {
  readonly order: MasterOrder;
  readonly target: { readonly fd: number };
  readonly control: SharedArrayBuffer;
  readonly prefix: Uint8Array;
}

export type MasterResult = MasteredAudio;

const faultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.enum(['damaged', 'missing', 'unsafe', 'undecodable']), hash: z.string() }),
  z.object({ kind: z.literal('unwritten'), code: z.string() }),
]);
export type MasteringError = z.infer<typeof faultSchema>;

export class TakeAudioError extends Error {
  override readonly name = 'TakeAudioError';
  readonly kind: 'damaged' | 'missing' | 'unsafe' | 'undecodable';
  readonly hash: string;

  constructor(kind: TakeAudioError['kind'], hash: string) {
    super(`The audio ${hash} is ${kind}.`);
    this.kind = kind;
    this.hash = hash;
  }
}

export interface MasterRun {
  readonly prefix?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((share: number) => void) | undefined;
}

export interface MasteringWorkers {
  /** One more than the number of threads, so that no thread idles while a file is flushed and renamed. */
  readonly size: number;
  /** The file must stay open until the promise settles. @throws TakeAudioError, FileWriteError, WorkerLostError */
  master(order: MasterOrder, target: { readonly fd: number }, run?: MasterRun): Promise<MasterResult>;
  close(): Promise<void>;
}

const POLL_MS = 100;
/** Idle threads exit to free memory, but not while finished files are signed, because new threads start slowly. */
const IDLE_MS = 2_000;
const PROGRESS_STEPS = 10_000;

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
      const timer = onProgress && setInterval(() => onProgress(Atomics.load(shared, 1) / PROGRESS_STEPS), POLL_MS);
      try {
        return await pool.run({ order, target: { fd }, control, prefix });
      } catch (error) {
        signal?.throwIfAborted();
        throw restoreError(error);
      } finally {
        clearInterval(timer);
        signal?.removeEventListener('abort', stop);
      }
    },
    close: () => pool.close(),
  };
}

function restoreError(error: unknown): unknown {
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
