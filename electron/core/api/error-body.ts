import { lenientErrorBodySchema } from '@lectern/tts-protocol';
import { withoutInvisible } from '../../../shared/rules/characters.ts';
import type { RefusalKind, ServiceProblem } from './service-error.ts';

const MESSAGE_CHARACTERS = 300;

export interface ReplyText {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const KINDS_BY_STATUS: Readonly<Record<number, RefusalKind>> = {
  400: 'invalid-parameters',
  401: 'unauthorized',
  403: 'unsupported-plan',
  404: 'not-found',
  405: 'method-not-allowed',
  // Not in the interface. Services can reply with 410 for a resource that they have deleted.
  410: 'not-found',
  413: 'too-large',
  415: 'unsupported-media-type',
};

/** @param now milliseconds since the epoch, for a `Retry-After` date */
export function problemOfReply(reply: ReplyText, now: number, scrubber: SecretScrubber): ServiceProblem {
  const { status, headers } = reply;
  const { errorId, ...said } = messageIn(reply, scrubber);
  const answered = { status, ...said };
  const wait = retryAfterMs(headers['retry-after'], now);
  const waiting = wait === undefined ? {} : { retryAfterMs: wait };
  if (status >= 300 && status < 400) return { kind: 'redirected', status, origin: originOf(headers['location']) };
  if ((status === 404 || status === 405 || status === 410) && isPage(reply))
    return foreignReplyProblem(reply, scrubber);
  const refusal = KINDS_BY_STATUS[status];
  if (refusal) return { ...answered, kind: refusal, errorId };
  if (status === 429) return { ...answered, ...waiting, kind: 'rate-limited' };
  if (status >= 500) return { ...answered, ...waiting, kind: 'server-error' };
  return { ...answered, kind: 'unexpected-status' };
}

export function isPage({ headers, text }: ReplyText): boolean {
  if (text.trimStart().startsWith('<')) return true;
  return /html/i.test(headers['content-type'] ?? '') && tryParseJson(text) === undefined;
}

export function foreignReplyProblem({ status, headers }: ReplyText, scrubber: SecretScrubber): ServiceProblem {
  const contentType = headers['content-type'];
  return {
    kind: 'not-the-service',
    status,
    contentType: contentType ? truncate(scrubber.scrub(contentType), 80) : null,
  };
}

function messageIn(
  reply: ReplyText,
  scrubber: SecretScrubber,
): { message: string | null; isPage?: true; errorId: string | null } {
  if (isPage(reply)) return { message: null, isPage: true, errorId: null };
  const body = tryParseJson(reply.text);
  const tidy = (text: string) => cleanMessage(text, scrubber) || null;
  if (body === undefined) return { message: tidy(reply.text), errorId: null };
  if (typeof body === 'string') return { message: tidy(body), errorId: null };
  const read = lenientErrorBodySchema.safeParse(body);
  if (!read.success) return { message: null, errorId: null };
  const { error_message, error_id, message, error } = read.data;
  const said = error_message ?? ([message, error].filter(Boolean).join(': ') || nestedMessage(body));
  return { message: said ? tidy(said) : null, errorId: error_id ? tidy(error_id) : null };
}

/** Returns one line of at most 300 characters, without the key and without control characters. */
export function cleanMessage(text: string, scrubber: SecretScrubber): string {
  const row = withoutInvisible(scrubber.scrub(text).replace(/[\p{Cc}\s]+/gu, ' '));
  return truncate(row.trim(), MESSAGE_CHARACTERS);
}

/** Reads `{ "error": { "message": … } }`, which gateways commonly use. */
function nestedMessage(body: unknown): string | undefined {
  const inner = lenientErrorBodySchema.safeParse((body as { error?: unknown }).error);
  return inner.success ? (inner.data.message ?? inner.data.error_message) : undefined;
}

export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function truncate(text: string, characters: number): string {
  // A code point has at most two code units. Splitting only this much of the text is cheap, even if it has millions of
  // characters.
  const points = Array.from(text.slice(0, 2 * characters + 2));
  return points.length <= characters ? text : `${points.slice(0, characters - 1).join('')}…`;
}

function originOf(location: string | undefined): string | null {
  const url = location === undefined ? null : URL.parse(location);
  return url && /^https?:$/.test(url.protocol) ? url.origin : null;
}

/** A shorter secret could occur in an address by chance. */
const MIN_SECRET_LENGTH = 16;

export interface SecretScrubber {
  /** Replaces every occurrence of the secret, plain or percent-encoded. */
  scrub(from: string): string;
  /**
   * Returns whether an address contains the secret and so must not be stored. Secrets under 16 characters are ignored.
   */
  appearsIn(address: string): boolean;
}

export function createSecretScrubber(secret: string): SecretScrubber {
  const forms = [...new Set([secret, encodeURIComponent(secret)])].filter((form) => form !== '');
  return {
    scrub: (from) => forms.reduce((text, form) => text.replaceAll(form, '[key]'), from),
    appearsIn: (address) => secret.length >= MIN_SECRET_LENGTH && forms.some((form) => address.includes(form)),
  };
}

/** The interface guarantees that requests are accepted again within a minute ("Errors"). */
export const MAX_REFUSAL_MS = 60_000;

/** Returns 0 to 60,000 ms, or undefined if the value is missing or invalid. @param value seconds or an HTTP date */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(0, Math.ceil(wait)), MAX_REFUSAL_MS);
}
