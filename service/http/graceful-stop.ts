// How the service stops: requests in progress get their answers, but none can hold it up for long.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds between two looks for connections that nothing goes on in any more. */
const LOOK_MS = 20;

export interface GracefulStop {
  /** Fires when the service begins to stop: what would go on for ever ends now. */
  readonly stopping: AbortSignal;
  /** Fires when what is still going on is cut off. */
  readonly cutOff: AbortSignal;
}

/** Ends connections that have had their answer, and would stay open for the next request, or never asked for anything. */
function closeIdle({ server }: FastifyInstance, connections: ReadonlySet<Socket>): void {
  server.closeIdleConnections();
  // To Node, these wait for a request that has begun.
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
}

/**
 * Has `app.close()` let answers in progress finish, for at most `boundMs` milliseconds.
 * `onStop` is called at its beginning, and awaited at its end.
 */
export function stopGracefully(app: FastifyInstance, boundMs: number, onStop: () => Promise<unknown>): GracefulStop {
  const stopping = new AbortController();
  const cutOff = new AbortController();
  const reason = new Error('The service is stopping.');
  let stopped: Promise<unknown> = Promise.resolve();
  let bound: NodeJS.Timeout | undefined;
  let look: NodeJS.Timeout | undefined;
  const connections = new Set<Socket>();
  app.server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('preClose', async () => {
    stopping.abort(reason);
    stopped = onStop();
    // It is waited for below.
    stopped.catch(() => {});
    look = setInterval(() => closeIdle(app, connections), LOOK_MS);
    bound = setTimeout(() => {
      cutOff.abort(reason);
      app.server.closeAllConnections();
    }, boundMs);
  });
  app.addHook('onClose', async () => {
    clearTimeout(bound);
    clearInterval(look);
    cutOff.abort(reason);
    await stopped;
  });
  return { stopping: stopping.signal, cutOff: cutOff.signal };
}
