import { Console } from 'node:console';
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import { AudioFormatError, type AudioInput, FileSource } from '@lectern/audio';
import { masterAudio, type PlannedAudio, type WithAudio } from '@lectern/audio/mastering';
import { errorCode, FileWriteError, UnsafeEntryError } from '../../../node/files/file-errors.ts';
import { hashFile } from '../../../node/files/regular-file.ts';
import { UntrustedFolder } from '../../../node/files/untrusted-folder.ts';
import type { WorkerReply } from '../../../node/worker-pool.ts';
import { FileTarget } from './file-target.ts';
import type { MasteringError, MasterJob, MasterResult } from './mastering-workers.ts';

// Silences the console. Decoders print warnings about damaged files, but the reply reports these files anyway.
globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));

const CANCELLED_INDEX = 0;
const PROGRESS_INDEX = 1;
const PROGRESS_STEPS = 10_000;

class MasterFailure extends Error {
  readonly fault: MasteringError;

  constructor(fault: MasteringError, cause: unknown) {
    super('The file could not be made.', { cause });
    this.fault = fault;
  }
}

const MAX_CACHED_BYTES = 24 * 1024 ** 2;

/** Opens the takes of a job and verifies the hash of each before its first use. */
function createTakeOpener(): WithAudio {
  const cached = new Map<string, Uint8Array>();
  const verified = new Set<string>();
  let bytesLeft = MAX_CACHED_BYTES;
  const verify = (audio: PlannedAudio, hash: string): void => {
    if (hash !== audio.hash) throw new MasterFailure({ kind: 'damaged', hash: audio.hash }, null);
    verified.add(audio.hash);
  };
  const passOn = async (
    audio: PlannedAudio,
    file: FileHandle,
    use: (at: AudioInput) => Promise<void>,
  ): Promise<void> => {
    if (verified.has(audio.hash) || !/^[0-9a-f]{64}$/.test(audio.hash)) return use({ fd: file.fd });
    const source = new FileSource(file.fd);
    if (source.length > bytesLeft) {
      verify(audio, await hashFile(file));
      return use({ fd: file.fd });
    }
    const bytes = source.read(0, source.length);
    verify(audio, createHash('sha256').update(bytes).digest('hex'));
    cached.set(audio.hash, bytes);
    bytesLeft -= bytes.length;
    return use(bytes);
  };
  return async (audio, use) => {
    try {
      const bytes = cached.get(audio.hash);
      if (bytes) return await use(bytes);
      const file = await new UntrustedFolder(dirname(audio.path)).openForReading(audio.path);
      try {
        await passOn(audio, file, use);
      } finally {
        await file.close();
      }
    } catch (error) {
      throw failureOf(error, audio);
    }
  };
}

async function perform({ order, target, control, prefix }: MasterJob): Promise<MasterResult> {
  const shared = new Int32Array(control);
  return masterAudio(order, new FileTarget(target.fd, prefix), {
    withAudio: createTakeOpener(),
    onProgress(share) {
      if (Atomics.load(shared, CANCELLED_INDEX) === 1) throw new MasterFailure({ kind: 'cancelled' }, null);
      Atomics.store(shared, PROGRESS_INDEX, Math.round(share * PROGRESS_STEPS));
    },
  });
}

function failureOf(error: unknown, { hash }: PlannedAudio): unknown {
  if (error instanceof AudioFormatError) return new MasterFailure({ kind: 'undecodable', hash }, error);
  if (error instanceof UnsafeEntryError) return new MasterFailure({ kind: 'unsafe', hash }, error);
  return errorCode(error) === 'ENOENT' ? new MasterFailure({ kind: 'missing', hash }, error) : error;
}

function faultOf(error: unknown): MasteringError | undefined {
  if (error instanceof MasterFailure) return error.fault;
  return error instanceof FileWriteError ? { kind: 'unwritten', code: error.code } : undefined;
}

async function reply(job: MasterJob): Promise<void> {
  try {
    const answer: WorkerReply<MasterResult> = { ok: true, result: await perform(job) };
    parentPort?.postMessage(answer);
  } catch (error) {
    const fault = faultOf(error);
    const message = error instanceof Error ? error.message : String(error);
    const detail = fault && JSON.stringify(fault);
    parentPort?.postMessage({ ok: false, message, detail } satisfies WorkerReply<MasterResult>);
  }
}

parentPort?.on('message', (job: MasterJob) => void reply(job));
