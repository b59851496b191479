// Worker module that finds lines in recordings (conform-work.ts).
import { Console } from 'node:console';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { AudioFormatError } from '@lectern/audio';
import type { WorkerReply } from '../../../node/worker-pool.ts';
import { type ConformJob, type ConformJobResult, cutLines, findLines } from './conform-work.ts';

// Silences the console, because decoders print warnings about damaged files.
globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));

interface ConformThreadJob {
  readonly job: ConformJob;
  /** Receives progress as numbers, or cut files, each of which is acknowledged. */
  readonly port: MessagePort;
}

async function perform({ job, port }: ConformThreadJob): Promise<ConformJobResult> {
  if (job.kind === 'find') return findLines(job, (share) => port.postMessage(share));
  await cutLines(job, async (bytes) => {
    const written = once(port, 'message');
    port.postMessage(bytes);
    await written;
  });
  return null;
}

async function reply(order: ConformThreadJob): Promise<void> {
  let answer: WorkerReply<ConformJobResult>;
  try {
    answer = { ok: true, result: await perform(order) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    answer = { ok: false, message, detail: error instanceof AudioFormatError ? error.kind : undefined };
  } finally {
    order.port.close();
  }
  parentPort?.postMessage(answer);
}

parentPort?.on('message', (order: ConformThreadJob) => void reply(order));
