import { Console } from 'node:console';
import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import { Writable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { AudioFormatError, decode, mixToMono, toFloatSamples } from '@lectern/audio';
import {
  findOddSounds,
  isReadable,
  learnVoice,
  type NotComparable,
  prepareForLearning,
  proofTake,
  ReferenceReader,
  type SpokenTake,
  toSixteenKilohertz,
  voiceFromBytes,
  voiceToBytes,
  wordSounds,
} from '@lectern/audio/alignment';
import { LOWEST_PRIORITY, lowerPriority } from '../../../node/priority.ts';
import type { WorkerReply } from '../../../node/worker-pool.ts';
import type { NotCompared } from '../../../shared/model/proofed-take.ts';
import { canReadLanguage } from '../../../shared/rules/espeak-voices.ts';
import { spokenWords } from '../../../shared/rules/spoken-words.ts';
import { languageNamed } from '../rules/language-named.ts';
import type { ComparedTake, CompareJob, ProofJob, ProofJobResult, ProofOrder, ProofUrgency } from './proof-workers.ts';

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
    case 'compare':
      return { kind: 'compare', compared: await compare(job) };
    case 'prepare': {
      const take = findObstacle(job.order) ? null : await readTake(job.audio.fd, job.order);
      if (!take || 'kind' in take) return { kind: 'prepare', line: null };
      return { kind: 'prepare', line: prepareForLearning(await readReference(), take) };
    }
    case 'learn':
      return { kind: 'learn', model: voiceToBytes(learnVoice(job.lines)) };
    case 'word-sounds': {
      const take = await readTake(job.audio.fd, job.order);
      if ('kind' in take) return { kind: 'word-sounds', sounds: null };
      return { kind: 'word-sounds', sounds: wordSounds(take, job.spans, job.model && voiceFromBytes(job.model)) };
    }
    case 'odd-sounds':
      return { kind: 'odd-sounds', odd: findOddSounds(job.words) };
  }
}

async function compare({ audio, order, model, known, isHeard }: CompareJob): Promise<ComparedTake> {
  const obstacle = findObstacle(order);
  // A recogniser can listen to languages and texts that can't be read.
  const canBeHeard = isHeard && obstacle?.kind !== 'no-words' && obstacle?.kind !== 'too-long';
  if (obstacle && !canBeHeard) return { ...NOTHING, notCompared: obstacle };
  const take = await readTake(audio.fd, order);
  if ('kind' in take) return { ...NOTHING, notCompared: take };
  const { audioHash, samples, sampleRate } = take;
  const isSame = known?.audioHash === audioHash;
  const isSpeechNeeded = canBeHeard && !(isSame && known.isHeard);
  const speech = isSpeechNeeded ? toSixteenKilohertz(samples, sampleRate) : null;
  if (obstacle) return { ...NOTHING, audioHash, speech, notCompared: obstacle };
  const words = isSame && known.words.length > 0 ? known.words : undefined;
  const result = proofTake(await readReference(), take, model && voiceFromBytes(model), words);
  return result.isCompared
    ? { audioHash, words: result.words, proof: result.proof, notCompared: null, speech }
    : { ...NOTHING, audioHash, speech, notCompared: notCompared(result.reason, order) };
}

const NOTHING = { audioHash: null, words: [], proof: null, speech: null } as const;

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

/** Returns why a take can't be compared, as far as that is known before it is read. */
function findObstacle(order: ProofOrder): NotCompared | null {
  const { text, durationSeconds } = order;
  const language = languageNamed(order.language);
  if (spokenWords(text).length === 0) return notCompared('no-words', order);
  if (durationSeconds > MAX_SECONDS) return notCompared('too-long', order);
  if (!language || !canReadLanguage(language)) return notCompared('language', order);
  return isReadable(text, language) ? null : notCompared('unreadable-text', order);
}

/** @throws AudioFormatError */
async function readTake(fd: number, order: ProofOrder): Promise<ReadTake | NotCompared> {
  const { text, format, sampleRate } = order;
  const language = languageNamed(order.language) ?? 'english';
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
