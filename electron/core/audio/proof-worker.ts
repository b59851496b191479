import { Console } from 'node:console';
import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import { Writable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { AudioFormatError, decode, mixToMono, toFloatSamples } from '@lectern/audio';
import {
  canReadLanguage,
  isReadable,
  learnVoice,
  type NotComparable,
  prepareForLearning,
  proofTake,
  ReferenceReader,
  type SpokenTake,
  voiceFromBytes,
  voiceToBytes,
} from '@lectern/audio/alignment';
import { languageSchema } from '@lectern/tts-protocol';
import { LOWEST_PRIORITY, lowerPriority } from '../../../node/priority.ts';
import type { WorkerReply } from '../../../node/worker-pool.ts';
import type { NotCompared } from '../../../shared/model/proofed-take.ts';
import { spokenWords } from '../../../shared/rules/spoken-words.ts';
import type { ProofJob, ProofJobResult, ProofOrder, ProofUrgency } from './proof-workers.ts';

// Silences the console. Decoders print warnings about damaged files, but the reply reports these files anyway.
globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));

/** Longer takes aren't decoded. A line of 2,000 characters takes two to three minutes. */
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
      const result = proofTake(await readReference(), take, job.model && voiceFromBytes(job.model));
      if (!result.isCompared) return { kind: 'compare', compared: notCompared(result.reason, job.order) };
      // The findings of a recogniser would be merged here.
      const { words, proof } = result;
      return { kind: 'compare', compared: { audioHash: take.audioHash, words, proof } };
    }
    case 'prepare': {
      const take = await readTake(job.audio.fd, job.order);
      if ('kind' in take) return { kind: 'prepare', line: null };
      return { kind: 'prepare', line: prepareForLearning(await readReference(), take) };
    }
    case 'learn':
      return { kind: 'learn', model: voiceToBytes(learnVoice(job.lines)) };
  }
}

function notCompared(reason: NotComparable, { language, durationSeconds }: ProofOrder): NotCompared {
  switch (reason) {
    case 'language':
      return { kind: 'no-reference', language };
    case 'unreadable-text':
      return { kind: 'unreadable-text', language };
    case 'no-words':
      return { kind: 'no-words' };
    case 'too-long':
      return { kind: 'too-long', seconds: durationSeconds };
  }
}

interface ReadTake extends SpokenTake {
  readonly audioHash: string;
}

/** @throws AudioFormatError */
async function readTake(fd: number, order: ProofOrder): Promise<ReadTake | NotCompared> {
  const { text, format, sampleRate, durationSeconds } = order;
  const language = languageSchema.safeParse(order.language).data;
  if (!language || !canReadLanguage(language)) return notCompared('language', order);
  if (spokenWords(text).length === 0) return notCompared('no-words', order);
  if (!isReadable(text, language)) return notCompared('unreadable-text', order);
  if (durationSeconds > MAX_SECONDS) return notCompared('too-long', order);
  const bytes = readWhole(fd);
  const audioHash = createHash('sha256').update(bytes).digest('hex');
  const pcm = await decode(bytes, { format, sampleRate }, { seconds: MAX_SECONDS }).catch((error: unknown) => {
    if (error instanceof AudioFormatError && error.kind === 'too-long') return null;
    throw error;
  });
  if (!pcm) return notCompared('too-long', order);
  const [channel = new Float32Array(0)] = mixToMono(pcm).channels;
  const samples = channel instanceof Int16Array ? toFloatSamples(channel) : channel;
  return { audioHash, samples, sampleRate: pcm.sampleRate, text, language };
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
const isBackground = workerData === ('background' satisfies ProofUrgency);
if (isBackground && process.platform === 'linux') lowerPriority(LOWEST_PRIORITY);
parentPort?.on('message', (job: ProofJob) => void reply(job));
