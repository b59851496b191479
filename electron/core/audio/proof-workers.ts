// Compares takes with their text in worker threads.
import { AUDIO_FORMAT_ERROR_KINDS, AudioFormatError } from '@lectern/audio';
import type { OddSound, PreparedLine, RepeatedWord } from '@lectern/audio/alignment';
import type { OutputFormat } from '@lectern/tts-protocol';
import { createWorkerPool, WorkerJobError } from '../../../node/worker-pool.ts';
import type { TakeProof, WordTime } from '../../../shared/model/proof.ts';
import type { NotCompared } from '../../../shared/model/proofed-take.ts';

interface OpenAudioFile {
  readonly fd: number;
}

export interface ProofOrder {
  readonly text: string;
  /** Name of a language in `LANGUAGES`, or a BCP 47 tag; null if unknown. */
  readonly language: string | null;
  readonly format: OutputFormat;
  /** In Hz; needed for headerless mu-law. */
  readonly sampleRate: number;
  readonly durationSeconds: number;
}

/** How to compare a take. */
export interface TakeComparison {
  /** Null if the voice hasn't been learnt. */
  readonly model: Uint8Array | null;
  /** What is known from an earlier comparison of the take. Used if the file hasn't been exchanged since. */
  readonly known: EarlierComparison | null;
  /** Whether a recogniser can listen to the take. */
  readonly isHeard: boolean;
}

interface EarlierComparison {
  readonly audioHash: string;
  /** Empty if unknown. */
  readonly words: readonly WordTime[];
  /** Whether the recogniser has listened to it. */
  readonly isHeard: boolean;
}

export interface CompareJob extends TakeComparison {
  readonly kind: 'compare';
  readonly audio: OpenAudioFile;
  readonly order: ProofOrder;
}

export type ProofJob =
  | CompareJob
  | { readonly kind: 'prepare'; readonly audio: OpenAudioFile; readonly order: ProofOrder }
  | { readonly kind: 'learn'; readonly lines: readonly PreparedLine[] }
  | ({ readonly kind: 'word-sounds'; readonly audio: OpenAudioFile } & SoundOrder)
  | { readonly kind: 'odd-sounds'; readonly words: readonly NamedSounds[] };

interface SoundOrder {
  readonly order: ProofOrder;
  /** Null if the voice hasn't been learnt. */
  readonly model: Uint8Array | null;
  readonly spans: readonly WordTime[];
}

export type NamedSounds = RepeatedWord;

/** Exactly one of `proof` and `notCompared` is set. */
export interface ComparedTake {
  /** SHA-256 of the file, in hexadecimal; null if it wasn't read. */
  readonly audioHash: string | null;
  /** In the order of `spokenWords`. */
  readonly words: readonly WordTime[];
  readonly proof: TakeProof | null;
  readonly notCompared: NotCompared | null;
  /** The take for the recogniser: mono, 16,000 Hz; null if it needn't or can't listen. */
  readonly speech: Float32Array | null;
}

export type ProofJobResult =
  | { readonly kind: 'compare'; readonly compared: ComparedTake }
  | { readonly kind: 'prepare'; readonly line: PreparedLine | null }
  | { readonly kind: 'learn'; readonly model: Uint8Array }
  | { readonly kind: 'word-sounds'; readonly sounds: readonly Uint8Array[] | null }
  | { readonly kind: 'odd-sounds'; readonly odd: readonly OddSound[] | null };

/** Files must stay open until the promise settles. All methods throw WorkerLostError if the thread dies. */
export interface ProofWorkers {
  /** @throws AudioFormatError */
  compareTake(audio: OpenAudioFile, order: ProofOrder, comparison: TakeComparison): Promise<ComparedTake>;
  /** Prepares a take for `learnVoice`. Returns null if the take can't be compared with its text. */
  prepareLine(audio: OpenAudioFile, order: ProofOrder): Promise<PreparedLine | null>;
  /** Takes up to a few minutes, in a thread of its own, so that takes can be compared meanwhile. */
  learnVoice(lines: readonly PreparedLine[]): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Compares how words sound. The methods behave as those of `ProofWorkers`. */
export interface SoundWorkers {
  /** Returns null if the take can't be compared with its words. @throws AudioFormatError */
  wordSounds(
    audio: OpenAudioFile,
    order: ProofOrder & Pick<SoundOrder, 'model' | 'spans'>,
  ): Promise<readonly Uint8Array[] | null>;
  /** Returns null if too few ordinary words are repeated. @param words of one voice */
  findOddSounds(words: readonly NamedSounds[]): Promise<readonly OddSound[] | null>;
}

/**
 * The synthesiser takes 50 MB, so idle background threads end. Commands close their threads themselves; restarting one
 * while a voice is learnt would only fragment the memory.
 */
const IDLE_MS: Readonly<Record<ProofUrgency, number | null>> = { background: 10_000, awaited: null };

/** Whether somebody waits for the results. If not, the threads only use time that nothing else needs. */
export type ProofUrgency = 'awaited' | 'background';

export function createProofWorkers(size = 1, urgency: ProofUrgency = 'background'): ProofWorkers & SoundWorkers {
  const script = new URL('./proof-worker.ts', import.meta.url);
  const pool = createWorkerPool<ProofJob, ProofJobResult>(script, size, { idleMs: IDLE_MS[urgency], data: urgency });
  const learning = createWorkerPool<ProofJob, ProofJobResult>(script, 1, { idleMs: 0, data: urgency });
  const run = (job: ProofJob): Promise<ProofJobResult> =>
    (job.kind === 'learn' ? learning : pool).run(job).catch((error: unknown) => {
      const kind = error instanceof WorkerJobError && AUDIO_FORMAT_ERROR_KINDS.find((one) => one === error.detail);
      throw kind ? new AudioFormatError(kind, error.message, { cause: error }) : error;
    });
  return {
    async compareTake(audio, order, comparison) {
      const result = await run({ kind: 'compare', audio, order, ...comparison });
      if (result.kind !== 'compare') throw unexpectedReplyError();
      return result.compared;
    },
    async prepareLine(audio, order) {
      const result = await run({ kind: 'prepare', audio, order }).catch((error: unknown) => {
        if (error instanceof AudioFormatError) return { kind: 'prepare', line: null } as const;
        throw error;
      });
      if (result.kind !== 'prepare') throw unexpectedReplyError();
      return result.line;
    },
    async learnVoice(lines) {
      const result = await run({ kind: 'learn', lines });
      if (result.kind !== 'learn') throw unexpectedReplyError();
      return result.model;
    },
    async wordSounds(audio, { model, spans, ...order }) {
      const result = await run({ kind: 'word-sounds', audio, order, model, spans });
      if (result.kind !== 'word-sounds') throw unexpectedReplyError();
      return result.sounds;
    },
    async findOddSounds(words) {
      const result = await run({ kind: 'odd-sounds', words });
      if (result.kind !== 'odd-sounds') throw unexpectedReplyError();
      return result.odd;
    },
    async close() {
      await Promise.all([pool.close(), learning.close()]);
    },
  };
}

const unexpectedReplyError = (): Error => new Error('A proof thread sent an unexpected reply.');
