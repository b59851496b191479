import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Receiver {
  /** Without a trailing slash. */
  readonly address: string;
  readonly port: number;
  readonly calls: readonly ReceivedCall[];
  /** Resolves once `count` calls have arrived in total. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a webhook receiver.
 * @param answer handles each complete call; status 200 by default
 * @param port a free one by default
 */
export async function receiver(
  answer: (reply: ServerResponse, call: ReceivedCall, number: number) => void = (reply) => void reply.end(),
  port = 0,
): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  let arrived = (): void => {};
  const server = createServer(async (request, reply) => {
    const call = { path: request.url ?? '', headers: request.headers, body: await text(request).catch(() => '') };
    calls.push(call);
    answer(reply, call, calls.length);
    arrived();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: given } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${given}`,
    port: given,
    calls,
    received: async (count) => {
      while (calls.length < count) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
