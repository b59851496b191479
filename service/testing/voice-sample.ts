// Recordings of voices for tests: eSpeak NG's own, with variants that no voice of the service is made of.
import { fromInt16, type Pcm } from '../../codecs/pcm.ts';
import { ESPEAK_SAMPLE_RATE, EspeakSpeaker, type EspeakUtterance } from '../speech/espeak/espeak-module.ts';
import { utteranceOf } from '../speech/espeak/espeak-utterance.ts';
import { joined } from '../speech/turn-sound.ts';
import type { Timbre } from '../voices/voice.ts';

/** A dozen seconds of it, with none of the words that the service itself tunes with. */
export const SAMPLE_TEXT =
  'Good morning, ladies and gentlemen. I would like to tell you something about the weather in the northern provinces, ' +
  'because it has been remarkable. Rain fell on nineteen of the last twenty days.';

/** Speaks for a test. One for a file of tests: loading takes a while. */
export class SampleSpeaker {
  readonly #speaker: EspeakSpeaker;

  private constructor(speaker: EspeakSpeaker) {
    this.#speaker = speaker;
  }

  static async load(): Promise<SampleSpeaker> {
    return new SampleSpeaker(await EspeakSpeaker.load());
  }

  /** The sound of one utterance. */
  utter(utterance: EspeakUtterance): Pcm {
    const pieces: Int16Array[] = [];
    this.#speaker.speak([utterance], (samples) => {
      pieces.push(samples.slice());
      return false;
    });
    return fromInt16(joined(pieces), ESPEAK_SAMPLE_RATE);
  }

  /** Reads a text in American English. */
  speak(timbre: Timbre, text = SAMPLE_TEXT): Pcm {
    return this.utter(utteranceOf('en-us', timbre, text));
  }
}
