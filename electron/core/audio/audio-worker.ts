import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import { AudioFormatError, audioBytesOf, convertAudio } from '@lectern/audio';
import { fingerprintFile } from '@lectern/audio/fingerprint';
import { analyseAudio, checkAudio, measureFile } from '@lectern/audio/meters';
import { findWatermark } from '@lectern/audio/watermark';
import { FileWriteError } from '../../../node/files/file-errors.ts';
import type { WorkerReply } from '../../../node/worker-pool.ts';
import type { AudioJob, AudioJobResult } from './audio-workers.ts';
import { FileTarget } from './file-target.ts';

// Silences the console. Decoders print warnings about damaged files, but the reply reports these files anyway.
globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));

async function perform(job: AudioJob): Promise<AudioJobResult> {
  switch (job.kind) {
    case 'check':
      return { kind: 'check', checked: await checkAudio(job.audio, job.expected) };
    case 'analyse': {
      const { analysis } = await analyseAudio(audioBytesOf(job.audio), job.hint);
      return { kind: 'analyse', analysis };
    }
    case 'measure':
      return { kind: 'measure', figures: await measureFile(audioBytesOf(job.audio), job.wantsFingerprint) };
    case 'fingerprint':
      return { kind: 'fingerprint', fingerprinted: await fingerprintFile(audioBytesOf(job.audio), job) };
    case 'find-watermark':
      return { kind: 'find-watermark', scan: await findWatermark(audioBytesOf(job.audio)) };
    case 'convert': {
      const target = new FileTarget(job.target.fd);
      return { kind: 'convert', converted: await convertAudio(job.audio, target, job.conversion) };
    }
  }
}

function detailOf(error: unknown): string | undefined {
  if (error instanceof AudioFormatError) return error.kind;
  return error instanceof FileWriteError ? error.code : undefined;
}

async function reply(job: AudioJob): Promise<void> {
  try {
    const result = await perform(job);
    const answer: WorkerReply<AudioJobResult> = { ok: true, result };
    parentPort?.postMessage(answer);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const detail = detailOf(error);
    parentPort?.postMessage({ ok: false, message, detail } satisfies WorkerReply<AudioJobResult>);
  }
}

parentPort?.on('message', (job: AudioJob) => void reply(job));
