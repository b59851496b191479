// Any server that speaks the OpenAI-compatible `POST /v1/audio/speech`: Kokoro-FastAPI, LocalAI, openedai-speech, OpenAI.

import type { SpeakingStyle } from '@lectern/tts-protocol';
import { readSmallFile } from '../../common/read-small-file.ts';
import { askServer, refusalOf } from './ask-server.ts';
import { receivedSound } from './received-sound.ts';
import {
  engineProblem,
  type RemoteUtterance,
  type Sound,
  SourceError,
  type SpeechSource,
  type Timeouts,
} from './speech-source.ts';

// Where the key of a voice server comes from. It is looked up for each request, so that a new one needs no restart.

/** Inline, in a file of its own, or in a variable of the environment. */
export type KeySource =
  | { readonly kind: 'inline'; readonly key: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'environment'; readonly name: string };

/** What a header can carry. */
export const KEY = /^[\x21-\x7e]+$/;

/** No key comes near. */
const MAX_KEY_BYTES = 64 * 1024;

const noKey = (message: string): SourceError =>
  new SourceError('final', message, { problem: engineProblem('unusable-key') });

function fromFile(path: string, title: string): string {
  try {
    return readSmallFile(path, MAX_KEY_BYTES).trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw noKey(`${title} has no key: its file ${path} can't be read (${code}).`);
  }
}

/** @throws SourceError where it is not there, or no key can look so */
export function keyOf(source: KeySource | undefined, title: string): string | undefined {
  if (source === undefined) return undefined;
  const where = source.kind === 'file' ? `its file ${source.path}` : 'the configuration';
  if (source.kind === 'environment') {
    const key = process.env[source.name]?.trim();
    if (key !== undefined && KEY.test(key)) return key;
    const what = key === undefined || key === '' ? 'is not set' : 'holds no key';
    throw noKey(`${title} has no key: the environment variable ${source.name} ${what} where the service was started.`);
  }
  const key = source.kind === 'file' ? fromFile(source.path, title) : source.key;
  if (!KEY.test(key)) throw noKey(`${title} has no key: what ${where} holds is none.`);
  return key;
}

/** What the interface takes ("speed: 0.25 to 4.0"). */
export const OPENAI_SPEEDS = { least: 0.25, most: 4 } as const;
/** "The maximum length is 4096 characters." */
export const OPENAI_CHARACTERS = 4096;
/** Hz of `pcm`, and of nearly all of these servers' files. */
export const OPENAI_SAMPLE_RATE = 24_000;

export interface OpenaiOptions {
  readonly title: string;
  readonly url: URL;
  readonly model: string;
  readonly key: KeySource | undefined;
  readonly responseFormat: 'wav' | 'pcm';
  /** Hz. */
  readonly sampleRate: number;
  readonly maxCharacters: number;
  readonly speeds: SpeechSource['speeds'];
  readonly timeouts: Timeouts;
  /** Its model takes `instructions` ("Control the voice of your generated audio with additional instructions"). */
  readonly takesInstructions?: boolean | undefined;
}

/** What a model is told of a style. It reads the words, and never speaks these. */
const INSTRUCTIONS: Readonly<Record<SpeakingStyle, string>> = {
  whispering: 'Speak in a whisper.',
  soft: 'Speak softly and quietly.',
  shouting: 'Speak loudly, as if shouting.',
  angry: 'Speak angrily.',
  sad: 'Speak sadly.',
  cheerful: 'Speak cheerfully.',
  excited: 'Speak with excitement.',
  afraid: 'Speak as if afraid.',
};

/** Words that are told to be stressed, at most: more would be no stress. */
const MOST_STRESSED = 20;

/** Empty where there is nothing to tell. */
function instructionsOf(style: SpeakingStyle | undefined, stressed: readonly string[] = []): string {
  const words = stressed.slice(0, MOST_STRESSED).map((each) => `“${each}”`);
  return [...(style ? [INSTRUCTIONS[style]] : []), ...(words.length > 0 ? [`Stress ${words.join(', ')}.`] : [])].join(
    ' ',
  );
}

/** The address of the endpoint, whether the server's was given, that of its version, or the endpoint's own. */
export function speechAddress(base: string): URL {
  const url = new URL(base);
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  if (path.endsWith('/audio/speech')) url.pathname = path;
  else url.pathname = path.endsWith('/v1') ? `${path}/audio/speech` : `${path}/v1/audio/speech`;
  return url;
}

export class OpenaiSource implements SpeechSource {
  readonly title: string;
  readonly speeds: SpeechSource['speeds'];
  readonly maxCharacters: number;
  readonly #options: OpenaiOptions;

  constructor(options: OpenaiOptions) {
    this.#options = options;
    this.title = options.title;
    this.speeds = options.speeds;
    this.maxCharacters = options.maxCharacters;
  }

  sampleRateOf(): number {
    return this.#options.sampleRate;
  }

  async *say(
    { text, voice, model, speed, style, stressed }: RemoteUtterance,
    signal: AbortSignal,
  ): AsyncGenerator<Sound> {
    const { title, url, timeouts, responseFormat, sampleRate, takesInstructions } = this.#options;
    const key = keyOf(this.#options.key, title);
    const asked = { model: model ?? this.#options.model, input: text, voice, response_format: responseFormat, speed };
    const instructions = takesInstructions ? instructionsOf(style, stressed) : '';
    const body = instructions === '' ? asked : { ...asked, instructions };
    const headers = { accept: 'audio/*', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
    const answer = await askServer({ title, url, headers, body, timeouts }, signal);
    if (answer.status < 200 || answer.status >= 300) throw await refusalOf(title, answer, { key, text });
    const bareRate = responseFormat === 'pcm' ? sampleRate : undefined;
    yield* receivedSound(answer.bytes, { title, bareRate });
  }
}
