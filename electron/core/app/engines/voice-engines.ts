// Configures external voice engines through the local service. The service stores their settings and renders with them.
import { join } from 'node:path';
import {
  AUTHORIZATION_HEADER,
  bearerToken,
  ENGINES_PATH,
  type EngineChange,
  type EngineEntry,
  type EngineProbe,
  type EngineTrial,
  engineListSchema,
  engineRefusalSchema,
  engineSearchSchema,
  type FoundEngine,
  foundEngineSchema,
  USER_ID_HEADER,
} from '@lectern/tts-protocol';
import { z } from 'zod';
import { parseJson } from '../../../../shared/rules/parse-json.ts';
import { COMMON_HEADERS, readBytes, withTimeout } from '../../api/exchange.ts';
import { createNodeTransport } from '../../api/node-transport.ts';
import type { Emit } from '../../bridge/handler-types.ts';
import { refuse } from '../../bridge/request-error.ts';
import { isListening, readRunningService, type ServiceAddress } from '../../local-service/running-service.ts';
import type { Clock } from '../../ports.ts';
import type { OpenLink } from '../../production/service-link.ts';
import type { ConnectionManager } from '../connections/connection-manager.ts';

interface VoiceEnginesParts {
  readonly ports: { readonly home: string; readonly openLink: OpenLink; readonly clock: Clock };
  readonly connections: Pick<ConnectionManager, 'current' | 'relistVoices'>;
  readonly emit: Emit;
}

const LOCAL = { baseUrl: null, key: '', userId: '', plan: null } as const;

/** In milliseconds. The engine might have to load a model before the first sentence. */
const REPLY_TIMEOUT_MS = 120_000;
const MAX_BYTES = 64 * 1024 * 1024;

const failureSchema = z.object({ error_message: z.string().optional(), message: z.string().optional() });

export class VoiceEngines {
  readonly #parts: VoiceEnginesParts;

  constructor(parts: VoiceEnginesParts) {
    this.#parts = parts;
  }

  async list(): Promise<EngineEntry[]> {
    return (await this.#asked('', null, engineListSchema, null)).engines;
  }

  async detect(): Promise<FoundEngine[]> {
    return (await this.#asked('/look', {}, engineSearchSchema, null)).found;
  }

  ask(question: EngineProbe): Promise<FoundEngine> {
    return this.#asked('/ask', question, foundEngineSchema, question.url);
  }

  /** Returns a sentence as a WAV file. @throws RequestError `engine`; the signal's reason */
  try(trial: EngineTrial, signal: AbortSignal): Promise<Uint8Array> {
    return this.#exchange('/try', trial, trial.setup.url, signal);
  }

  save(name: string, change: EngineChange): Promise<EngineEntry[]> {
    return this.#change(name, 'save', change, change.setup.url);
  }

  remove(name: string): Promise<EngineEntry[]> {
    return this.#change(name, 'remove', {}, null);
  }

  restore(name: string): Promise<EngineEntry[]> {
    return this.#change(name, 'restore', {}, null);
  }

  async #change(name: string, action: string, body: unknown, url: string | null): Promise<EngineEntry[]> {
    const path = `/${encodeURIComponent(name)}/${action}`;
    const { engines } = await this.#asked(path, body, engineListSchema, url);
    const { connections, emit } = this.#parts;
    // Engines only affect the voices of the local service.
    if (connections.current?.kind === 'local') {
      await connections.relistVoices();
      emit('voices-changed', {});
    }
    return engines;
  }

  async #asked<T extends z.ZodType>(path: string, body: unknown, schema: T, url: string | null): Promise<z.output<T>> {
    const bytes = await this.#exchange(path, body, url);
    const parsed = schema.safeParse(parseJson(new TextDecoder().decode(bytes)));
    if (!parsed.success) return refuse(serviceProblem('service-failed', null));
    return parsed.data;
  }

  /**
   * Starts the service if necessary.
   * @param body null for GET
   * @throws RequestError `engine`
   */
  async #exchange(path: string, body: unknown, url: string | null, signal?: AbortSignal): Promise<Uint8Array> {
    const link = await this.#parts.ports.openLink(LOCAL, () => {});
    const transport = createNodeTransport();
    try {
      const service = await this.#ensureRunning();
      return await withTimeout(REPLY_TIMEOUT_MS, signal, async (until) => {
        const reply = await transport.send({
          method: body === null ? 'GET' : 'POST',
          url: new URL(`${ENGINES_PATH}${path}`, service.baseUrl),
          headers: {
            ...COMMON_HEADERS,
            [AUTHORIZATION_HEADER]: bearerToken(service.key),
            [USER_ID_HEADER]: service.userId,
            ...(body === null ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === null ? {} : { body: JSON.stringify(body) }),
          connectTimeoutMs: 10_000,
          idleTimeoutMs: REPLY_TIMEOUT_MS,
          signal: until,
          freshConnection: true,
        });
        const bytes = await readBytes(reply, MAX_BYTES);
        return reply.status === 200 ? bytes : throwEngineError(bytes, url);
      });
    } finally {
      transport.close();
      await link.close();
    }
  }

  async #ensureRunning(): Promise<ServiceAddress> {
    const { home, clock } = this.#parts.ports;
    const service = await readRunningService(join(home, 'service'));
    if (service === null || !(await isListening(service, clock))) {
      return refuse(serviceProblem('service-gone', null));
    }
    return service;
  }
}

const serviceProblem = (kind: 'service-gone' | 'service-failed', detail: string | null) =>
  ({ kind: 'engine', problem: { kind, status: null, detail }, url: null }) as const;

function throwEngineError(bytes: Uint8Array, url: string | null): never {
  const body = parseJson(new TextDecoder().decode(bytes));
  const { data } = engineRefusalSchema.safeParse(body);
  if (data) return refuse({ kind: 'engine', problem: data.problem, url });
  const failure = failureSchema.safeParse(body).data;
  return refuse(serviceProblem('service-failed', failure?.error_message ?? failure?.message ?? null));
}
