import { createHmac } from 'node:crypto';
import { HEALTH_PATH, type Health, healthQuerySchema, proofMessage } from '@lectern/tts-protocol';
import type { FastifyInstance } from 'fastify';
import type { ServiceAccount } from '../ports/accounts.ts';
import { parseBody, type RouteContext } from './context.ts';

interface AttachmentOptions {
  readonly graceMs: number;
  readonly firstMs: number;
  readonly onUnused: () => void;
}

export class Attachments {
  readonly #options: AttachmentOptions | undefined;
  #attached = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options?: AttachmentOptions) {
    this.#options = options;
    this.#arm(options?.firstMs);
  }

  attach(): () => void {
    this.#attached += 1;
    clearTimeout(this.#timer);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#attached -= 1;
      if (this.#attached === 0) this.#arm(this.#options?.graceMs);
    };
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #arm(milliseconds: number | undefined): void {
    if (this.#options === undefined || milliseconds === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#options.onUnused, milliseconds);
  }
}

const HEARTBEAT_MS = 10_000;

export interface InternalOptions {
  readonly attachments: Attachments;
  readonly version: string;
  /** The account whose key proves the service's identity; without one, challenges aren't answered. */
  readonly account: ServiceAccount | undefined;
}

export function registerInternal(
  app: FastifyInstance,
  { store, stopping }: RouteContext,
  { attachments, version, account }: InternalOptions,
): void {
  app.get(HEALTH_PATH, { config: { isOpen: true } }, (request, reply) => {
    const { challenge } = parseBody(healthQuerySchema, request.query);
    const health: Health = { status: 'ok', name: 'lectern', version };
    const { localPort } = request.socket;
    if (challenge === undefined || localPort === undefined || !account) return reply.send(health);
    // Use the socket's own port, because a port in the request could come from a relay.
    const proof = createHmac('sha256', account.key).update(proofMessage(challenge, localPort)).digest('hex');
    return reply.send({ ...health, proof });
  });

  app.get('/internal/stats', async (_request, reply) =>
    reply.send({ batches: await store.countBatches(), jobs: await store.countJobs() }),
  );

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
