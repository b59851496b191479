import type { EngineProblem, SpeakingStyle } from '@lectern/tts-protocol';
import { SpeechError } from '../speech-engine.ts';

export interface RemoteVoice {
  /** Undefined means the server's default. */
  readonly voice: string | undefined;
  readonly model: string | undefined;
  readonly speaker: number | undefined;
}

export interface RemoteUtterance extends RemoteVoice {
  readonly text: string;
  /** Within the source's range. */
  readonly speed: number;
  /** 0 to 2; 1 is the source's default. */
  readonly temperature: number;
  /** The same seed gives the same samples if the source supports seeds. */
  readonly seed?: number | undefined;
  readonly style?: SpeakingStyle | undefined;
  readonly stressed?: readonly string[] | undefined;
}

export interface Sound {
  /** In Hz, an integer from 1000 to 192000. */
  readonly sampleRate: number;
  readonly samples: Float32Array;
}

/** Thrown if a source fails to speak. The message never contains keys or script text. */
export class SourceError extends SpeechError {
  /** `down`: unreachable; `passing`: worth a retry; `final`: not worth a retry. */
  readonly kind: 'down' | 'passing' | 'final';
  readonly retryAfterSeconds: number | undefined;
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

export interface Timeouts {
  readonly connectSeconds: number;
  readonly idleSeconds: number;
  readonly totalSeconds: number;
}

export interface SpeechSource {
  readonly title: string;
  /** Supported speeds. Other speeds are reached by time-stretching. */
  readonly speeds: { readonly min: number; readonly max: number };
  readonly maxCharacters: number;
  /** Returns a voice's expected sample rate in Hz. Audio with a different rate is resampled to it. */
  sampleRateOf(voice: RemoteVoice): number;
  /** Yields audio as it arrives. @throws SourceError; the signal's reason as soon as it is aborted */
  say(utterance: RemoteUtterance, signal: AbortSignal): AsyncIterable<Sound>;
}

/** Limits how long to wait for a server, both each time and in total. The time between waits doesn't count. */
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
   * @param giveUp called on timeout or abort, after which `awaited` is ignored
   * @throws SourceError `final` on timeout
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
        : `${this.#title} sent no data for ${idleSeconds} s.`;
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

  async *each<T>(items: AsyncIterable<T>, signal: AbortSignal, giveUp: () => void): AsyncGenerator<T> {
    const iterator = items[Symbol.asyncIterator]();
    for (;;) {
      const next = await this.wait(iterator.next(), signal, giveUp);
      if (next.done === true) return;
      yield next.value;
    }
  }
}
