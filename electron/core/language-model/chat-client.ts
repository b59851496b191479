// Uses the subset of OpenAI's API that local servers also support. Replies are not trusted.
// https://platform.openai.com/docs/api-reference/chat/create

import type { ChatMessage } from '@lectern/manuscript/speakers';
import { ANSWER_SCHEMA } from '@lectern/manuscript/speakers';
import type { ModelFailure } from '../../../shared/model/problems/model-failure.ts';
import {
  cleanMessage,
  createSecretScrubber,
  isPage,
  problemOfReply,
  type ReplyText,
  type SecretScrubber,
} from '../api/error-body.ts';
import { COMMON_HEADERS, readErrorReply, readReply, withTimeout } from '../api/exchange.ts';
import { endpointUrl } from '../api/links.ts';
import { ServiceError, type ServiceProblem } from '../api/service-error.ts';
import { type Clock, type HttpReply, type HttpTransport, TransportError } from '../ports.ts';
import { type ChatReply, readChatReply, readModelList } from './chat-reply.ts';
import { isLocalAddress } from './model-address.ts';
import { ModelError } from './model-error.ts';

export interface ChatModel {
  readonly baseUrl: URL;
  readonly model: string;
  readonly key: string;
}

interface ChatTimeouts {
  readonly connectMs: number;
  readonly silenceMs: number;
  readonly exchangeMs: number;
}

/** A model on a small machine might need minutes to send the first byte. */
const TIMEOUTS = {
  local: { connectMs: 10_000, silenceMs: 600_000, exchangeMs: 900_000 },
  hosted: { connectMs: 15_000, silenceMs: 180_000, exchangeMs: 300_000 },
} as const;

const BOUNDS = {
  answer: { bytes: 1024 * 1024, values: 50_000 },
  models: { bytes: 4 * 1024 * 1024, values: 200_000 },
} as const;

export interface ChatClientParts {
  readonly transport: HttpTransport;
  readonly clock: Pick<Clock, 'now'>;
  readonly timeouts?: ChatTimeouts;
}

/** Optional API features; switched off once the server has rejected them. */
interface ChatDialect {
  readonly schema: boolean;
  readonly temperature: boolean;
  readonly limit: 'max_tokens' | 'max_completion_tokens';
}

/** @throws ModelError `unusable-key` if it isn't a valid header value */
export function checkModelKey(key: string, origin: string): void {
  if (/^[\x21-\x7e]*$/.test(key)) return;
  throw new ModelError({ kind: 'unusable-key', status: null, message: null, origin });
}

export class ChatClient {
  readonly #model: ChatModel;
  readonly #parts: ChatClientParts;
  readonly #timeouts: ChatTimeouts;
  readonly #scrubber: SecretScrubber;
  #dialect: ChatDialect = { schema: true, temperature: true, limit: 'max_tokens' };

  constructor(model: ChatModel, parts: ChatClientParts) {
    this.#model = model;
    this.#parts = parts;
    this.#timeouts = parts.timeouts ?? TIMEOUTS[isLocalAddress(model.baseUrl) ? 'local' : 'hosted'];
    this.#scrubber = createSecretScrubber(model.key);
    checkModelKey(model.key, this.origin);
  }

  get origin(): string {
    return this.#model.baseUrl.origin;
  }

