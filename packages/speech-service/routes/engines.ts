import { ENGINES_PATH, engineChangeSchema, engineProbeSchema, engineTrialSchema } from '@lectern/tts-protocol';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { EngineSettings } from '../speech/configuration/engine-settings.ts';
import { SourceError } from '../speech/elsewhere/speech-source.ts';
import { disconnectSignal, parseBody, type RouteContext } from './context.ts';

interface EngineRoute {
  Params: { name: string };
}

/** Changes to engines apply immediately, but don't affect audio that is already being rendered. */
export function registerEngines(app: FastifyInstance, { cutOff }: RouteContext, engines: EngineSettings): void {
  const until = (reply: FastifyReply): AbortSignal => AbortSignal.any([disconnectSignal(reply), cutOff]);

  app.get(ENGINES_PATH, (_request, reply) => sendResult(reply, () => ({ engines: engines.list() })));

  app.post(`${ENGINES_PATH}/look`, (_request, reply) =>
    sendResult(reply, async () => ({ found: await engines.discover(until(reply)) })),
  );

  app.post(`${ENGINES_PATH}/ask`, (request, reply) =>
    sendResult(reply, () => engines.ask(parseBody(engineProbeSchema, request.body), until(reply))),
  );

  app.post(`${ENGINES_PATH}/try`, (request, reply) =>
    sendResult(reply, async () => {
      const sound = await engines.try(parseBody(engineTrialSchema, request.body), until(reply));
      void reply.type('audio/wav');
      return Buffer.from(sound);
    }),
  );

  app.post<EngineRoute>(`${ENGINES_PATH}/:name/save`, (request, reply) =>
    sendResult(reply, () => ({
      engines: engines.save(request.params.name, parseBody(engineChangeSchema, request.body)),
    })),
  );

  app.post<EngineRoute>(`${ENGINES_PATH}/:name/remove`, ({ params }, reply) =>
    sendResult(reply, () => ({ engines: engines.remove(params.name) })),
  );

  app.post<EngineRoute>(`${ENGINES_PATH}/:name/restore`, ({ params }, reply) =>
    sendResult(reply, () => ({ engines: engines.restore(params.name) })),
  );
}

/** Sends the result. Errors have a problem kind, so that the application can show its own wording. */
async function sendResult(reply: FastifyReply, work: () => unknown): Promise<FastifyReply> {
  try {
    return await reply.send(await work());
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return reply.code(422).send({ error_message: error.message, error_id: 'ENGINE_PROBLEM', problem: error.problem });
  }
}
