// What is not of the interface: for the programs that start the service.
import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { HEALTH_PATH, type Health, healthQuerySchema, proofMessage } from '../../shared/service/health.ts';
import type { Account } from '../http/accounts.ts';
import type { Attachments } from './attachments.ts';
import { parsedBody } from './check-body.ts';
import type { RouteContext } from './context.ts';

const HEARTBEAT_MS = 10_000;

export interface InternalOptions {
  readonly attachments: Attachments;
  readonly version: string;
  /** With whose key a challenge is answered; none: no challenge is. */
  readonly account: Account | undefined;
}

/** Registers health, counts and attaching. */
export function registerInternal(
  app: FastifyInstance,
  { store, stopping }: RouteContext,
  { attachments, version, account }: InternalOptions,
): void {
  app.get(HEALTH_PATH, { config: { isOpen: true } }, (request, reply) => {
    const { challenge } = parsedBody(healthQuerySchema, request.query);
    const health: Health = { status: 'ok', name: 'lectern', version };
    const { localPort } = request.socket;
    if (challenge === undefined || localPort === undefined || !account) return reply.send(health);
    // The port is the socket's own: what the caller says of it may have been passed on by someone else.
    const proof = createHmac('sha256', account.key).update(proofMessage(challenge, localPort)).digest('hex');
    return reply.send({ ...health, proof });
  });

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
