import type { FastifyReply } from 'fastify';

/** Fires when the client has gone before it received everything. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new Error('The client has gone.'));
  });
  return gone.signal;
}
