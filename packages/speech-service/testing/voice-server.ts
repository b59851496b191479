// A fake voice server with the `POST /v1/audio/speech` endpoint. It hums instead of speaking and can misbehave on
// demand.
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeWav } from '@lectern/audio';

/** In Hz. */
export const HUM_RATE = 24_000;
/** Duration of a character at speed 1. */
export const HUM_SECONDS = 0.02;

/** Humming frequency of each voice in Hz. */
export const HUMS: Readonly<Record<string, number>> = { low: 200, high: 900 };

export interface VoiceRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export type Behaviour = (request: VoiceRequest, response: ServerResponse) => void | Promise<void>;

/** Returns a steady tone as mono samples. */
export function hum(frequency: number, seconds: number, sampleRate = HUM_RATE, level = 0.3): Float32Array {
  const step = (2 * Math.PI * frequency) / sampleRate;
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, index) => level * Math.sin(step * index));
}

/** Returns the WAV file for a request. */
export function hummed({ body }: VoiceRequest, sampleRate = HUM_RATE): Buffer {
  const speed = typeof body['speed'] === 'number' ? body['speed'] : 1;
  const text = String(body['input'] ?? body['text']);
  const samples = hum(HUMS[String(body['voice'])] ?? 440, (text.length * HUM_SECONDS) / speed, sampleRate);
  return Buffer.from(encodeWav({ sampleRate, channels: [samples] }));
}

/** Responds correctly. */
export const humming: Behaviour = (request, response) => {
  response.writeHead(200, { 'content-type': 'audio/wav' }).end(hummed(request));
};

export const answering =
  (status: number, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

/** Accepts the request but never responds. */
export const silent: Behaviour = () => {};

export class VoiceServer {
  readonly requests: VoiceRequest[] = [];
  /** Behaviours for the next requests, in order; later ones get `usual`. */
  readonly next: Behaviour[] = [];
  usual: Behaviour = humming;
  givenUp = 0;
  /** Current and maximum number of concurrent requests. */
  atOnce = 0;
  mostAtOnce = 0;
  url = '';
  readonly #server: Server;
  #changed = (): void => {};

  constructor() {
    this.#server = createServer((message, response) => {
      this.atOnce += 1;
      this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
      response.on('close', () => {
        this.atOnce -= 1;
        if (!response.writableFinished) this.givenUp += 1;
        this.#changed();
      });
      const parts: Buffer[] = [];
      message.on('data', (part: Buffer) => parts.push(part));
      message.on('end', () => {
        const body: Record<string, unknown> = JSON.parse(Buffer.concat(parts).toString('utf8'));
        const request = { path: message.url ?? '', headers: message.headers, body };
        this.requests.push(request);
        void (this.next.shift() ?? this.usual)(request, response);
        this.#changed();
      });
    });
  }

  /** @param port a free one by default */
  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => (this.#changed = resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
