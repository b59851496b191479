// A source that is asked again where that may help, no oftener than it wants, and left alone while it is down.
import { countCharacters } from '../../../shared/rules/characters.ts';
import { DECISIONS } from '../../common/decisions.ts';
import { Permits } from './permits.ts';
import { readAhead } from './read-ahead.ts';
import { type Sound, SourceError, type SpeechSource, type Utterance } from './speech-source.ts';

/** Time, as it is told and waited for. */
export interface Clock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** @throws the signal's reason once it is aborted */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const secondsOf = ({ samples, sampleRate }: Sound): number => samples.length / sampleRate;

interface Down {
  readonly since: number;
  readonly problem: SourceError;
}

/** Says utterances, at most `concurrency` at once. */
export class PersistentSource {
  readonly #source: SpeechSource;
  readonly #clock: Clock;
  readonly #permits: Permits;
  #down: Down | undefined;

  constructor(source: SpeechSource, concurrency: number, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
    this.#permits = new Permits(concurrency);
  }

  /**
   * The sound of an utterance. It is taken as fast as it is made, so a slow listener does not keep others waiting.
   *
   * @param isLive whether it is heard while it is made
   * @param onBegun called when its turn has come
   * @throws SourceError; the signal's reason
   */
  async *say(utterance: Utterance, signal: AbortSignal, isLive: boolean, onBegun: () => void): AsyncGenerator<Sound> {
    this.#refuseWhileDown();
    const giveBack = await this.#permits.take(signal, isLive);
    const run = (aborted: AbortSignal): AsyncGenerator<Sound> => this.#run(utterance, aborted, giveBack, onBegun);
    yield* readAhead(run, signal, { sizeOf: secondsOf, most: DECISIONS.elsewhere.aheadSeconds });
  }

  async *#run(
    utterance: Utterance,
    signal: AbortSignal,
    giveBack: () => void,
    onBegun: () => void,
  ): AsyncGenerator<Sound> {
    try {
      // It may have gone down while this one waited.
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

  async *#persisting(utterance: Utterance, signal: AbortSignal): AsyncGenerator<Sound> {
    const { tries, backoffSeconds, patienceSeconds } = DECISIONS.elsewhere;
    const { base, perCharacter } = DECISIONS.elsewhere.longestSeconds;
    const longest = (base + countCharacters(utterance.text) * perCharacter) / utterance.speed;
    let patience: number = patienceSeconds;
    let backoff: number = backoffSeconds.first;
    for (let attempt = 1; ; attempt += 1) {
      let heard = 0;
      try {
        for await (const sound of this.#source.say(utterance, signal)) {
          heard += secondsOf(sound);
          if (heard > longest) throw new SourceError('final', `${this.#source.title} did not come to an end.`);
          yield sound;
        }
        return;
      } catch (error) {
        signal.throwIfAborted();
        const mayHelp = error instanceof SourceError && error.kind === 'passing' && heard === 0 && attempt < tries;
        const wait = mayHelp ? (error.retryAfterSeconds ?? backoff) : Number.POSITIVE_INFINITY;
        if (wait > patience) throw error;
        await this.#clock.sleep(wait * 1000, signal);
        patience -= wait;
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
