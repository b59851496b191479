// Times in lists of corrections, as people and programs write them.

export interface PickupTime {
  /** Possible start times in seconds, most likely first. */
  readonly times: readonly number[];
  readonly endSeconds: number | null;
}

interface FoundTime extends PickupTime {
  /** In UTF-16 code units. */
  readonly from: number;
  readonly to: number;
}

/** `12:34`, `1:02:03.5` and, with frames, `00:12:34:15`. */
const CLOCK = String.raw`\d{1,3}:[0-5]?\d(?::[0-5]\d(?:[:;]\d{2}(?!\d))?)?(?:[.,]\d{1,3})?`;
const HOURS = String.raw`\d{1,3}\s?(?:hours?|hrs?|std|h)\.?\s?`;
const MINUTES = String.raw`\d{1,4}\s?(?:minutes?|minuten?|mins?|m|['’′])\.?\s?`;
const SECONDS = String.raw`\d{1,6}(?:[.,]\d{1,3})?\s?(?:seconds?|sekunden?|secs?|sek|s|["”″]|'')`;
/** `754s`, `12m34s` and `12'34"`. */
const UNITS = `(?:(?:${HOURS})(?:${MINUTES})?(?:${SECONDS})?|(?:${MINUTES})(?:${SECONDS})|${SECONDS})`;
const TIME = `(?:${CLOCK}|${UNITS})`;
const UNTIL = String.raw`\s*(?:-|–|—|→|->|to|until|bis|～|~)\s*`;
const RANGE = `(${TIME})(?:${UNTIL}(${TIME}))?`;
const IN_TEXT = new RegExp(String.raw`(?<![\p{L}\p{N}:.])${RANGE}(?![\p{L}\p{N}])`, 'iu');
const WHOLE = new RegExp(String.raw`^[@~]?\s*${RANGE}$`, 'iu');
const IN_BRACKETS = /^\[([^[\]]*)\]$|^\(([^()]*)\)$/;
/** Minutes alone are too ambiguous within text. */
const WHOLE_MINUTES = new RegExp(`^(${MINUTES})$`, 'iu');
const NUMBER = /^\d{1,6}(?:[.,]\d{1,20})?$/;

/** Reads a cell that contains nothing but a time, a range, or a number of seconds. Returns null for other text. */
export function readTime(cell: string): PickupTime | null {
  const inside = IN_BRACKETS.exec(cell.trim());
  const text = (inside?.[1] ?? inside?.[2] ?? cell).trim();
  if (NUMBER.test(text)) return { times: numberTimes(text), endSeconds: null };
  const [, start, end] = WHOLE.exec(text) ?? WHOLE_MINUTES.exec(text) ?? [];
  return start === undefined ? null : timeOf(start, end);
}

/** Finds the first time in a text. */
export function findTime(text: string): FoundTime | null {
  const match = IN_TEXT.exec(text);
  const start = match?.[1];
  return match && start !== undefined
    ? { ...timeOf(start, match[2]), from: match.index, to: match.index + match[0].length }
    : null;
}

function timeOf(start: string, end: string | undefined): PickupTime {
  const times = secondsOf(start);
  const [first = 0] = times;
  const endSeconds = end === undefined ? null : (secondsOf(end)[0] ?? null);
  return { times, endSeconds: endSeconds !== null && endSeconds >= first ? endSeconds : null };
}

const SECONDS_PER_DAY = 86_400;

/** Spreadsheets store times as fractions of a day, and take 12:34 for hours and minutes. */
function numberTimes(text: string): number[] {
  const value = Number(text.replace(',', '.'));
  const decimals = text.split(/[.,]/)[1] ?? '';
  if (decimals.length > 4) return [value * SECONDS_PER_DAY, (value * SECONDS_PER_DAY) / 60, value];
  // Some people write 12.34 for 12 minutes and 34 seconds.
  return /^[0-5]\d$/.test(decimals) ? [value, Math.trunc(value) * 60 + Number(decimals)] : [value];
}

function secondsOf(text: string): number[] {
  if (!/^\d{1,3}:/.test(text)) return [unitSeconds(text)];
  const [clock = '', fraction = '0'] = text.split(/[.,]/);
  const [first = 0, second = 0, third] = clock.split(/[:;]/).map(Number);
  const part = Number(`0.${fraction}`);
  if (third === undefined) return [first * 60 + second + part];
  const whole = first * 3_600 + second * 60 + third + part;
  // Spreadsheets make 12:34:00 of 12:34, and some programs write 12:34:15 for frame 15.
  return first === 0 ? [whole] : [whole, first * 60 + second];
}

function unitSeconds(text: string): number {
  const amount = (pattern: RegExp): number => Number((pattern.exec(text)?.[1] ?? '0').replace(',', '.'));
  const hours = amount(/(?<!\d)(\d{1,6})\s?(?:h|std)/i);
  const minutes = amount(/(?<!\d)(\d{1,6})\s?(?:m|['’′](?!'))/i);
  const seconds = amount(/(?<![\d.,])(\d{1,6}(?:[.,]\d{1,6})?)\s?(?:s(?!td)|["”″]|'')/i);
  return hours * 3_600 + minutes * 60 + seconds;
}
