import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest, type HTTPMethods } from 'fastify';
import { DECISIONS } from '../common/decisions.ts';
import { newId } from '../common/ids.ts';
import type { Logger } from '../common/log.ts';
import type { AccountDirectory, ServiceAccount } from '../ports/accounts.ts';
import { accountOf } from './accounts.ts';
import { ApiError, notFound, replyWithError } from './errors.ts';
import { acceptJsonBodies } from './json-body.ts';
import { handleClientError, handleRawHttp, requestPath } from './raw-http.ts';
import { checkSource, type HostChecker } from './request-source.ts';

const POLL_MS = 20;

export interface GracefulStop {
  /** Aborted as soon as the service is asked to stop, to end responses that would never end by themselves. */
  readonly stopping: AbortSignal;
  /** Aborted later, when the service cuts off responses that are still open. */
  readonly cutOff: AbortSignal;
}

function closeIdle({ server }: FastifyInstance, connections: ReadonlySet<Socket>): void {
  server.closeIdleConnections();
  // Node doesn't count a connection as idle until it has received data.
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
}

/** Gives open responses up to `boundMs` to finish. `onStop` is called at the start and awaited at the end. */
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

declare module 'fastify' {
  interface FastifyContextConfig {
    isOpen?: boolean;
    isRefusal?: boolean;
  }
  interface FastifyInstance {
    /** Without a slash at the end. */
    publicAddress: string | undefined;
    knownPaths: ReadonlyMap<string, KnownRoute>;
  }
}

interface KnownRoute {
  readonly methods: ReadonlySet<string>;
  readonly isOpen: boolean;
}

interface MutableRoute extends KnownRoute {
  readonly methods: Set<string>;
}

function recordRoutes(app: FastifyInstance): void {
  const known = new Map<string, MutableRoute>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.isRefusal === true) return;
    const path = known.get(url) ?? { methods: new Set(), isOpen: config?.isOpen === true };
    for (const one of [method].flat()) path.methods.add(one);
    known.set(url, path);
  });
  app.decorate('knownPaths', known);
}

const ALL_METHODS: readonly string[] = METHODS.filter((method) => method !== 'CONNECT');
const COMMON_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Registers all HTTP methods, because fastify only supports the common ones by default. Call this before adding routes.
 */
function registerAllMethods(app: FastifyInstance): void {
  for (const method of ALL_METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
}

/** Sends 404 and 405 responses before the body is parsed. Call this after adding all routes. */
export function rejectUnknownRoutes(app: FastifyInstance): void {
  for (const [url, { methods, isOpen }] of app.knownPaths) {
    const allow = COMMON_METHODS.filter((method) => methods.has(method)).join(', ');
    app.route({
      method: ALL_METHODS.filter((method) => !methods.has(method)) as HTTPMethods[],
      url,
      config: { isOpen, isRefusal: true },
      preParsing: () => {
        throw new ApiError(405, 'METHOD_NOT_ALLOWED', `This path only supports ${allow}.`, { allow });
      },
      handler: (_request, reply) => reply.send(),
    });
  }
  app.addHook('preParsing', async ({ is404 }) => {
    if (is404) throw notFound('There is nothing at this path.');
  });
}

function handleErrors(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler((error, _request, reply) => replyWithError(error, reply, log));
  app.setNotFoundHandler((_request, reply) => replyWithError(notFound('There is nothing at this path.'), reply, log));
}

export interface HttpAppOptions {
  readonly accounts: AccountDirectory;
  readonly isOwnHost: HostChecker;
  /** The address of a load balancer in front of the service, without a slash at the end. */
  readonly publicAddress?: string | undefined;
  readonly log: Logger;
  readonly onAnswered?: ((request: AnsweredRequest) => void) | undefined;
}

export interface AnsweredRequest {
  readonly method: string;
  /** The pattern of the path, such as `/audio/:file`, or `unknown`. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Authorises a request before revealing anything else about it. @throws ApiError 400, 401, 403, 421 */
async function authorise(
  request: FastifyRequest,
  { accounts, isOwnHost }: HttpAppOptions,
): Promise<ServiceAccount | null> {
  checkSource(request, isOwnHost);
  return request.routeOptions.config?.isOpen === true ? null : accountOf(request, accounts);
}

async function preferAuthorisationError(
  request: FastifyRequest,
  problem: unknown,
  options: HttpAppOptions,
): Promise<unknown> {
  try {
    await authorise(request, options);
    return problem;
  } catch (error) {
    return error;
  }
}

/** Creates a fastify instance. Add the routes, then call `rejectUnknownRoutes`. */
export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const { log } = options;
  const app = Fastify({
    bodyLimit: DECISIONS.bodyBytes,
    // `stopGracefully` handles open connections and late requests.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: DECISIONS.requestSeconds * 1000,
    http: { requireHostHeader: false },
    genReqId: () => newId('rq-'),
    clientErrorHandler: handleClientError,
    rewriteUrl: ({ url = '/' }) => requestPath(url),
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) =>
      void preferAuthorisationError(request, error, options).then((preferred) => replyWithError(preferred, reply, log)),
  });
  app.decorate('publicAddress', options.publicAddress);
  acceptJsonBodies(app);
  handleRawHttp(app);
  registerAllMethods(app);
  app.decorateRequest('account', null);
  app.addHook('onRequest', async (request) => {
    request.account = await authorise(request, options);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = routeOptions.url ?? 'unknown';
    log.info({ request: request.id, method, path: route, status, ms: Math.round(elapsedTime) }, 'request');
    options.onAnswered?.({ method, route, status, seconds: elapsedTime / 1000 });
  });
  handleErrors(app, log);
  recordRoutes(app);
  return app;
}
