import { bracketRanges } from '../../../shared/rules/brackets.ts';
import { truncateToBytes } from '../../../shared/rules/export/safe-name.ts';
import { MAX_ROLE_NAME_LENGTH } from '../../../shared/rules/role-marks.ts';
import { normaliseRoleName } from '../../../shared/rules/role-names.ts';
import { wordAlternation, wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { isSoundName, isSoundRow } from '../layout/layout-directions.ts';
import { createNameSeparator } from '../layout/listed-names.ts';
import { readHeading } from '../sections/prose-headings.ts';

const IN_SQUARE_BRACKETS = /^\[[^[\]]*\]$/;
/** Characters that an uppercase role mark can't contain. */
const INVALID_IN_MARK = /[^\p{Lu}\p{Nd}\p{M} .'’\-&/]+/gu;

const VOICE_LOCATION =
  /^(?:V\.? ?O\.?|O\.? ?S\.?|O\.? ?C\.?|CONT(?:['’]?D|INUED|INUING|\.)?|MORE|OFF|PRE-?LAP|SUBTITLED?|W\/O)$/i;
/** Returns whether the words give a voice location, such as `V.O.`, rather than a delivery note. */
export const isVoiceLocation = (words: string): boolean => VOICE_LOCATION.test(words.trim());

/** Returns whether a name is a label for a direction, such as the name of a sound. */
export const isNonRole = (name: string): boolean => isSoundName(normaliseRoleName(name).toUpperCase());

/** Returns the text if the line is in brackets or names a sound; otherwise null. */
export function directionOf(row: string): string | null {
  const words = row.trim();
  if (IN_SQUARE_BRACKETS.test(words)) return words.slice(1, -1).trim();
  if (words.startsWith('(')) {
    const ranges = bracketRanges(words);
    const between = ranges.map(({ end }, at) => words.slice(end, ranges[at + 1]?.start));
    if (ranges[0]?.start === 0 && between.every((part) => part.trim() === '')) {
      return ranges.map(({ start, end }) => words.slice(start + 1, end - 1).trim()).join(' ');
    }
  }
  return isSoundRow(words) ? words : null;
}

const DOUBLE_BRACKETS = /(?<![\p{L}\p{N},;][ \t]{0,4})\[\[([^[\]]*)\]\]/gu;
/** Excludes links: `[words](https://…)`. */
const SQUARE_BRACKETS = /(?<!\[)\[([^[\]]*)\](?!\]|\((?:[a-z]{2,20}:|\.{0,2}\/|#)[^()\s])/g;

/** Replaces square brackets around directions with round brackets, which are not read aloud. */
export const silenceBrackets = (words: string): string =>
  words.replace(DOUBLE_BRACKETS, '($1)').replace(SQUARE_BRACKETS, '($1)');

const NUMBER = String.raw`(?:[IVXLC]{1,7}|\d{1,4}|${wordAlternation('numbers-of-parts')})`;
const PART_TITLE = wordPattern('^', 'numbered-parts', String.raw`\s+${NUMBER}(?:\s?[:.–—-].{0,80})?$`, 'iu');

/** `Act I`, `Episode 3: The Flat` */
export const isPartTitle = (row: string): boolean =>
  PART_TITLE.test(row) || readHeading({ rows: [row] })?.bare === true;

/**
 * Normalises a name: `Guard #1` becomes `GUARD 1`. A name without letters becomes empty. `allNames` shows whether
 * `Smith, Ada` is one name. If two names are the same after shortening, the later ones are numbered.
 */
export function createRoleReader(allNames: Iterable<string>): (name: string) => string {
  const separated = createNameSeparator(Array.from(allNames, withoutLocations));
  const shortened = createShortener();
  return (name) => {
    const bare = withoutLocations(name).toUpperCase();
    const written = normaliseRoleName(separated(bare));
    const capitals = written
      .replace(INVALID_IN_MARK, ' ')
      .replace(/ {2,}/g, ' ')
      .replace(/^[^\p{Lu}\p{Nd}]+/u, '');
    const whole = normaliseRoleName(bare);
    const isWhole = /\p{Lu}/u.test(capitals) && lettersOf(capitals) === lettersOf(written);
    if (isWhole) return shortened(capitals).replace(/(?<![&/ -])[&/ -]+$/, '');
    return /\p{L}/u.test(whole) ? shortened(whole).trim() : '';
  };
}

/** Shortens names, and keeps names apart that are the same up to the limit. */
function createShortener(): (name: string) => string {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const truncated = (name: string, most: number) => truncateToBytes(name, 3 * MAX_ROLE_NAME_LENGTH, most);
  return (name) => {
    const short = truncated(name, MAX_ROLE_NAME_LENGTH);
    if (short === name) return name;
    const known = names.get(name);
    if (known !== undefined) return known;
    let unique = short;
    for (let number = 2; taken.has(unique); number += 1) {
      unique = `${truncated(name, MAX_ROLE_NAME_LENGTH - 1 - `${number}`.length).trimEnd()} ${number}`;
    }
    taken.add(unique);
    names.set(name, unique);
    return unique;
  };
}

/** The field of a speech block whose role's name had to be shortened. */
export const longNameField = (name: string): { readonly longName?: string } =>
  name.trim().length > MAX_ROLE_NAME_LENGTH ? { longName: name.trim() } : {};

const withoutLocations = (name: string): string =>
  name
    .replace(/\(([^()]{1,30})\)/g, (group, words: string) => (isVoiceLocation(words) ? ' ' : group))
    .replace(/[:：]/g, ' ');

const lettersOf = (name: string): string => name.replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
