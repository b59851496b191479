// What is not of the interface: for the programs that start the service.
import type { FastifyInstance } from 'fastify';
import type { Attachments } from '../host/attachments.ts';
import type { RouteContext } from './context.ts';

const HEARTBEAT_MS = 10_000;

/** Registers health, counts and attaching. */
export function registerInternal(
  app: FastifyInstance,
  { store, stopping }: RouteContext,
  attachments: Attachments,
  version: string,
): void {
  app.get('/internal/health', { config: { isOpen: true } }, (_request, reply) =>
    reply.send({ status: 'ok', name: 'lectern', version }),
  );

  app.get('/internal/stats', (_request, reply) => reply.send({ batches: store.batches(), jobs: store.counts() }));

  app.get('/internal/attach', (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
    raw.flushHeaders();
    const heartbeat = setInterval(() => raw.write('\n'), HEARTBEAT_MS);
    const detach = attachments.attach();
    raw.on('error', () => {});
    const end = (): void => void raw.end();
    stopping.addEventListener('abort', end, { once: true });
    raw.on('close', () => {
      stopping.removeEventListener('abort', end);
      clearInterval(heartbeat);
      detach();
    });
    if (request.method === 'HEAD' || stopping.aborted) end();
  });
}
