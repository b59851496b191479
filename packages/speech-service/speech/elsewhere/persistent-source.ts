import { countCharacters } from '../../../../shared/rules/characters.ts';
import type { MonotonicClock } from '../../common/clock.ts';
import { DECISIONS } from '../../common/decisions.ts';
import { engineProblem, type RemoteUtterance, type Sound, SourceError, type SpeechSource } from './speech-source.ts';

interface ReadAheadLimit<T> {
  readonly sizeOf: (item: T) => number;
  readonly most: number;
}

/**
 * Reads a source ahead of a slow consumer, so that the source finishes early. Aborts the source if the consumer stops.
 */
export async function* readAhead<T>(
  start: (signal: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
  { sizeOf, most }: ReadAheadLimit<T>,
): AsyncGenerator<T> {
  const leaving = new AbortController();
  const ready: T[] = [];
  let waiting = 0;
  let hasEnded = false;
  let wake = (): void => {};
  let goOn = (): void => {};
  leaving.signal.addEventListener('abort', () => goOn());
  const run = async (): Promise<void> => {
    for await (const item of start(AbortSignal.any([signal, leaving.signal]))) {
      ready.push(item);
      waiting += sizeOf(item);
      wake();
      while (waiting > most && !leaving.signal.aborted) await new Promise<void>((resolve) => (goOn = resolve));
    }
  };
  const running = run().finally(() => {
    hasEnded = true;
    wake();
  });
  // Prevent an unhandled rejection before `running` is awaited below.
  running.catch(() => {});
  signal.addEventListener('abort', () => wake(), { once: true, signal: leaving.signal });
  try {
    for (;;) {
      signal.throwIfAborted();
      const item = ready.shift();
      if (item !== undefined) {
        waiting -= sizeOf(item);
        goOn();
        yield item;
      } else if (hasEnded) break;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    await running;
  } finally {
    leaving.abort(new Error('There is no listener any more.'));
  }
}

interface WaitingCaller {
  readonly admit: () => void;
  readonly isLive: boolean;
}

/** Limits concurrency. Live streams take precedence over files; otherwise callers are served in order. */
export class Semaphore {
  #free: number;
  readonly #waiting: WaitingCaller[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a permit and returns a function that releases it. @throws the signal's reason */
  async acquire(signal: AbortSignal, isLive: boolean): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#waitForTurn(signal, isLive);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next.admit();
    };
  }

  #waitForTurn(signal: AbortSignal, isLive: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const admit = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: WaitingCaller = { admit, isLive };
      const index = isLive ? this.#waiting.findIndex((other) => !other.isLive) : -1;
      this.#waiting.splice(index < 0 ? this.#waiting.length : index, 0, waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}

const durationOf = ({ samples, sampleRate }: Sound): number => samples.length / sampleRate;

interface Outage {
  readonly since: number;
  readonly problem: SourceError;
}

export class PersistentSource {
  readonly #source: SpeechSource;
  readonly #clock: MonotonicClock;
  readonly #permits: Semaphore;
  #down: Outage | undefined;

  constructor(source: SpeechSource, concurrency: number, clock: MonotonicClock) {
    this.#source = source;
    this.#clock = clock;
    this.#permits = new Semaphore(concurrency);
  }

  /**
   * Buffers audio, so that slow listeners don't block others.
   * @param onBegun called when the server is about to receive the request
   */
  async *speak(
    utterance: RemoteUtterance,
    signal: AbortSignal,
    isLive: boolean,
    onBegun: () => void,
  ): AsyncGenerator<Sound> {
    this.#refuseWhileDown();
    const giveBack = await this.#permits.acquire(signal, isLive);
    const run = (aborted: AbortSignal): AsyncGenerator<Sound> => this.#run(utterance, aborted, giveBack, onBegun);
    yield* readAhead(run, signal, { sizeOf: durationOf, most: DECISIONS.elsewhere.aheadSeconds });
  }

  async *#run(
    utterance: RemoteUtterance,
    signal: AbortSignal,
    giveBack: () => void,
    onBegun: () => void,
  ): AsyncGenerator<Sound> {
    try {
      // The server might have become unreachable while this call was waiting.
      this.#refuseWhileDown();
      onBegun();
      yield* this.#persisting(utterance, signal);
    } catch (error) {
      if (error instanceof SourceError && error.kind === 'down') {
        this.#down ??= { since: this.#clock.now(), problem: error };
      }
      throw error;
    } finally {
      giveBack();
    }
  }

  async *#persisting(utterance: RemoteUtterance, signal: AbortSignal): AsyncGenerator<Sound> {
    const { tries, backoffSeconds, retrySeconds } = DECISIONS.elsewhere;
    const { base, perCharacter } = DECISIONS.elsewhere.longestSeconds;
    const longest = (base + countCharacters(utterance.text) * perCharacter) / utterance.speed;
    let secondsLeft: number = retrySeconds;
    let backoff: number = backoffSeconds.first;
    for (let attempt = 1; ; attempt += 1) {
      let heard = 0;
      try {
        for await (const sound of this.#source.say(utterance, signal)) {
          heard += durationOf(sound);
          if (heard > longest) {
            const problem = engineProblem('endless');
            throw new SourceError('final', `${this.#source.title} did not finish its response.`, { problem });
          }
          yield sound;
        }
        return;
      } catch (error) {
        signal.throwIfAborted();
        const mayHelp = error instanceof SourceError && error.kind === 'passing' && heard === 0 && attempt < tries;
        const wait = mayHelp ? (error.retryAfterSeconds ?? backoff) : Number.POSITIVE_INFINITY;
        if (wait > secondsLeft) throw error;
        await this.#clock.sleep(wait * 1000, signal);
        secondsLeft -= wait;
        backoff *= backoffSeconds.factor;
      }
    }
  }

  #refuseWhileDown(): void {
    if (this.#down === undefined) return;
    if (this.#clock.now() - this.#down.since < DECISIONS.elsewhere.downSeconds * 1000) throw this.#down.problem;
    this.#down = undefined;
  }
}
