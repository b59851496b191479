// A foreign site on this machine that records requests from the page. The page should never send any.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostileSite {
  /** `http://127.0.0.1:<port>`. Every path on this site returns a script or a page. */
  readonly address: string;
  readonly asked: string[];
  stop(): Promise<void>;
}

export async function startHostileSite(): Promise<HostileSite> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isScript = request.url?.endsWith('.js') === true;
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'access-control-allow-origin': '*',
    });
    response.end(isScript ? 'globalThis.hijacked = true;' : '<title>Hostile</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
