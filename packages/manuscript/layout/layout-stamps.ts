// Times beside the names of speakers: `00:12`, `[1m12s]`, `12/03/24, 14:22`.
import { pattern } from './patterns.ts';

const DATE = String.raw`(?:(?:Today|Yesterday)(?: at)? |\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?[ \t]{1,2})?`;
const DIGITS = String.raw`(?:\d{1,2}:\d{1,2}:\d{1,2}|\d{1,2}:\d{2})(?:[.,:]\d{1,3})?`;
const CLOCK_ENDING = String.raw`(?:[ \u202f]?[AaPp]\.?[Mm]\b\.?)?(?: ?(?:h|hrs?|mins?|Uhr)\b\.?)?`;
/** A time, behind a date where messages were exported. */
const CLOCK = `${DATE}${DIGITS}${CLOCK_ENDING}`;
const HOURS = String.raw`(?:\d{1,2} ?h(?:rs?)?\.?,? ?)?`;
const MINUTES = String.raw`\d{1,3} ?m(?:ins?)?\.?`;
const SECONDS = String.raw`(?:[.,]\d{1,3})? ?s(?:ecs?|ek)?\.?`;
const PRIMES = String.raw`\d{1,3}['’′] ?\d{1,2}(?:["”″]|['’′]{2})`;
/** A time in units, which is one only in brackets: `[1m12s]`, `(1 min 15 s)`, `[1'12"]`. */
const UNITS = String.raw`${HOURS}(?:${MINUTES},? ?\d{1,2}${SECONDS}|${MINUTES}|\d{1,3}${SECONDS}|${PRIMES})`;
const TO = String.raw`[ \t]{0,4}(?:-->|[–—-])[ \t]{0,4}`;
const RANGE = `${CLOCK}(?:${TO}${CLOCK})?`;
const STAMPS = String.raw`[[(<]${RANGE}[\])>]|${RANGE}|[[(<]${UNITS}(?:${TO}${UNITS})?[\])>]`;
const FIRST = pattern`^(${STAMPS})[ \t]{0,20}(?:[|–—-][ \t]{1,20})?(?=\S)`;
const INSIDE = pattern`,?[ \t]{1,20}[–—-]?[ \t]{0,4}([[(]?${CLOCK}[\])]?)`;
const ALONE = pattern`^(?:${STAMPS})$`;
const LONGEST = 100;

/** Whether a row is nothing but a time, or two. */
export const isStamp = (row: string): boolean => row.length <= LONGEST && ALONE.test(row);

/** A time without the brackets around it. */
export const plainStamp = (stamp: string): string => stamp.replace(/^[[(<]|[\])>]$/g, '');

interface StampPlace {
  /** In UTF-16 code units of the row. */
  readonly start: number;
  readonly end: number;
  /** Without brackets. */
  readonly stamp: string;
}

const placeOf = (match: RegExpExecArray | null): StampPlace | null =>
  match && { start: match.index, end: match.index + match[0].length, stamp: plainStamp(match[1] ?? '') };

/** The time that a row begins with, with what parts it from the rest; null where none does. */
export const stampFirst = (row: string): StampPlace | null => placeOf(FIRST.exec(row));

/** The first time behind other words of a row; null where there is none. */
export const stampInside = (row: string): StampPlace | null => placeOf(INSIDE.exec(row));
