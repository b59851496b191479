import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { EngineProblem } from '@lectern/tts-protocol';
import { Deadline, engineProblem, SourceError, type Timeouts } from './speech-source.ts';

interface ServerRequest {
  readonly title: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly timeouts: Timeouts;
}

export interface ServerReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Yields the body with backpressure. Leaving the iteration early aborts the request. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.name : 'unknown';

const unreachable = ({ title, url }: ServerRequest, reason: string): SourceError =>
  new SourceError('down', `${title} can't be reached at ${url.origin} (${reason}): start it, or correct its url.`, {
    problem: engineProblem('unreachable', { detail: reason }),
  });

/**
 * Errors before connecting mean that the server is unreachable; later errors mean that the response was interrupted.
 */
function connectionError(request: ServerRequest, error: unknown, wasConnected: boolean): SourceError {
  if (error instanceof SourceError) return error;
  const code = codeOf(error);
  if (code.startsWith('HPE_')) {
    const problem = engineProblem('no-web-server');
    return new SourceError('final', `${request.title} is not a web server.`, { problem });
  }
  if (!wasConnected) return unreachable(request, code);
  return new SourceError('passing', `${request.title} interrupted its response (${code}).`);
}

/**
 * Sends a request. Doesn't follow redirects, so that credentials never reach another server.
 * @throws SourceError; the signal's reason
 */
export async function requestServer(serverRequest: ServerRequest, signal: AbortSignal): Promise<ServerReply> {
  const { url, timeouts, title } = serverRequest;
  const body = serverRequest.body === undefined ? undefined : Buffer.from(JSON.stringify(serverRequest.body));
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const about = body && { 'content-type': 'application/json', 'content-length': body.length };
  // Always open a new connection, because the server may have closed an idle one.
  const how = { method: body ? 'POST' : 'GET', agent: false, headers: { ...serverRequest.headers, ...about }, signal };
  const request = send(url, how);
  const deadline = new Deadline(title, timeouts);
  const giveUp = (): void => void request.destroy();
  let isConnected = false;
  try {
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      const tooLate = setTimeout(
        () => request.destroy(unreachable(serverRequest, `no connection within ${timeouts.connectSeconds} s`)),
        timeouts.connectSeconds * 1000,
      );
      request.once('socket', (socket) => {
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          isConnected = true;
          clearTimeout(tooLate);
        });
      });
      request.once('response', resolve);
      request.once('close', () => clearTimeout(tooLate));
      // Keep this listener, because errors can also occur after the response has started.
      request.on('error', reject);
    });
    request.end(body);
    const answer = await deadline.wait(answered, signal, giveUp);
    return { status: answer.statusCode ?? 0, headers: answer.headers, bytes: bytesOf(answer) };
  } catch (error) {
    signal.throwIfAborted();
    throw connectionError(serverRequest, error, isConnected);
  }

  async function* bytesOf(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
    try {
      yield* deadline.each(answer, signal, giveUp);
      if (!answer.complete) throw new Error('incomplete');
    } catch (error) {
      signal.throwIfAborted();
      throw connectionError(serverRequest, error, true);
    } finally {
      request.destroy();
    }
  }
}

const MAX_ERROR_BODY_BYTES = 16 * 1024;
const MAX_MESSAGE_CHARACTERS = 200;
/** A message that shares this many consecutive characters with the script is assumed to quote it. */
const MIN_QUOTE_CHARACTERS = 16;

const RETRYABLE_STATUSES: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

/** Values that must not appear in messages. */
export interface Secrets {
  readonly key: string | undefined;
  readonly text: string;
}

async function readText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of bytes) {
      parts.push(part);
      length += part.length;
      if (length >= MAX_ERROR_BODY_BYTES) break;
    }
  } catch {}
  return Buffer.concat(parts).subarray(0, MAX_ERROR_BODY_BYTES).toString('utf8');
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Extracts the message from `{error: {message}}`, `{detail: …}` or `{message}`. */
function extractMessage(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return extractMessage(value[0]);
  if (!isRecord(value)) return undefined;
  for (const name of ['error', 'detail', 'message', 'msg', 'error_message']) {
    const found = isRecord(value[name]) || name !== 'error' ? extractMessage(value[name]) : undefined;
    if (found !== undefined) return found;
  }
  return extractMessage(value['error']);
}

function containsQuote(message: string, text: string): boolean {
  const script = text.replace(/\s+/g, ' ').trim();
  if (script.length <= MIN_QUOTE_CHARACTERS) return script.length > 3 && message.includes(script);
  for (let at = 0; at + MIN_QUOTE_CHARACTERS <= message.length; at += 1) {
    if (script.includes(message.slice(at, at + MIN_QUOTE_CHARACTERS))) return true;
  }
  return false;
}

/** Returns the server's message as one short line, or undefined if it contains the key or part of the script. */
export function safeMessage(message: string, { key, text }: Secrets): string | undefined {
  const row = message.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const short = row.length > MAX_MESSAGE_CHARACTERS ? `${row.slice(0, MAX_MESSAGE_CHARACTERS)}…` : row;
  const hasSecret = (key !== undefined && row.includes(key)) || containsQuote(short, text);
  return short === '' || hasSecret ? undefined : short;
}

function serverMessage(body: string, secrets: Secrets): string {
  try {
    const message = extractMessage(JSON.parse(body));
    const words = message === undefined ? undefined : safeMessage(message, secrets);
    return words === undefined ? '' : `: ${words.replace(/\.$/, '')}`;
  } catch {
    return '';
  }
}

/** Parses Retry-After into seconds from now; undefined if the header is missing or invalid. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header);
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - now) / 1000);
}

function describeStatus(title: string, status: number, message: string, hasKey: boolean): string {
  if (status >= 300 && status < 400) {
    return `${title} responded with a redirect (${status}), which is not followed: correct its url.`;
  }
  // Don't quote the server, because its message could contain part of the key.
  if (status === 401 || status === 403) {
    if (!hasKey) return `${title} requires a key (${status}): add one to the configuration.`;
    return `${title} rejected the key (${status}).`;
  }
  if (status === 404) return `${title} has no such path, model or voice (404)${message}.`;
  if (status === 413) return `${title} rejected the text as too long (413): lower its maxCharacters.`;
  if (status === 429) return `${title} is getting too many requests (429)${message}.`;
  if (status >= 500) return `${title} failed (${status})${message}.`;
  return `${title} refused the request (${status})${message}.`;
}

function problemKind(status: number, hasKey: boolean): EngineProblem['kind'] {
  if (status >= 300 && status < 400) return 'redirected';
  if (status === 401 || status === 403) return hasKey ? 'key-refused' : 'key-wanted';
  if (status === 404) return 'unknown-there';
  if (status === 413) return 'text-too-long';
  if (status === 429) return 'busy';
  return status >= 500 ? 'failed' : 'refused';
}

export async function toSourceError(title: string, answer: ServerReply, secrets: Secrets): Promise<SourceError> {
  const { status, headers } = answer;
  const words = serverMessage(await readText(answer.bytes), secrets);
  const kind = RETRYABLE_STATUSES.includes(status) ? 'passing' : 'final';
  const message = describeStatus(title, status, words, secrets.key !== undefined);
  const retryAfterSeconds = parseRetryAfter(headers['retry-after'], Date.now());
  const detail = words === '' ? null : words.slice(2);
  const problem = engineProblem(problemKind(status, secrets.key !== undefined), { status, detail });
  return new SourceError(kind, message, { ...(retryAfterSeconds !== undefined && { retryAfterSeconds }), problem });
}
