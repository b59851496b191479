import type { FastifyInstance } from 'fastify';

/** Registers `GET /health` (this process answers) and `GET /ready` (it can serve requests now), for load balancers. */
export function registerReadiness(app: FastifyInstance, problem: () => Promise<string | undefined>): void {
  app.get('/health', { config: { isOpen: true } }, (_request, reply) => reply.send({ status: 'ok' }));

  app.get('/ready', { config: { isOpen: true } }, async (_request, reply) => {
    const found = await problem();
    return found === undefined ? reply.send({ status: 'ok' }) : reply.code(503).send({ status: found });
  });
}
