// Compares takes with their text in worker threads.
import { AUDIO_FORMAT_ERROR_KINDS, AudioFormatError } from '@lectern/audio';
import type { PreparedLine } from '@lectern/audio/alignment';
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
export interface Comparison {
  /** Null if the voice hasn't been learnt. */
  readonly model: Uint8Array | null;
  /** What is known from an earlier comparison of the take. Used if the file hasn't been exchanged since. */
  readonly known: KnownTake | null;
  /** Whether a recogniser can listen to the take. */
  readonly isHeard: boolean;
}

interface KnownTake {
  readonly audioHash: string;
  /** Empty if unknown. */
  readonly words: readonly WordTime[];
  /** Whether the recogniser has listened to it. */
  readonly isHeard: boolean;
}

export interface CompareJob extends Comparison {
  readonly kind: 'compare';
  readonly audio: OpenAudioFile;
  readonly order: ProofOrder;
}

export type ProofJob =
  | CompareJob
  | { readonly kind: 'prepare'; readonly audio: OpenAudioFile; readonly order: ProofOrder }
  | { readonly kind: 'learn'; readonly lines: readonly PreparedLine[] };

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
  | { readonly kind: 'learn'; readonly model: Uint8Array };

/** Files must stay open until the promise settles. All methods throw WorkerLostError if the thread dies. */
export interface ProofWorkers {
  /** @throws AudioFormatError */
  compareTake(audio: OpenAudioFile, order: ProofOrder, comparison: Comparison): Promise<ComparedTake>;
  /** Prepares a take for `learnVoice`. Returns null if the take can't be compared with its text. */
  prepareLine(audio: OpenAudioFile, order: ProofOrder): Promise<PreparedLine | null>;
  /** Takes up to a few minutes, in a thread of its own, so that takes can be compared meanwhile. */
  learnVoice(lines: readonly PreparedLine[]): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The synthesiser takes 50 MB, so the thread ends when nothing has arrived for a while. */
const IDLE_MS = 10_000;

/** Whether somebody waits for the results. If not, the threads only use time that nothing else needs. */
export type ProofUrgency = 'awaited' | 'background';

export function createProofWorkers(size = 1, urgency: ProofUrgency = 'background'): ProofWorkers {
  const script = new URL('./proof-worker.ts', import.meta.url);
  const pool = createWorkerPool<ProofJob, ProofJobResult>(script, size, { idleMs: IDLE_MS, data: urgency });
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
    async close() {
      await Promise.all([pool.close(), learning.close()]);
    },
  };
}

const unexpectedReplyError = (): Error => new Error('A proof thread sent an unexpected reply.');
