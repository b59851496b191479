// A server or program elsewhere that says a stretch of text, and how long to wait for it.
import type { EngineProblem, SpeakingStyle } from '@lectern/tts-protocol';
import { SpeechError } from '../speech-engine.ts';

/** Which voice of the other side is meant. */
export interface VoiceThere {
  /** Its name there; undefined is the other side's own choice. */
  readonly voice: string | undefined;
  /** The model that it belongs to, where the other side has several. */
  readonly model: string | undefined;
  /** Which of a model's speakers, counted from 0. */
  readonly speaker: number | undefined;
}

/** A stretch of text that the other side takes at once. */
export interface RemoteUtterance extends VoiceThere {
  readonly text: string;
  /** Within the source's own bounds. */
  readonly speed: number;
  /** 0 to 2; 1 is as the other side does it. */
  readonly temperature: number;
  /** The same gives the same samples, where the other side takes one. */
  readonly seed?: number | undefined;
  readonly style?: SpeakingStyle | undefined;
  /** Words of the text to be stressed. */
  readonly stressed?: readonly string[] | undefined;
}

/** A piece of sound: one channel, full scale -1 to 1. */
export interface Sound {
  /** Hz, a whole number from 1000 to 192000. */
  readonly sampleRate: number;
  readonly samples: Float32Array;
}

/** What keeps a source from speaking. The message never has a key or a script's text in it. */
export class SourceError extends SpeechError {
  /** `down`: it was not reached at all; `passing`: it may well do it when it is asked again; `final`: it will not. */
  readonly kind: 'down' | 'passing' | 'final';
  /** Seconds after which the other side wants to be asked again, where it says so. */
  readonly retryAfterSeconds: number | undefined;
  /** The same as the message for a program that has words of its own. */
  readonly problem: EngineProblem;

  constructor(
    kind: SourceError['kind'],
    message: string,
    { retryAfterSeconds, problem }: { readonly retryAfterSeconds?: number; readonly problem?: EngineProblem } = {},
  ) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
    this.problem = problem ?? engineProblem('failed');
  }
}

export const engineProblem = (
  kind: EngineProblem['kind'],
  { status = null, detail = null }: Partial<Omit<EngineProblem, 'kind'>> = {},
): EngineProblem => ({ kind, status, detail });

/** Seconds for which the other side is waited for. */
export interface Timeouts {
  /** Until it is connected to. */
  readonly connectSeconds: number;
  /** Without a byte of it. */
  readonly idleSeconds: number;
  /** For one utterance, in all. */
  readonly totalSeconds: number;
}

/** One server or program. */
export interface SpeechSource {
  /** As people know it: `The voice server "kokoro"`. */
  readonly title: string;
  /** The speeds that it speaks at by itself; beyond, its sound is stretched. */
  readonly speeds: { readonly least: number; readonly most: number };
  /** Most characters (code points) of one utterance. */
  readonly maxCharacters: number;
  /** Hz that the sound of a voice most likely has: what has another rate is brought to this one. */
  sampleRateOf(voice: VoiceThere): number;
  /**
   * The sound of an utterance, as it comes in.
   *
   * @throws SourceError; the signal's reason as soon as it is aborted
   */
  say(utterance: RemoteUtterance, signal: AbortSignal): AsyncIterable<Sound>;
}

/** Waits for one answer after the other, with a bound for each and one for all together. Time between them is free. */
export class Deadline {
  readonly #title: string;
  readonly #timeouts: Timeouts;
  #left: number;

  constructor(title: string, timeouts: Timeouts) {
    this.#title = title;
    this.#timeouts = timeouts;
    this.#left = timeouts.totalSeconds;
  }

  /**
   * Waits.
   *
   * @param giveUp called when it takes too long or is aborted; whatever comes later is ignored
   * @throws SourceError `final` after too long; the signal's reason; what is waited for
   */
  async wait<T>(awaited: Promise<T>, signal: AbortSignal, giveUp: () => void): Promise<T> {
    const begun = performance.now();
    const { idleSeconds, totalSeconds } = this.#timeouts;
    const isTotal = this.#left < idleSeconds;
    let timer: NodeJS.Timeout | undefined;
    let leave = (): void => {};
    const bound = new Promise<never>((_resolve, reject) => {
      const late = isTotal
        ? `${this.#title} did not finish within ${totalSeconds} s.`
        : `${this.#title} gave nothing for ${idleSeconds} s.`;
      const tooLate = (): SourceError =>
        new SourceError('final', late, { problem: engineProblem(isTotal ? 'endless' : 'silent') });
      leave = () => reject(signal.reason);
      timer = setTimeout(() => reject(tooLate()), Math.min(idleSeconds, this.#left) * 1000);
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    });
    let isOver = false;
    try {
      const value = await Promise.race([awaited, bound]);
      isOver = true;
      return value;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      this.#left -= (performance.now() - begun) / 1000;
      if (!isOver) {
        awaited.catch(() => {});
        giveUp();
      }
    }
  }

  /** The same for each of the items of a stream. */
  async *each<T>(items: AsyncIterable<T>, signal: AbortSignal, giveUp: () => void): AsyncGenerator<T> {
    const iterator = items[Symbol.asyncIterator]();
    for (;;) {
      const next = await this.wait(iterator.next(), signal, giveUp);
      if (next.done === true) return;
      yield next.value;
    }
  }
}
