// Supports servers with an OpenAI-compatible `POST /v1/audio/speech`: Kokoro-FastAPI, LocalAI, openedai-speech, OpenAI.

import type { SpeakingStyle } from '@lectern/tts-protocol';
import { readSmallFile } from '../../common/read-small-file.ts';
import { receivedSound } from './received-audio.ts';
import { requestServer, toSourceError } from './server-request.ts';
import {
  engineProblem,
  type RemoteUtterance,
  type Sound,
  SourceError,
  type SpeechSource,
  type Timeouts,
} from './speech-source.ts';

/** Where to read a key from. The key is read for each request, so that changing it doesn't require a restart. */
export type KeySource =
  | { readonly kind: 'inline'; readonly key: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'environment'; readonly name: string };

export const KEY = /^[\x21-\x7e]+$/;

const MAX_KEY_BYTES = 64 * 1024;

const missingKey = (message: string): SourceError =>
  new SourceError('final', message, { problem: engineProblem('unusable-key') });

function readKeyFile(path: string, title: string): string {
  try {
    return readSmallFile(path, MAX_KEY_BYTES).trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw missingKey(`${title} has no key: its file ${path} can't be read (${code}).`);
  }
}

/** Reads the key. @throws SourceError if it is missing or invalid */
export function resolveKey(source: KeySource | undefined, title: string): string | undefined {
  if (source === undefined) return undefined;
  const where = source.kind === 'file' ? `its file ${source.path}` : 'the configuration';
  if (source.kind === 'environment') {
    const key = process.env[source.name]?.trim();
    if (key !== undefined && KEY.test(key)) return key;
    const what = key === undefined || key === '' ? 'is not set' : 'contains no valid key';
    throw missingKey(`${title} has no key: the service's environment variable ${source.name} ${what}.`);
  }
  const key = source.kind === 'file' ? readKeyFile(source.path, title) : source.key;
  if (!KEY.test(key)) throw missingKey(`${title} has no key: ${where} contains no valid key.`);
  return key;
}

/** The speed range of the API ("speed: 0.25 to 4.0"). */
export const OPENAI_SPEEDS = { min: 0.25, max: 4 } as const;
/** "The maximum length is 4096 characters." */
export const OPENAI_CHARACTERS = 4096;
/** Sample rate in Hz of the `pcm` format and of most servers' audio files. */
export const OPENAI_SAMPLE_RATE = 24_000;

export interface OpenaiOptions {
  readonly title: string;
  readonly url: URL;
  readonly model: string;
  readonly key: KeySource | undefined;
  readonly responseFormat: 'wav' | 'pcm';
  readonly sampleRate: number;
  readonly maxCharacters: number;
  readonly speeds: SpeechSource['speeds'];
  readonly timeouts: Timeouts;
  readonly takesInstructions?: boolean | undefined;
}

/** Instructions for each style. Models follow them without speaking them. */
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

/** Maximum number of words to stress. Stressing more words would have no effect. */
const MAX_STRESSED_WORDS = 20;

function buildInstructions(style: SpeakingStyle | undefined, stressed: readonly string[] = []): string {
  const words = stressed.slice(0, MAX_STRESSED_WORDS).map((each) => `“${each}”`);
  return [...(style ? [INSTRUCTIONS[style]] : []), ...(words.length > 0 ? [`Stress ${words.join(', ')}.`] : [])].join(
    ' ',
  );
}

/** Returns the endpoint's URL from a server's base URL, its versioned URL or the endpoint itself. */
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
    const key = resolveKey(this.#options.key, title);
    const asked = { model: model ?? this.#options.model, input: text, voice, response_format: responseFormat, speed };
    const instructions = takesInstructions ? buildInstructions(style, stressed) : '';
    const body = instructions === '' ? asked : { ...asked, instructions };
    const headers = { accept: 'audio/*', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
    const answer = await requestServer({ title, url, headers, body, timeouts }, signal);
    if (answer.status < 200 || answer.status >= 300) throw await toSourceError(title, answer, { key, text });
    const bareRate = responseFormat === 'pcm' ? sampleRate : undefined;
    yield* receivedSound(answer.bytes, { title, bareRate });
  }
}
