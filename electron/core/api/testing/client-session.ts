// A client and the servers that it meets, for tests.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { englishProblems } from '../../../../shared/words/testing/english-problems.ts';
import { createNodeTransport } from '../node-transport.ts';
import type { BeforeSend } from '../send-once.ts';
import { createServiceClient, type FullServiceClient, type ServiceClientOptions } from '../service-client.ts';
import { ServiceError, type ServiceProblem } from '../service-error.ts';
import { serveHttp } from './local-server.ts';
import { SkippingClock } from './skipping-clock.ts';

export const KEY = 'key-of-the-account';

export interface Received {
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

export interface Met {
  readonly url: URL;
  /** What it was asked, in order. */
  readonly received: Received[];
}

export class ClientSession {
  readonly #undo: (() => unknown)[] = [];

  client(baseUrl: URL, more: Partial<ServiceClientOptions> = {}): FullServiceClient {
    const transport = createNodeTransport();
    this.#undo.push(() => transport.close());
    const credentials = { key: KEY, userId: 'user' };
    const random = { next: () => 0.5 };
    return createServiceClient({ baseUrl, credentials, transport, clock: new SkippingClock(), random, ...more });
  }

  /** A server that answers once it has the whole request. */
  async serve(answer: (response: ServerResponse, received: Received) => void): Promise<Met> {
    const received: Received[] = [];
    const server = await serveHttp(async (request, response) => {
      const chunks: Uint8Array[] = [];
      // Who breaks off while sending is answered nothing.
      for await (const chunk of request.on('error', () => {})) chunks.push(chunk);
      const one = { request, body: Buffer.concat(chunks) };
      received.push(one);
      answer(response, one);
    });
    this.#undo.push(() => server.close());
    return { url: server.url, received };
  }

  async end(): Promise<void> {
    for (const step of this.#undo.splice(0).reverse()) await step();
  }
}

/** What a call fails with. @throws where it does not fail, or with something else, or tells the key */
export async function problemOf(run: Promise<unknown>): Promise<ServiceProblem> {
  const error = await run.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw error ?? new Error('no failure');
  if (`${englishProblems.service(error.problem)}${JSON.stringify(error.problem)}`.includes(KEY))
    throw new Error('a key is told');
  return error.problem;
}

/** A rate budget that has room for everything, and what it is told. */
export function recordingBudget(): { readonly told: string[]; readonly beforeSend: BeforeSend } {
  const told: string[] = [];
  const tell = (what: string) => () => void told.push(what);
  const beforeSend: BeforeSend = async (scope, characters) => {
    told.push(`${scope} ${characters}`);
    return {
      settle: tell('settled'),
      release: tell('released'),
      lost: () => void told.push('lost'),
      refused: (wait) => void told.push(`refused ${wait ?? ''}`.trim()),
    };
  };
  return { told, beforeSend };
}
