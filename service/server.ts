// The service as one fastify instance, put together from what it is given.
import Fastify, { type FastifyInstance, type HTTPMethods } from 'fastify';
import { type Account, accountOf } from './accounts.ts';
import { DECISIONS } from './decisions.ts';
import { replyWithError } from './error-replies.ts';
import { notFound, ServiceError } from './errors.ts';
import { Attachments } from './host/attachments.ts';
import type { Log } from './host/log.ts';
import { RateLimits } from './rate-limits.ts';
import { registerAudio } from './routes/audio.ts';
import { registerBatches } from './routes/batches.ts';
import type { RouteContext } from './routes/context.ts';
import { registerInternal } from './routes/internal.ts';
import { registerStream } from './routes/stream.ts';
import { registerVoices } from './routes/voices.ts';
import { AddressSigner } from './signed-addresses.ts';
import type { ServiceDatabase } from './store/database.ts';
import type { JobStore } from './store/job-store.ts';
import { JobQueue } from './work/job-queue.ts';
import type { Renderer } from './work/renderer.ts';
import { Samples } from './work/samples.ts';

export interface ServerOptions {
  readonly accounts: readonly Account[];
  readonly store: JobStore;
  /** The one that the store reads and writes. */
  readonly database: ServiceDatabase;
  readonly renderer: Renderer;
  readonly audioFolder: string;
  readonly sampleFolder: string;
  /** Signs the addresses of audio files. */
  readonly signingSecret: string;
  /** Seconds for which such an address is good. */
  readonly addressSeconds?: number;
  /** Seconds for which the reader of a stream may take nothing. */
  readonly streamStallSeconds?: number;
  readonly log: Log;
  readonly version: string;
  readonly attachments?: Attachments;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Milliseconds on a clock that never goes back, for the limits. */
  readonly elapsed?: () => number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route needs no credentials. */
    isOpen?: boolean;
  }
}

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Lets every path that is known refuse the methods that it does not have with 405. */
function refuseOtherMethods(app: FastifyInstance, known: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [url, methods] of known) {
    const allow = METHODS.filter((method) => methods.has(method)).join(', ');
    app.route({
      method: METHODS.filter((method) => !methods.has(method)),
      url,
      config: { isOpen: url.startsWith('/audio') || url.startsWith('/samples') },
      preParsing: () => {
        throw new ServiceError(405, 'METHOD_NOT_ALLOWED', `This path knows only ${allow}.`, { allow });
      },
      handler: (_request, reply) => reply.send(),
    });
  }
}

/** The methods of each path, noted as routes are added. */
function noteMethods(app: FastifyInstance): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = known.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    known.set(url, methods);
  });
  return known;
}

function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, _request, reply) => replyWithError(error, reply, log));
  app.setNotFoundHandler((_request, reply) => replyWithError(notFound('There is nothing at this path.'), reply, log));
}

/**
 * The service, ready to listen or to be injected into. Work on jobs begins when it is ready and ends when it is
 * closed; the store and the renderer stay their maker's.
 */
export function buildServer(options: ServerOptions): FastifyInstance {
  const { accounts, store, renderer, audioFolder, log } = options;
  const now = options.now ?? Date.now;
  const app = Fastify({
    bodyLimit: DECISIONS.bodyBytes,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, _request, reply) => void replyWithError(error, reply, log),
  });
  const stopping = new AbortController();
  const queue = new JobQueue({ store, renderer, audioFolder, log, now });
  const context: RouteContext = {
    store,
    queue,
    voices: renderer.voices,
    renderer,
    samples: new Samples(options.sampleFolder, renderer, stopping.signal),
    limits: new RateLimits(options.elapsed ?? (() => performance.now())),
    signer: new AddressSigner(options.signingSecret, options.addressSeconds ?? DECISIONS.addressSeconds, now),
    audioFolder,
    stopping: stopping.signal,
    streamStallMs: (options.streamStallSeconds ?? DECISIONS.streamStallSeconds) * 1000,
    log,
    now,
  };

  // All bodies are JSON; fastify would take plain text too.
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('account', null);
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config?.isOpen !== true) request.account = accountOf(request, accounts);
  });
  app.addHook('onResponse', async (request, reply) => {
    const fields = { method: request.method, path: request.routeOptions.url ?? 'unknown', status: reply.statusCode };
    log.info({ ...fields, ms: Math.round(reply.elapsedTime) }, 'request');
  });
  answerErrors(app, log);

  const known = noteMethods(app);
  registerBatches(app, context);
  registerStream(app, context);
  registerVoices(app, context);
  registerAudio(app, context);
  registerInternal(app, context, options.attachments ?? new Attachments(), options.version);
  refuseOtherMethods(app, new Map(known));

  app.addHook('onReady', async () => queue.wake());
  app.addHook('onClose', async () => {
    stopping.abort(new Error('The service is stopping.'));
    await queue.stop();
  });
  return app;
}
