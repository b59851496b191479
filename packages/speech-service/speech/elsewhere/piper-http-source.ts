import { PIPER_NOISE, PIPER_SAMPLE_RATE, PIPER_SPEEDS } from './piper-source.ts';
import { receivedSound } from './received-audio.ts';
import { requestServer, type ServerReply, toSourceError } from './server-request.ts';
import type { RemoteUtterance, Sound, SpeechSource, Timeouts } from './speech-source.ts';

/** The server only responds once it has spoken the whole text, so shorter segments start sooner. */
export const PIPER_HTTP_CHARACTERS = 2000;

export interface PiperHttpOptions {
  readonly title: string;
  readonly url: URL;
  readonly model: string | undefined;
  readonly sampleRate: number | undefined;
  readonly maxCharacters: number;
  readonly timeouts: Timeouts;
}

const isMissingEndpoint = (status: number): boolean => status === 404 || status === 405;

export class PiperHttpSource implements SpeechSource {
  readonly title: string;
  readonly speeds = PIPER_SPEEDS;
  readonly maxCharacters: number;
  readonly #options: PiperHttpOptions;
  #url: URL;

  constructor(options: PiperHttpOptions) {
    this.#options = options;
    this.title = options.title;
    this.maxCharacters = options.maxCharacters;
    this.#url = options.url;
  }

  sampleRateOf(): number {
    return this.#options.sampleRate ?? PIPER_SAMPLE_RATE;
  }

  async *say(utterance: RemoteUtterance, signal: AbortSignal): AsyncGenerator<Sound> {
    const { title, url } = this.#options;
    const { text, voice, speaker, speed, temperature } = utterance;
    const body = {
      text,
      voice: voice ?? this.#options.model,
      speaker_id: speaker,
      // Omit default values, so that the voice's own settings apply.
      length_scale: speed === 1 ? undefined : 1 / speed,
      noise_scale: temperature === 1 ? undefined : PIPER_NOISE.scale * temperature,
      noise_w_scale: temperature === 1 ? undefined : PIPER_NOISE.width * temperature,
    };
    let answer = await this.#ask(this.#url, body, signal);
    // Newer versions serve a web page at the root and use a different path for speech.
    if (isMissingEndpoint(answer.status) && this.#url === url && url.pathname === '/') {
      const other = await this.#ask(new URL('/synthesize', url), body, signal);
      if (!isMissingEndpoint(other.status)) {
        this.#url = new URL('/synthesize', url);
        answer = other;
      }
    }
    if (answer.status < 200 || answer.status >= 300) throw await toSourceError(title, answer, { key: undefined, text });
    yield* receivedSound(answer.bytes, { title, bareRate: undefined });
  }

  #ask(url: URL, body: unknown, signal: AbortSignal): Promise<ServerReply> {
    const { title, timeouts } = this.#options;
    return requestServer({ title, url, headers: { accept: 'audio/wav' }, body, timeouts }, signal);
  }
}
