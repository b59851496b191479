// How far speaking has come, told from the characters that were spoken.
import { countCharacters } from '../../../shared/rules/characters.ts';
import type { OnProgress, SpeechRequest } from '../speech-engine.ts';

/** Characters that are spoken in a second at speed 1, about: what tells how much of a stretch its sound so far is. */
const PACE = 15;
/** What is told of a stretch at most before it has ended. */
const NEARLY = 0.95;

/** One stretch of text on its way. */
export interface StretchProgress {
  /** @param seconds of sound that came in; `speed` at which it is spoken */
  heard(seconds: number, speed: number): void;
  end(): void;
}

export class GenerationProgress {
  readonly #onProgress: OnProgress | undefined;
  readonly #whole: number;
  #done = 0;
  #told = 0;
  #hasBegun = false;

  constructor({ turns }: SpeechRequest, onProgress: OnProgress | undefined) {
    this.#onProgress = onProgress;
    this.#whole = Math.max(
      1,
      turns.reduce((sum, turn) => sum + countCharacters(turn.text), 0),
    );
    onProgress?.('preload', 0);
  }

  /** To be called when the other side was asked. */
  begun(): void {
    if (!this.#hasBegun) this.#onProgress?.('preload', 1);
    this.#hasBegun = true;
  }

  /** @param characters of the stretch that is spoken next */
  begin(characters: number): StretchProgress {
    let seconds = 0;
    return {
      heard: (more, speed) => {
        seconds += more;
        this.#tell(this.#done + Math.min(NEARLY * characters, seconds * speed * PACE));
      },
      end: () => {
        this.#done += characters;
        this.#tell(this.#done);
      },
    };
  }

  #tell(characters: number): void {
    const fraction = Math.min(1, characters / this.#whole);
    if (fraction <= this.#told) return;
    this.#told = fraction;
    this.#onProgress?.('generate', fraction);
  }
}
