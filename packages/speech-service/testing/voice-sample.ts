// Test recordings of voices, made with eSpeak NG variants that no voice of the service uses.
import { type Pcm, pcmFromInt16 } from '@lectern/audio';
import type { Timbre } from '../common/timbre.ts';
import { ESPEAK_SAMPLE_RATE, EspeakSpeaker, type EspeakUtterance } from '../speech/espeak/espeak-module.ts';
import { createUtterance } from '../speech/espeak/espeak-utterance.ts';
import { concatenate } from '../speech/turn-sound.ts';

/** About twelve seconds of speech, without any words of the tuning text. */
export const SAMPLE_TEXT =
  'Good morning, ladies and gentlemen. I would like to tell you something about the weather in the northern provinces, ' +
  'because it has been remarkable. Rain fell on nineteen of the last twenty days.';

/** Load one per test file, because loading is slow. */
export class SampleSpeaker {
  readonly #speaker: EspeakSpeaker;

  private constructor(speaker: EspeakSpeaker) {
    this.#speaker = speaker;
  }

  static async load(): Promise<SampleSpeaker> {
    return new SampleSpeaker(await EspeakSpeaker.load());
  }

  utter(utterance: EspeakUtterance): Pcm {
    const pieces: Int16Array[] = [];
    this.#speaker.speak([utterance], (samples) => {
      pieces.push(samples.slice());
      return false;
    });
    return pcmFromInt16(concatenate(pieces), ESPEAK_SAMPLE_RATE);
  }

  speak(timbre: Timbre, text = SAMPLE_TEXT): Pcm {
    return this.utter(createUtterance('en-us', timbre, text));
  }
}
