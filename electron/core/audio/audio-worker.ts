// The module of an audio thread: see audio-workers.ts.
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import { AudioFormatError } from '../../../codecs/audio-format-error.ts';
import { analyseAudio } from './analyse-audio.ts';
import type { AudioJob, AudioJobResult } from './audio-jobs.ts';
import { checkAudio } from './check-audio.ts';
import { convertAudio } from './convert-audio.ts';
import type { WorkerReply } from './worker-pool.ts';

// Decoders tell the console what they dislike about a damaged file. Here it is told once, in the reply.
globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));

async function perform(job: AudioJob): Promise<AudioJobResult> {
  switch (job.kind) {
    case 'check':
      return { kind: 'check', checked: await checkAudio(job.bytes, job.expected) };
    case 'analyse':
      return { kind: 'analyse', analysis: (await analyseAudio(job.bytes, job.hint)).analysis };
    case 'convert': {
      const { bytes, heldBackDb } = await convertAudio(job.bytes, job.conversion);
      return { kind: 'convert', converted: { bytes: new Uint8Array(bytes), heldBackDb } };
    }
  }
}

async function reply(job: AudioJob): Promise<void> {
  try {
    const result = await perform(job);
    const answer: WorkerReply<AudioJobResult> = { ok: true, result };
    parentPort?.postMessage(answer, result.kind === 'convert' ? [result.converted.bytes.buffer] : []);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const detail = error instanceof AudioFormatError ? error.kind : undefined;
    parentPort?.postMessage({ ok: false, message, detail } satisfies WorkerReply<AudioJobResult>);
  }
}

parentPort?.on('message', (job: AudioJob) => void reply(job));
