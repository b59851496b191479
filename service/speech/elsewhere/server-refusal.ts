// What a voice server's refusal means, for a person.
import type { ServerAnswer } from './ask-server.ts';
import { SourceError } from './speech-source.ts';

/** Most bytes of an error's body that are read, and characters of its message that are told. */
const BODY_BYTES = 16 * 1024;
const TOLD_CHARACTERS = 200;
/** This many characters of the script in a row in a message are no coincidence. */
const QUOTED_CHARACTERS = 16;

/** Worth another try: busy, or a failure that may pass. */
const PASSING: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

/** What must not be in a message. */
export interface Secrets {
  readonly key: string | undefined;
  readonly text: string;
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of bytes) {
      parts.push(part);
      length += part.length;
      if (length >= BODY_BYTES) break;
    }
  } catch {
    // The status alone will do.
  }
  return Buffer.concat(parts).subarray(0, BODY_BYTES).toString('utf8');
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The first text where servers put what they have to say: `{error: {message}}`, `{detail: …}`, `{message}`. */
function messageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return messageIn(value[0]);
  if (!isRecord(value)) return undefined;
  for (const name of ['error', 'detail', 'message', 'msg', 'error_message']) {
    const found = isRecord(value[name]) || name !== 'error' ? messageIn(value[name]) : undefined;
    if (found !== undefined) return found;
  }
  return messageIn(value['error']);
}

/** Whether a message, a short one, has a part of the script in it. */
function quotes(message: string, text: string): boolean {
  const script = text.replace(/\s+/g, ' ').trim();
  if (script.length <= QUOTED_CHARACTERS) return script.length > 3 && message.includes(script);
  for (let at = 0; at + QUOTED_CHARACTERS <= message.length; at += 1) {
    if (script.includes(message.slice(at, at + QUOTED_CHARACTERS))) return true;
  }
  return false;
}

/** What the other side says, where it may be told: one row, short, without the key and the script. */
export function told(message: string, { key, text }: Secrets): string | undefined {
  const row = message.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const short = row.length > TOLD_CHARACTERS ? `${row.slice(0, TOLD_CHARACTERS)}…` : row;
  const hasSecret = (key !== undefined && row.includes(key)) || quotes(short, text);
  return short === '' || hasSecret ? undefined : short;
}

function serversWords(body: string, secrets: Secrets): string {
  try {
    const message = messageIn(JSON.parse(body));
    const words = message === undefined ? undefined : told(message, secrets);
    return words === undefined ? '' : `: ${words.replace(/\.$/, '')}`;
  } catch {
    return '';
  }
}

/** Seconds from now; undefined where there is none that can be understood. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header);
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - now) / 1000);
}

function sentence(title: string, status: number, words: string, hasKey: boolean): string {
  if (status >= 300 && status < 400) {
    return `${title} answered with a redirect (${status}), which is not followed: put its url right.`;
  }
  // What a server says of a key may have a part of it in it.
  if (status === 401 || status === 403) {
    if (!hasKey) return `${title} wants a key (${status}): name one in the configuration.`;
    return `${title} refused the key (${status}).`;
  }
  if (status === 404) return `${title} knows no such path, model or voice (404)${words}.`;
  if (status === 413) return `${title} found the text too long (413): lower its maxCharacters.`;
  if (status === 429) return `${title} is asked for too much (429)${words}.`;
  if (status >= 500) return `${title} failed (${status})${words}.`;
  return `${title} refused the request (${status})${words}.`;
}

/** Reads what there is of a refusal. @returns what to throw */
export async function refusalOf(title: string, answer: ServerAnswer, secrets: Secrets): Promise<SourceError> {
  const { status, headers } = answer;
  const words = serversWords(await textOf(answer.bytes), secrets);
  const kind = PASSING.includes(status) ? 'passing' : 'final';
  const message = sentence(title, status, words, secrets.key !== undefined);
  return new SourceError(kind, message, retryAfter(headers['retry-after'], Date.now()));
}
