// The one port through which speech comes: the embedded engine stands behind it, and those that a configuration names.
import type { Language, MarkedStretch, OutputFormat, Quality, SpeakingStyle, SpeechShape } from '@lectern/tts-protocol';
import type { EngineVoice } from '../voices/voice.ts';

/** A stretch of text in one voice. Plain text: nothing in it is markup. */
export interface SpeechTurn {
  /** The identifier of one of the engine's voices. */
  readonly voice: string;
  readonly text: string;
  /** How words in it are to be spoken, as far as the voice can; none unless given. */
  readonly marks?: readonly MarkedStretch[];
}

/** What shapes the speech: what a request leaves open is filled in, where the service has a default. */
export interface SpeechRequest extends SpeechShape {
  /** One turn or more, spoken in order with a short pause between them. */
  readonly turns: readonly SpeechTurn[];
  /** 0.1 to 5: twice the speed is half the duration. */
  readonly speed: number;
  /** 0 or more. The same request with the same seed gives the same samples, always. */
  readonly seed: number;
  /** 0 to 2: how far takes of different seeds may lie apart; 0 is not at all. */
  readonly temperature: number;
  /** The language of the text, where it is not the voice's own. */
  readonly language: Language | undefined;
  /** In place of the voice's own; a voice that does not list it speaks as ever. */
  readonly style?: SpeakingStyle | undefined;
}

/** The file that speech becomes. */
export interface SpeechFile {
  readonly format: OutputFormat;
  readonly quality: Quality;
  /** Hz; the engine's own where absent. */
  readonly sampleRate: number | undefined;
  /** Where the file will be: the engine writes beside it, and the caller flushes and renames (rendering/durable-file.ts). */
  readonly path: string;
  /** A user is waiting for it: it does not queue behind other files. */
  readonly isAwaited?: boolean;
}

/** Seconds and bytes of a finished file. */
export interface FinishedFile {
  readonly duration: number;
  readonly size: number;
}

/** What making a file goes through, in this order ("Progress of a single asynchronous job"). */
export type SpeechStage = 'preload' | 'generate' | 'postprocessing';

/** Told as the work goes on, now and then. `fraction`: how much of the stage is done, 0 to 1, never less than before. */
export type OnProgress = (stage: SpeechStage, fraction: number) => void;

/** What jobs wait in line for: those of one lane never wait for another's. The embedded engine's is this one. */
export const EMBEDDED_LANE = 'embedded';

/** Why a text could not be spoken, in one sentence for the client that asked. */
export class SpeechError extends Error {
  override readonly name = 'SpeechError';
}

/** How speech is taken. */
export interface Listening {
  readonly onProgress?: OnProgress | undefined;
  /** Whether it is heard while it is made: if so, it must not wait behind files. */
  readonly isLive?: boolean;
}

/** A source of speech. */
export interface SpeechEngine {
  readonly voices: readonly EngineVoice[];
  /** How many requests it can well do at once, by lane. */
  readonly lanes: ReadonlyMap<string, number>;
  /** The lane of a request. */
  laneOf(request: SpeechRequest): string;
  /** Hz of all that `synthesize` gives for a request. */
  sampleRateOf(request: SpeechRequest): number;
  /**
   * Speaks: 16-bit samples of one channel, as they are made. A text with nothing to speak in it gives none.
   *
   * @throws SpeechError where the text can't be spoken; the signal's reason as soon as it is aborted
   */
  synthesize(request: SpeechRequest, signal: AbortSignal, listening?: Listening): AsyncIterable<Int16Array>;
  /**
   * For an engine that can: speaks right into a file, which is the one that would be made of what `synthesize` gives.
   *
   * @returns undefined where it can't for this request
   * @throws as `synthesize`
   */
  speakFile?(
    request: SpeechRequest,
    file: SpeechFile,
    signal: AbortSignal,
    onProgress?: OnProgress,
  ): Promise<FinishedFile> | undefined;
  /** Ends what is running and frees what the engine holds. */
  close(): Promise<void>;
}

/** What is said where the audio of one request would be longer than it may be. */
export const tooLong = (seconds: number): SpeechError =>
  new SpeechError(
    `The audio would be longer than ${Math.round(seconds / 60)} minutes: shorten the text or raise the speed.`,
  );
