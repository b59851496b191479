// Which paths there are, and what is answered where there is none, or not with that method.
import { METHODS } from 'node:http';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { notFound, ServiceError } from './errors.ts';

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
export interface KnownPath {
  readonly methods: ReadonlySet<string>;
  /** Whether it needs no credentials. */
  readonly isOpen: boolean;
}

interface NotedPath extends KnownPath {
  readonly methods: Set<string>;
}

/** Notes all paths that are added from now on (`app.knownPaths`). */
export function noteRoutes(app: FastifyInstance): void {
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
export function knowAllMethods(app: FastifyInstance): void {
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
        throw new ServiceError(405, 'METHOD_NOT_ALLOWED', `This path knows only ${allow}.`, { allow });
      },
      handler: (_request, reply) => reply.send(),
    });
  }
  app.addHook('preParsing', async ({ is404 }) => {
    if (is404) throw notFound('There is nothing at this path.');
  });
}