  async models(signal: AbortSignal): Promise<string[]> {
    const reply = await this.#exchange('GET', '/models', undefined, 'models', signal);
    const models = readModelList(reply.text);
    if (models === null) throw this.#error('unreadable', reply.status);
    return models.map((name) => cleanMessage(name, this.#scrubber)).filter((name) => name !== '');
  }

  /** Retries without an optional API feature if the server rejects it. @throws ModelError; the signal's reason */
  async ask(messages: readonly ChatMessage[], mostTokens: number, signal: AbortSignal): Promise<ChatReply> {
    if (this.#model.model === '') throw this.#error('no-model');
    for (;;) {
      const dialect = this.#dialect;
      const body = JSON.stringify({
        model: this.#model.model,
        messages,
        stream: false,
        [dialect.limit]: mostTokens,
        ...(dialect.temperature ? { temperature: 0 } : {}),
        ...(dialect.schema ? { response_format: RESPONSE_FORMAT } : {}),
      });
      try {
        return this.#answerOf(await this.#exchange('POST', '/chat/completions', body, 'answer', signal));
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        // A concurrent request might already have changed the dialect.
        const next = this.#dialect === dialect ? simplerDialect(dialect, error.failure) : this.#dialect;
        if (next === null) throw error;
        this.#dialect = next;
      }
    }
  }

  #answerOf({ text, status }: ReplyText): ChatReply {
    const read = readChatReply(text);
    if (read === null) throw this.#error('unreadable', status, null, { used: 'unknown' });
    if ('error' in read) throw this.#error('refused', status, cleanMessage(read.error, this.#scrubber));
    const { content, usage, isCutOff } = read;
    const used = usage ?? 'unknown';
    if (isCutOff) throw this.#error('cut-off', status, null, { used });
    if (content.trim() === '') throw this.#error('no-answer', status, null, { used });
    return { content, usage };
  }

  async #exchange(
    method: 'GET' | 'POST',
    path: string,
    body: string | undefined,
    kind: keyof typeof BOUNDS,
    signal: AbortSignal,
  ): Promise<ReplyText> {
    signal.throwIfAborted();
    const { baseUrl, key } = this.#model;
    const { connectMs, silenceMs, exchangeMs } = this.#timeouts;
    try {
      return await withTimeout(exchangeMs, signal, async (inner) => {
        const reply = await this.#parts.transport.send({
          method,
          url: endpointUrl(path, baseUrl),
          headers: {
            ...COMMON_HEADERS,
            accept: 'application/json',
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
          },
          ...(body === undefined ? {} : { body }),
          connectTimeoutMs: connectMs,
          idleTimeoutMs: silenceMs,
          signal: inner,
        });
        return this.#read(reply, kind);
      });
    } catch (error) {
      signal.throwIfAborted();
      throw this.#asModelError(error);
    }
  }

  async #read(reply: HttpReply, kind: keyof typeof BOUNDS): Promise<ReplyText> {
    const { status, headers } = reply;
    if (status < 200 || status > 299) throw this.#refusal(await readErrorReply(reply));
    if (/event-stream/i.test(headers['content-type'] ?? '')) {
      reply.discard();
      throw this.#error('not-json', status);
    }
    const text = await readReply(reply, BOUNDS[kind]);
    if (isPage(text)) throw this.#error('not-json', status);
    return text;
  }

  #refusal(reply: ReplyText): ModelError {
    const { status } = reply;
    const problem = problemOfReply(reply, this.#parts.clock.now(), this.#scrubber);
    const message = 'message' in problem ? problem.message : null;
    const wait = 'retryAfterMs' in problem ? problem.retryAfterMs : undefined;
    const kind = refusalKind(problem, status, reply.text);
    return this.#error(kind, status, kind === 'redirected' ? redirectOf(problem) : message, { retryAfterMs: wait });
  }

  #asModelError(error: unknown): unknown {
    if (error instanceof TransportError) {
      const isLate = ['timeout', 'connect-timeout', 'too-slow'].includes(error.kind);
      const used = error.phase === 'not-sent' ? undefined : 'unknown';
      return this.#error(isLate ? 'timeout' : 'no-connection', null, error.code ?? error.kind, { used });
    }
    if (!(error instanceof ServiceError)) return error;
    const isOversized = error.problem.kind === 'oversized-reply';
    return this.#error(isOversized ? 'oversized' : 'unreadable', null, null, { used: 'unknown' });
  }

  #error(
    kind: ModelFailure['kind'],
    status: number | null = null,
    message: string | null = null,
    call: ModelError['call'] = {},
  ): ModelError {
    return new ModelError({ kind, status, message, origin: this.origin }, call);
  }
}

const RESPONSE_FORMAT = {
  type: 'json_schema',
  json_schema: { name: 'speakers', strict: true, schema: ANSWER_SCHEMA },
} as const;

/** Guesses the rejected feature from the server's message. Returns null if the error has another cause. */
function simplerDialect(dialect: ChatDialect, { kind, status, message }: ModelFailure): ChatDialect | null {
  const said = message ?? '';
  const isAboutSchema = /response_format|json_schema|grammar|schema/i.test(said);
  if (kind === 'server-error') return dialect.schema && isAboutSchema ? { ...dialect, schema: false } : null;
  if (kind !== 'refused' || status === 200) return null;
  if (dialect.limit === 'max_tokens' && /max_completion_tokens/i.test(said)) {
    return { ...dialect, limit: 'max_completion_tokens' };
  }
  if (dialect.temperature && /temperature/i.test(said)) return { ...dialect, temperature: false };
  return dialect.schema ? { ...dialect, schema: false } : null;
}

function refusalKind(problem: ServiceProblem, status: number, text: string): ModelFailure['kind'] {
  if (problem.kind === 'redirected') return 'redirected';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 402 || (status === 429 && /insufficient_quota|billing/i.test(text.slice(0, 5_000))))
    return 'no-credit';
  if (status === 404 || status === 405 || status === 410) return 'not-found';
  if (status === 429) return 'rate-limited';
  if (status === 408 || status >= 500) return 'server-error';
  return 'refused';
}

const redirectOf = (problem: ServiceProblem): string | null => (problem.kind === 'redirected' ? problem.origin : null);
