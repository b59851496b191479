// A separate port for load balancers, orchestrators and Prometheus. Clients can't reach it through the public address.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { listeningOrigin } from '../http/raw-http.ts';
import type { Metrics } from './metrics.ts';

export const HEALTH_PATHS = ['/health', '/ready', '/metrics'] as const;

export interface HealthOptions {
  readonly host: string;
  readonly port: number;
  readonly metrics: Pick<Metrics, 'contentType' | 'text'>;
  /** Returns why this process can't do its work at the moment. */
  readonly problem: () => Promise<string | undefined>;
}

export interface HealthServer {
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Serves `GET /health` (the process is alive), `GET /ready` (it can do its work) and `GET /metrics`, without credentials.
 * @throws NodeJS.ErrnoException if the port can't be used
 */
export async function startHealthServer({ host, port, metrics, problem }: HealthOptions): Promise<HealthServer> {
  const server = createServer((request, reply) => {
    const path = request.url?.split('?')[0];
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(reply, 405, { status: 'only GET is supported' });
    answer(path, reply, metrics, problem).catch(() => reply.destroy());
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    address: listeningOrigin(server),
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function send(reply: ServerResponse, status: number, body: object): void {
  reply.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

async function answer(
  path: string | undefined,
  reply: ServerResponse,
  metrics: HealthOptions['metrics'],
  problem: HealthOptions['problem'],
): Promise<void> {
  switch (path) {
    case '/health':
      return send(reply, 200, { status: 'ok' });
    case '/ready': {
      const found = await problem();
      return send(reply, found === undefined ? 200 : 503, { status: found ?? 'ok' });
    }
    case '/metrics': {
      const text = await metrics.text();
      reply.writeHead(200, { 'content-type': metrics.contentType }).end(text);
      return;
    }
    default:
      return send(reply, 404, { status: `the available paths are ${HEALTH_PATHS.join(', ')}` });
  }
}
