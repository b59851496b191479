// Timestamps beside speakers' names: `00:12`, `[1m12s]`, `12/03/24, 14:22`.
import { pattern } from './patterns.ts';

const DATE = String.raw`(?:(?:Today|Yesterday)(?: at)? |\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?[ \t]{1,2})?`;
const DIGITS = String.raw`(?:\d{1,2}:\d{1,2}:\d{1,2}|\d{1,2}:\d{2})(?:[.,:]\d{1,3})?`;
const CLOCK_ENDING = String.raw`(?:[ \u202f]?[AaPp]\.?[Mm]\b\.?)?(?: ?(?:h|hrs?|mins?|Uhr)\b\.?)?`;
const CLOCK = `${DATE}${DIGITS}${CLOCK_ENDING}`;
const HOURS = String.raw`(?:\d{1,2} ?h(?:rs?)?\.?,? ?)?`;
const MINUTES = String.raw`\d{1,3} ?m(?:ins?)?\.?`;
const SECONDS = String.raw`(?:[.,]\d{1,3})? ?s(?:ecs?|ek)?\.?`;
const PRIMES = String.raw`\d{1,3}['’′] ?\d{1,2}(?:["”″]|['’′]{2})`;
/** Times with units, which require brackets: `[1m12s]`, `(1 min 15 s)`, `[1'12"]`. */
const UNITS = String.raw`${HOURS}(?:${MINUTES},? ?\d{1,2}${SECONDS}|${MINUTES}|\d{1,3}${SECONDS}|${PRIMES})`;
const TO = String.raw`[ \t]{0,4}(?:-->|[–—-])[ \t]{0,4}`;
const RANGE = `${CLOCK}(?:${TO}${CLOCK})?`;
const STAMPS = String.raw`[[(<]${RANGE}[\])>]|${RANGE}|[[(<]${UNITS}(?:${TO}${UNITS})?[\])>]`;
const LEADING_STAMP = pattern`^(${STAMPS})[ \t]{0,20}(?:[|–—-][ \t]{1,20})?(?=\S)`;
const INNER_STAMP = pattern`,?[ \t]{1,20}[–—-]?[ \t]{0,4}([[(]?${CLOCK}[\])]?)`;
const LONE_STAMP = pattern`^(?:${STAMPS})$`;
const MAX_STAMP_LENGTH = 100;

export const isStamp = (row: string): boolean => row.length <= MAX_STAMP_LENGTH && LONE_STAMP.test(row);

export const stampWithoutBrackets = (stamp: string): string => stamp.replace(/^[[(<]|[\])>]$/g, '');

/** Returns positions in UTF-16 code units. The brackets aren't part of the time. */
const stampPosition = (match: RegExpExecArray | null) =>
  match && { start: match.index, end: match.index + match[0].length, stamp: stampWithoutBrackets(match[1] ?? '') };

export const leadingStamp = (row: string) => stampPosition(LEADING_STAMP.exec(row));

export const innerStamp = (row: string) => stampPosition(INNER_STAMP.exec(row));
