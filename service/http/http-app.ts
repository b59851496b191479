// The service's HTTP, before there is a route: who may call, how bodies are read, how whatever goes wrong is answered.
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { DECISIONS } from '../common/decisions.ts';
import type { Log } from '../common/log.ts';
import { type Account, accountOf } from './accounts.ts';
import { replyWithError } from './error-replies.ts';
import { notFound } from './errors.ts';
import { takeJson } from './json-body.ts';
import { answerRawHttp, clientErrorHandler, pathOf } from './raw-http.ts';
import { checkSource, type HostChecker } from './request-source.ts';
import { knowAllMethods, noteRoutes } from './routing.ts';

/** Errors are answered in the service's form, wherever they come from. */
function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, _request, reply) => replyWithError(error, reply, log));
  app.setNotFoundHandler((_request, reply) => replyWithError(notFound('There is nothing at this path.'), reply, log));
}

export interface HttpAppOptions {
  readonly accounts: readonly Account[];
  readonly isOwnHost: HostChecker;
  readonly log: Log;
}

/** Callers that may not call learn nothing else. @throws ServiceError 400, 401, 403, 421 */
function admitted(request: FastifyRequest, { accounts, isOwnHost }: HttpAppOptions): Account | null {
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

/** A fastify instance that waits for its routes, and after them for `refuseTheRest` (routing.ts). */
export function newHttpApp(options: HttpAppOptions): FastifyInstance {
  const { log } = options;
  const app = Fastify({
    bodyLimit: DECISIONS.bodyBytes,
    // Nor does fastify answer on its own while the service stops (graceful-stop.ts).
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
