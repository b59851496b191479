// A client in the style of the SDKs that speech services publish: promises and streams around `fetch`, with the few
// fields that the interface specifies. It is written without the schemas of this project.
import { setTimeout as sleep } from 'node:timers/promises';

export interface SdkSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly userId: string;
}

export interface Generation {
  readonly id: string;
  readonly url: string;
  readonly duration: number;
  readonly size: number;
  /** The stages, in order. */
  readonly stages: readonly string[];
  /** The progress of each event. */
  readonly progress: readonly number[];
}

interface SdkJob {
  readonly id: string;
  readonly custom_id?: string | null;
  readonly status: string;
  readonly output?: { readonly url: string; readonly size: number; readonly duration: number } | null;
}

export interface SdkBatch {
  readonly id: string;
  readonly status: string;
  readonly jobs: readonly SdkJob[];
}

export class SdkError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`Request failed with status code ${status}`);
    this.status = status;
    this.body = body;
  }
}

const POLL_MS = 100;
/** Requests for parts of a streamed text at the same time. */
const STREAMS = 3;

export class SdkClient {
  readonly #settings: SdkSettings;

  constructor(settings: SdkSettings) {
    this.#settings = settings;
  }

  /** Follows the events of a single generation until its audio is ready. */
  async generate(text: string, options: Readonly<Record<string, unknown>>): Promise<Generation> {
    const response = await this.#send('POST', '/api/v2/tts', { text, ...options }, 'text/event-stream');
    const stages: string[] = [];
    const progress: number[] = [];
    for await (const { event, data } of eventsOf(response)) {
      if (event === 'ping') continue;
      const told = JSON.parse(data);
      stages.push(told.stage);
      progress.push(told.progress);
      if (event === 'completed') return { ...told, stages, progress };
    }
    throw new Error('The stream ended before the audio was ready.');
  }

  /** Returns audio while it is generated. */
  async stream(
    text: string,
    options: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#send('POST', '/api/v2/tts/stream', { text, ...options }, 'audio/mpeg', signal);
    if (response.body === null) throw new Error('The response is empty.');
    return response.body;
  }

  /** Streams a text that is still being written, with several requests at a time. Yields the audio of each sentence. */
  async *streamSentences(
    words: AsyncIterable<string>,
    options: Readonly<Record<string, unknown>>,
  ): AsyncGenerator<Uint8Array> {
    const pending: Promise<Uint8Array>[] = [];
    const speak = async (sentence: string): Promise<Uint8Array> =>
      new Uint8Array(await new Response(await this.stream(sentence, options)).arrayBuffer());
    let sentence = '';
    for await (const word of words) {
      sentence += `${word} `;
      if (!/[.?!]$/.test(word)) continue;
      pending.push(speak(sentence.trim()));
      sentence = '';
      const first = pending.length >= STREAMS ? pending.shift() : undefined;
      if (first) yield await first;
    }
    for (const rest of pending) yield await rest;
  }

  /** Creates a batch and reads it until all of its jobs have ended. */
  async runBatch(jobs: readonly Readonly<Record<string, unknown>>[], webhookUrl?: string): Promise<SdkBatch> {
    const body = { jobs, ...(webhookUrl !== undefined && { webhook_url: webhookUrl }) };
    const created = await this.#send('POST', '/api/v2/tts/batches', body);
    const location = created.headers.get('location');
    if (created.status !== 201 || location === null) throw new Error(`The batch has no address (${created.status}).`);
    await created.body?.cancel();
    for (;;) {
      const batch = await this.#json<SdkBatch>('GET', new URL(location).pathname);
      if (batch.status === 'completed' || batch.status === 'failed') return batch;
      await sleep(POLL_MS);
    }
  }

  async listVoices(): Promise<readonly { readonly id: string; readonly voice_engine: string }[]> {
    return this.#json('GET', '/api/v2/voices');
  }

  async listClones(): Promise<readonly { readonly id: string }[]> {
    return this.#json('GET', '/api/v2/cloned-voices');
  }

  async clone(name: string, recording: Uint8Array): Promise<string> {
    const form = new FormData();
    form.append('sample_file', new Blob([Uint8Array.from(recording)], { type: 'audio/wav' }), 'recording.wav');
    form.append('voice_name', name);
    return (await this.#json<{ readonly id: string }>('POST', '/api/v2/cloned-voices/instant', form)).id;
  }

  async deleteClone(id: string): Promise<void> {
    await (await this.#send('DELETE', '/api/v2/cloned-voices', { voice_id: id })).text();
  }

  /** Addresses of audio need no credentials. */
  async download(url: string): Promise<Uint8Array> {
    const { pathname, search } = new URL(url);
    const response = await fetch(new URL(pathname + search, this.#settings.baseUrl));
    if (!response.ok) throw new SdkError(response.status, await response.text());
    return new Uint8Array(await response.arrayBuffer());
  }

  async #json<T>(method: string, path: string, body?: FormData): Promise<T> {
    // Like an SDK, it trusts the service's fields; the tests check them.
    return JSON.parse(await (await this.#send(method, path, body)).text()) as T;
  }

  async #send(
    method: string,
    path: string,
    body?: FormData | object,
    accept = 'application/json, text/plain, */*',
    signal?: AbortSignal,
  ): Promise<Response> {
    const { baseUrl, apiKey, userId } = this.#settings;
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: {
        AUTHORIZATION: `Bearer ${apiKey}`,
        'X-USER-ID': userId,
        accept,
        ...(isJson && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }), // JSON or a form.
      ...(signal && { signal }),
    });
    if (!response.ok) {
      const text = await response.text();
      throw new SdkError(
        response.status,
        response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
      );
    }
    return response;
  }
}

/** Parses an event stream. */
async function* eventsOf(response: Response): AsyncGenerator<{ readonly event: string; readonly data: string }> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string): string =>
        block
          .split('\n')
          .flatMap((row) => (row.startsWith(`${name}:`) ? [row.slice(name.length + 1).trim()] : []))
          .join('\n');
      yield { event: field('event'), data: field('data') };
    }
  }
}
