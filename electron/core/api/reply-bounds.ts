// How large the service's replies may be. Each bound is some ten times what an honest reply of the kind has, and every
// one of them can be held in memory beside all else.
import { ServiceError } from './service-error.ts';

/** The most that a reply may have. */
export interface ReplyBounds {
  readonly bytes: number;
  /** Values of its JSON, nested ones included: a byte of text can become a hundred bytes of objects. */
  readonly values: number;
}

const KIB = 1024;
const MIB = 1024 ** 2;

/** Fifty children, whose texts may be long and written as escapes. */
const BATCH: ReplyBounds = { bytes: 8 * MIB, values: 50_000 };
/** A catalogue of 10,000 voices with all their fields. */
const VOICES: ReplyBounds = { bytes: 8 * MIB, values: 200_000 };
const RESOURCE: ReplyBounds = { bytes: 2 * MIB, values: 5_000 };

/** By what is read. */
export const REPLY_BOUNDS = {
  batch: BATCH,
  child: RESOURCE,
  voices: VOICES,
  clonedVoices: VOICES,
  clone: RESOURCE,
  singleJob: RESOURCE,
  /** Only the beginning matters. */
  error: { bytes: 256 * KIB, values: 5_000 },
} as const satisfies Readonly<Record<string, ReplyBounds>>;
export type ReplyKind = keyof typeof REPLY_BOUNDS;

/** Nothing in the interface is nested deeper than a tenth of this. */
const MOST_DEPTH = 64;

/**
 * Counts what a JSON text would become, without making anything of it. Texts that are no JSON pass, up to where that
 * shows.
 *
 * @throws ServiceError `oversized-reply`
 */
export function refuseOverfull(text: string, { values: most }: ReplyBounds, status: number): void {
  if (!/^\s*[[{]/.test(text.slice(0, KIB))) return;
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values += 1;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > MOST_DEPTH) throw tooMuch(status, { unit: 'levels', most: MOST_DEPTH });
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1;
    if (values > most) throw tooMuch(status, { unit: 'values', most });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The place of the quote that ends a string, or of the text's end. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

const tooMuch = (status: number, limit: { readonly unit: 'levels' | 'values'; readonly most: number }): ServiceError =>
  new ServiceError({ kind: 'oversized-reply', status, limit });
