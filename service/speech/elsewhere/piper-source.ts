// Piper as a program: text goes in, bare samples come out.
import { PIPER_SAMPLE_RATE, PIPER_SPEEDS, type PiperVoice, piperVoice } from './piper-voice.ts';
import { programOutput } from './program-output.ts';
import { BareStream } from './received-sound.ts';
import {
  type Sound,
  SourceError,
  type SpeechSource,
  type Timeouts,
  type Utterance,
  type VoiceThere,
} from './speech-source.ts';

/** It speaks sentence by sentence: all that one job may have is no trouble. */
export const PIPER_CHARACTERS = 20_000;

export interface PiperOptions {
  readonly title: string;
  /** The program, and arguments that come first. */
  readonly command: readonly [string, ...string[]];
  /** The path of the model where none is mapped. */
  readonly model: string | undefined;
  /** Hz; the model's own where absent. */
  readonly sampleRate: number | undefined;
  readonly maxCharacters: number;
  readonly timeouts: Timeouts;
  /** Variables of the environment that the program is not given: the keys of other engines. */
  readonly withheld: readonly string[];
}

const plain = (value: number): string => String(Math.round(value * 10_000) / 10_000);

export class PiperSource implements SpeechSource {
  readonly title: string;
  readonly speeds = PIPER_SPEEDS;
  readonly maxCharacters: number;
  readonly #options: PiperOptions;
  readonly #known = new Map<string, PiperVoice>();

  constructor(options: PiperOptions) {
    this.#options = options;
    this.title = options.title;
    this.maxCharacters = options.maxCharacters;
  }

  sampleRateOf(voice: VoiceThere): number {
    if (this.#options.sampleRate !== undefined) return this.#options.sampleRate;
    try {
      return this.#voice(this.#model(voice)).sampleRate;
    } catch {
      // It will be said when the voice is asked to speak.
      return PIPER_SAMPLE_RATE;
    }
  }

  async *say(utterance: Utterance, signal: AbortSignal): AsyncGenerator<Sound> {
    const { title, command, timeouts, withheld } = this.#options;
    const model = this.#model(utterance);
    const voice = this.#voice(model);
    const [program, ...first] = command;
    const output = programOutput(
      {
        title,
        program,
        args: [...first, '--model', model, '--output_raw', ...this.#settings(utterance, voice)],
        // A row is spoken for itself: a text of several is one row.
        input: `${utterance.text.replace(/\s+/g, ' ').trim()}\n`,
        secrets: { key: undefined, text: utterance.text },
        timeouts,
        withheld,
      },
      signal,
    );
    const stream = new BareStream(voice.sampleRate);
    for await (const bytes of output) yield* stream.add(bytes);
  }

  #settings({ speaker, speed, temperature }: Utterance, voice: PiperVoice): string[] {
    const settings: string[] = [];
    if (speaker !== undefined) settings.push('--speaker', String(speaker));
    // Where they are as usual, the voice's own hold.
    if (speed !== 1) settings.push('--length_scale', plain(voice.lengthScale / speed));
    if (temperature !== 1) {
      settings.push('--noise_scale', plain(voice.noiseScale * temperature));
      settings.push('--noise_w', plain(voice.noiseWidth * temperature));
    }
    return settings;
  }

  #model({ model }: VoiceThere): string {
    const path = model ?? this.#options.model;
    if (path === undefined)
      throw new SourceError('final', `${this.title} has no model: name one in the configuration.`);
    return path;
  }

  #voice(model: string): PiperVoice {
    const voice = this.#known.get(model) ?? piperVoice(model, this.title);
    this.#known.set(model, voice);
    return voice;
  }
}
