// The service's HTTP, before there is a route: who may call, how bodies are read, how
// whatever goes wrong is answered, and how it stops.

import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest, type HTTPMethods } from 'fastify';
import { DECISIONS } from '../common/decisions.ts';
import type { Logger } from '../common/log.ts';
import { accountOf, type ServiceAccount } from './accounts.ts';
import { ApiError, notFound, replyWithError } from './errors.ts';
import { takeJson } from './json-body.ts';
import { answerRawHttp, clientErrorHandler, pathOf } from './raw-http.ts';
import { checkSource, type HostChecker } from './request-source.ts';

// How the service stops: requests in progress get their answers, but none can hold it up for long.

/** Milliseconds between two looks for connections that nothing goes on in any more. */
const POLL_MS = 20;

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
  let polling: NodeJS.Timeout | undefined;
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
    polling = setInterval(() => closeIdle(app, connections), POLL_MS);
    bound = setTimeout(() => {
      cutOff.abort(reason);
      app.server.closeAllConnections();
    }, boundMs);
  });
  app.addHook('onClose', async () => {
    clearTimeout(bound);
    clearInterval(polling);
    cutOff.abort(reason);
    await stopped;
  });
  return { stopping: stopping.signal, cutOff: cutOff.signal };
}

// Which paths there are, and what is answered where there is none, or not with that method.

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route needs no credentials. */
    isOpen?: boolean;
    /** Whether it is there only to refuse. */
    isRefusal?: boolean;
  }
  interface FastifyInstance {
    /** All paths with their methods, as fastify writes them. */
    knownPaths: ReadonlyMap<string, KnownPath>;
  }
}

/** What is known of a path, as its routes were added. */
interface KnownPath {
  readonly methods: ReadonlySet<string>;
  /** Whether it needs no credentials. */
  readonly isOpen: boolean;
}

interface NotedPath extends KnownPath {
  readonly methods: Set<string>;
}

/** Notes all paths that are added from now on (`app.knownPaths`). */
function noteRoutes(app: FastifyInstance): void {
  const known = new Map<string, NotedPath>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.isRefusal === true) return;
    const path = known.get(url) ?? { methods: new Set(), isOpen: config?.isOpen === true };
    for (const one of [method].flat()) path.methods.add(one);
    known.set(url, path);
  });
  app.decorate('knownPaths', known);
}

/** All that Node understands, but for what asks for a tunnel (raw-http.ts). */
const ALL_METHODS: readonly string[] = METHODS.filter((method) => method !== 'CONNECT');
/** In the order in which a 405 answer lists them. */
const USUAL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** To be called before any route is added: fastify knows the usual methods only. */
function knowAllMethods(app: FastifyInstance): void {
  for (const method of ALL_METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
}

/**
 * Has paths that are not there answered with 404, and the methods that a path does not have with 405. Either comes before
 * a look at the body. To be called when all routes are added.
 */
export function refuseTheRest(app: FastifyInstance): void {
  for (const [url, { methods, isOpen }] of app.knownPaths) {
    const allow = USUAL_METHODS.filter((method) => methods.has(method)).join(', ');
    app.route({
      method: ALL_METHODS.filter((method) => !methods.has(method)) as HTTPMethods[],
      url,
      config: { isOpen, isRefusal: true },
      preParsing: () => {
        throw new ApiError(405, 'METHOD_NOT_ALLOWED', `This path knows only ${allow}.`, { allow });
      },
      handler: (_request, reply) => reply.send(),
    });
  }
  app.addHook('preParsing', async ({ is404 }) => {
    if (is404) throw notFound('There is nothing at this path.');
  });
}

/** Errors are answered in the service's form, wherever they come from. */
function answerErrors(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler((error, _request, reply) => replyWithError(error, reply, log));
  app.setNotFoundHandler((_request, reply) => replyWithError(notFound('There is nothing at this path.'), reply, log));
}

export interface HttpAppOptions {
  readonly accounts: readonly ServiceAccount[];
  readonly isOwnHost: HostChecker;
  readonly log: Logger;
}

/** Callers that may not call learn nothing else. @throws ApiError 400, 401, 403, 421 */
function admitted(request: FastifyRequest, { accounts, isOwnHost }: HttpAppOptions): ServiceAccount | null {
  checkSource(request, isOwnHost);
  return request.routeOptions.config?.isOpen === true ? null : accountOf(request, accounts);
}

/** What is answered first where a request has a problem before it has a route. */
function firstProblem(request: FastifyRequest, problem: unknown, options: HttpAppOptions): unknown {
  try {
    admitted(request, options);
    return problem;
  } catch (error) {
    return error;
  }
}

/** A fastify instance that waits for its routes, and after them for `refuseTheRest`. */
export function newHttpApp(options: HttpAppOptions): FastifyInstance {
  const { log } = options;
  const app = Fastify({
    bodyLimit: DECISIONS.bodyBytes,
    // Nor does fastify answer on its own while the service stops (`stopGracefully`).
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: DECISIONS.requestSeconds * 1000,
    http: { requireHostHeader: false },
    clientErrorHandler,
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void replyWithError(firstProblem(request, error, options), reply, log),
  });
  takeJson(app);
  answerRawHttp(app);
  knowAllMethods(app);
  app.decorateRequest('account', null);
  app.addHook('onRequest', async (request) => {
    request.account = admitted(request, options);
  });
  app.addHook('onResponse', async (request, reply) => {
    const fields = { method: request.method, path: request.routeOptions.url ?? 'unknown', status: reply.statusCode };
    log.info({ ...fields, ms: Math.round(reply.elapsedTime) }, 'request');
  });
  answerErrors(app, log);
  noteRoutes(app);
  return app;
}
