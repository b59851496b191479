import type { Language, MarkedRange, OutputFormat, Quality, SpeakingStyle, SpeechShape } from '@lectern/tts-protocol';
import type { EngineVoice } from '../voices/voice.ts';

export interface SpeechTurn {
  readonly voice: string;
  readonly text: string;
  readonly marks?: readonly MarkedRange[];
}

export interface SpeechRequest extends SpeechShape {
  readonly turns: readonly SpeechTurn[];
  /** 0.1 to 5; doubling it halves the duration. */
  readonly speed: number;
  /** 0 or more. The same request and seed always give the same samples. */
  readonly seed: number;
  /** 0 to 2: how much takes with different seeds differ; at 0, they are identical. */
  readonly temperature: number;
  readonly language: Language | undefined;
  /** Replaces the voice's own style; ignored by voices that don't list it. */
  readonly style?: SpeakingStyle | undefined;
}

export interface SpeechFile {
  readonly format: OutputFormat;
  readonly quality: Quality;
  readonly sampleRate: number | undefined;
  /** The final path. The engine writes a temporary file next to it, which the caller flushes and renames. */
  readonly path: string;
  /** Whether a user is waiting for the file, so that it must not queue behind others. */
  readonly isAwaited?: boolean;
}

/** Duration in seconds and size in bytes. */
export interface FinishedFile {
  readonly duration: number;
  readonly size: number;
}

export type SpeechStage = 'preload' | 'generate' | 'postprocessing';

/** Called repeatedly. `fraction` is the completed part of the stage, 0 to 1, and never decreases. */
export type OnProgress = (stage: SpeechStage, fraction: number) => void;

/** The embedded engine's lane. Lanes are independent job queues. */
export const EMBEDDED_LANE = 'embedded';

/** Thrown if a text can't be spoken. The message is one sentence for the client. */
export class SpeechError extends Error {
  override readonly name = 'SpeechError';
}

export interface SynthesisOptions {
  readonly onProgress?: OnProgress | undefined;
  /** Whether the audio is streamed to a listener, so that it must not queue behind files. */
  readonly isLive?: boolean;
}

export interface SpeechEngine {
  readonly voices: readonly EngineVoice[];
  readonly lanes: ReadonlyMap<string, number>;
  laneOf(request: SpeechRequest): string;
  /** Returns the sample rate in Hz that `synthesize` uses for a request. */
  sampleRateOf(request: SpeechRequest): number;
  /** Yields 16-bit mono samples, or none if there is nothing to speak. @throws SpeechError; the signal's reason */
  synthesize(request: SpeechRequest, signal: AbortSignal, listening?: SynthesisOptions): AsyncIterable<Int16Array>;
  /**
   * Synthesises a request straight to a file, with the same samples as `synthesize`.
   * @returns undefined if this isn't possible for the request
   */
  speakFile?(
    request: SpeechRequest,
    file: SpeechFile,
    signal: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<FinishedFile> | undefined;
  close(): Promise<void>;
}

export const tooLong = (seconds: number): SpeechError =>
  new SpeechError(
    `The audio would be longer than ${Math.round(seconds / 60)} minutes: shorten the text or raise the speed.`,
  );
