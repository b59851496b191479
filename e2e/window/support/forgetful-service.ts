// A service that takes a sample and loses its answer, as a network does.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ForgetfulService {
  readonly baseUrl: URL;
  readonly userId: string;
  readonly key: string;
  /** How often it has told its cloned voices. */
  timesListed(): number;
  /** From now on the voice is listed. */
  remember(): void;
  stop(): Promise<void>;
}

export async function startForgetfulService(name: string): Promise<ForgetfulService> {
  let isListed = false;
  let timesListed = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.method === 'POST') {
        response.destroy();
        return;
      }
      const isClones = request.url?.startsWith('/api/v2/cloned-voices') ?? false;
      if (isClones) timesListed += 1;
      const voices = isClones && isListed ? [{ id: 'made-after-all', name, type: 'instant' }] : [];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(voices));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    userId: 'user-1',
    key: 'sk-forgetful',
    timesListed: () => timesListed,
    remember() {
      isListed = true;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
