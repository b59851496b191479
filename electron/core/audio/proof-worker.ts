import { Console } from 'node:console';
import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import { Writable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import { AudioFormatError, decode, mixToMono, toFloatSamples } from '@lectern/audio';
import {
  canReadLanguage,
  isReadable,
  learnVoice,
  prepareLine,
  proofTake,
  ReferenceReader,
  voiceFromBytes,
  voiceToBytes,
} from '@lectern/audio/alignment';
import { type Language, languageSchema } from '@lectern/tts-protocol';
import { LOWEST_PRIORITY, lowerPriority } from '../../../node/priority.ts';
import type { WorkerReply } from '../../../node/worker-pool.ts';
import type { NotCompared } from '../../../shared/model/proofed-take.ts';
import { spokenWords } from '../../../shared/rules/spoken-words.ts';
import type { ProofJob, ProofJobResult, ProofOrder } from './proof-workers.ts';

// Silences the console. Decoders print warnings about damaged files, but the reply reports these files anyway.
globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));

/** Longer takes would need too much memory. A line of 2,000 characters takes two to three minutes. */
const MAX_SECONDS = 600;

let reader: Promise<ReferenceReader> | null = null;

const readReference = (): Promise<ReferenceReader> => {
  reader ??= ReferenceReader.create();
  return reader;
};

async function perform(job: ProofJob): Promise<ProofJobResult> {
  switch (job.kind) {
    case 'compare': {
      const take = await readTake(job.audio.fd, job.order);
      if ('kind' in take) return { kind: 'compare', compared: take };
      const { audioHash, ...spoken } = take;
      const voice = job.model && voiceFromBytes(job.model);
      // Findings of a recogniser would be merged here.
      const { words, proof } = proofTake(await readReference(), { ...spoken, voice });
      return { kind: 'compare', compared: { audioHash, words: [...words], proof } };
    }
    case 'prepare': {
      const take = await readTake(job.audio.fd, job.order);
      return { kind: 'prepare', line: 'kind' in take ? null : prepareLine(await readReference(), take) };
    }
    case 'learn':
      return { kind: 'learn', model: voiceToBytes(learnVoice(job.lines)) };
  }
}

interface ReadTake {
  readonly audioHash: string;
  /** Mono. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly text: string;
  readonly language: Language;
}

/** @throws AudioFormatError */
async function readTake(
  fd: number,
  { text, language, format, sampleRate, durationSeconds }: ProofOrder,
): Promise<ReadTake | NotCompared> {
  if (spokenWords(text).length === 0) return { kind: 'no-words' };
  const known = languageSchema.safeParse(language).data;
  if (!known || !canReadLanguage(known) || !isReadable(text, known)) return { kind: 'no-reference', language };
  const tooLong = { kind: 'too-long', seconds: durationSeconds, mostSeconds: MAX_SECONDS } as const;
  if (durationSeconds > MAX_SECONDS) return tooLong;
  const bytes = readWhole(fd);
  const audioHash = createHash('sha256').update(bytes).digest('hex');
  const pcm = await decode(bytes, { format, sampleRate }, { seconds: MAX_SECONDS }).catch((error: unknown) => {
    if (error instanceof AudioFormatError && error.kind === 'too-long') return null;
    throw error;
  });
  if (!pcm) return tooLong;
  const samples = mixToMono(pcm).channels[0] ?? new Float32Array(0);
  return { audioHash, samples: toFloatSamples(samples), sampleRate: pcm.sampleRate, text, language: known };
}

/** Reads from the start, even if the file has been read before. */
function readWhole(fd: number): Uint8Array {
  const bytes = new Uint8Array(fstatSync(fd).size);
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(fd, bytes, done, bytes.length - done, done);
    if (read === 0) return bytes.subarray(0, done);
    done += read;
  }
  return bytes;
}

async function reply(job: ProofJob): Promise<void> {
  try {
    const answer: WorkerReply<ProofJobResult> = { ok: true, result: await perform(job) };
    parentPort?.postMessage(answer);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const detail = error instanceof AudioFormatError ? error.kind : undefined;
    parentPort?.postMessage({ ok: false, message, detail } satisfies WorkerReply<ProofJobResult>);
  }
}

// Elsewhere, the priority would apply to the whole process.
if (process.platform === 'linux') lowerPriority(LOWEST_PRIORITY);
parentPort?.on('message', (job: ProofJob) => void reply(job));
