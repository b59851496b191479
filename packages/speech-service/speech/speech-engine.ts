// The interface of all speech engines, embedded and configured.
import type { Language, MarkedStretch, OutputFormat, Quality, SpeakingStyle, SpeechShape } from '@lectern/tts-protocol';
import type { EngineVoice } from '../voices/voice.ts';

/** A passage of plain text in one voice. */
export interface SpeechTurn {
  readonly voice: string;
  readonly text: string;
  /** How to speak marked words, if the voice supports it. */
  readonly marks?: readonly MarkedStretch[];
}

/** Parameters with the service's defaults filled in. */
export interface SpeechRequest extends SpeechShape {
  /** At least one turn; short pauses are inserted between them. */
  readonly turns: readonly SpeechTurn[];
  /** 0.1 to 5; doubling it halves the duration. */
  readonly speed: number;
  /** 0 or more. The same request and seed always give the same samples. */
  readonly seed: number;
  /** 0 to 2: how much takes with different seeds may differ; 0 means not at all. */
  readonly temperature: number;
  /** The language of the text, if it isn't the voice's own. */
  readonly language: Language | undefined;
  /** Replaces the voice's own style; ignored by voices that don't list it. */
  readonly style?: SpeakingStyle | undefined;
}

export interface SpeechFile {
  readonly format: OutputFormat;
  readonly quality: Quality;
  /** In Hz; the engine's own rate if undefined. */
  readonly sampleRate: number | undefined;
  /**
   * The destination. The engine writes a temporary file next to it, which the caller flushes and renames
   * (rendering/durable-file.ts).
   */
  readonly path: string;
  /** Whether a user is waiting for it, so that it doesn't queue behind other files. */
  readonly isAwaited?: boolean;
}

/** Duration in seconds and size in bytes. */
export interface FinishedFile {
  readonly duration: number;
  readonly size: number;
}

/** The stages of making a file, in order ("Progress of a single asynchronous job"). */
export type SpeechStage = 'preload' | 'generate' | 'postprocessing';

/** Called from time to time. `fraction` is the part of the stage that is done, 0 to 1, and never decreases. */
export type OnProgress = (stage: SpeechStage, fraction: number) => void;

/** The embedded engine's lane. Lanes are independent job queues. */
export const EMBEDDED_LANE = 'embedded';

/** The text could not be spoken. The message is one sentence for the client. */
export class SpeechError extends Error {
  override readonly name = 'SpeechError';
}

export interface Listening {
  readonly onProgress?: OnProgress | undefined;
  /** Whether it is streamed to a listener and must not queue behind files. */
  readonly isLive?: boolean;
}

export interface SpeechEngine {
  readonly voices: readonly EngineVoice[];
  /** Maximum concurrent requests by lane. */
  readonly lanes: ReadonlyMap<string, number>;
  laneOf(request: SpeechRequest): string;
  /** Returns the sample rate in Hz of `synthesize` for a request. */
  sampleRateOf(request: SpeechRequest): number;
  /**
   * Yields 16-bit mono samples as they are generated; none for a text with nothing to speak.
   *
   * @throws SpeechError if the text can't be spoken; the signal's reason as soon as it is aborted
   */
  synthesize(request: SpeechRequest, signal: AbortSignal, listening?: Listening): AsyncIterable<Int16Array>;
  /**
   * Speaks directly into a file with the same samples as `synthesize`, if the engine supports it.
   *
   * @returns undefined if it isn't possible for this request
   * @throws as `synthesize`
   */
  speakFile?(
    request: SpeechRequest,
    file: SpeechFile,
    signal: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<FinishedFile> | undefined;
  /** Cancels running requests and releases resources. */
  close(): Promise<void>;
}

export const tooLong = (seconds: number): SpeechError =>
  new SpeechError(
    `The audio would be longer than ${Math.round(seconds / 60)} minutes: shorten the text or raise the speed.`,
  );
