// The service's HTTP, before there is a route: who may call, how bodies are read, how whatever goes wrong is answered.
import Fastify, { type FastifyInstance } from 'fastify';
import { type Account, accountOf, firstProblem } from './accounts.ts';
import { DECISIONS } from './decisions.ts';
import { replyWithError } from './error-replies.ts';
import { notFound } from './errors.ts';
import type { Log } from './host/log.ts';
import { takeJson } from './json-body.ts';
import { answerRawHttp, checkHost, clientErrorHandler, pathOf } from './raw-http.ts';
import { knowAllMethods, noteRoutes } from './routing.ts';

/** Errors are answered in the service's form, wherever they come from. */
function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, _request, reply) => replyWithError(error, reply, log));
  app.setNotFoundHandler((_request, reply) => replyWithError(notFound('There is nothing at this path.'), reply, log));
}

/** A fastify instance that waits for its routes, and after them for `refuseTheRest` (routing.ts). */
export function newHttpApp(accounts: readonly Account[], log: Log): FastifyInstance {
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
    frameworkErrors: (error, request, reply) => void replyWithError(firstProblem(request, accounts, error), reply, log),
  });
  takeJson(app);
  answerRawHttp(app);
  knowAllMethods(app);
  app.decorateRequest('account', null);
  // Whoever may not call learns nothing else.
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config?.isOpen !== true) request.account = accountOf(request, accounts);
    checkHost(request);
  });
  app.addHook('onResponse', async (request, reply) => {
    const fields = { method: request.method, path: request.routeOptions.url ?? 'unknown', status: reply.statusCode };
    log.info({ ...fields, ms: Math.round(reply.elapsedTime) }, 'request');
  });
  answerErrors(app, log);
  noteRoutes(app);
  return app;
}
