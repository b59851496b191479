// A local webhook receiver. Each of its addresses responds with the status in its path.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HookCall {
  /** The name that the called address contains. */
  readonly name: string;
  readonly atMs: number;
  /** Parsed JSON; undefined if invalid. */
  readonly body: unknown;
}

export interface WebhookReceiver {
  readonly calls: readonly HookCall[];
  /** Returns an address that responds with the given status. */
  address(name: string, status: number): string;
  close(): void;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const calls: HookCall[] = [];
  const server = createServer(async (request, response) => {
    const [, status = '', name = ''] = (request.url ?? '').split('/');
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    calls.push({ name, atMs: Date.now(), body: parseJson(text) });
    response.writeHead(Number(status) || 404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    calls,
    address: (name, status) => `http://127.0.0.1:${port}/${status}/${name}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
