// The description of the interface, for programs.
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../openapi/document.ts';
import { originOf } from './context.ts';

/** Registers `GET /openapi.json`. */
export function registerOpenApi(app: FastifyInstance, version: string): void {
  const document = openApiDocument(version);
  app.get('/openapi.json', { config: { isOpen: true } }, (request, reply) =>
    reply.send({ ...document, servers: [{ url: originOf(request) }] }),
  );
}
