// Scripts whose rows name who speaks in a form of their own, with a colon behind each name and a row for each speech.
import { anyWordOf, wordSet } from '../../../shared/rules/words/word-lists.ts';
import { directionOf } from './layout-directions.ts';
import { hasTrait, readLayoutMarks } from './layout-marks.ts';
import { countsOf, isMannerOrNoise, isNameList, isName as mayBeName, recurringIn } from './layout-names.ts';
import { isNoName } from './layout-words.ts';
import { anyCase, pattern, withFlags } from './patterns.ts';

/** A row as it is to be. */
interface FormedRow {
  /** Who speaks; empty where nobody does. In numbered rows, the number. */
  readonly name: string;
  readonly row: string;
}

/** A form of rows, and what it takes for a text to be in it. */
interface RowForm {
  readonly read: (row: string, below: string) => FormedRow | null;
  /** Fewer rows tell nothing. */
  readonly least: number;
  /** Of the rows that are filled and no directions, this part is in the form. */
  readonly share: number;
  /** Whether the names, in the order of their rows, are those of a script. */
  readonly areSpeakers?: (names: readonly string[]) => boolean;
}

/** Of the rows in a form, this part has a name. */
const NAMED_SHARE = 0.75;
const isWords = (row: string): boolean => row.trim() !== '' && directionOf(row.trim()) === null && !row.startsWith('#');

/** The rows of a text as a form has them; any text that is not in it as it is. */
function rewritten(text: string, { read, least, share, areSpeakers }: RowForm): string {
  const rows = text.split('\n');
  const formed = rows.map((row, at) => read(row, rows[at + 1] ?? ''));
  const found = formed.filter((row) => row !== null);
  const names = found.map(({ name }) => name).filter((name) => name !== '');
  if (names.length < least || names.length < found.length * NAMED_SHARE) return text;
  if (names.length < rows.filter(isWords).length * share || areSpeakers?.(names) === false) return text;
  return rows.map((row, at) => formed[at]?.row ?? row).join('\n');
}

/** Whether so many names come again, in this part of the rows. */
const recurIn = (least: number, share: number) => (names: readonly string[]) => {
  const again = recurringIn(names);
  return new Set(again).size >= least && again.length >= share * names.length;
};

// What is said of a row before its name: `DIALOGUE - ANNA: Hello.`, `[Voice: Anna] Hello.`

const KIND = String.raw`${anyWordOf('row-kinds')}(?: \d{1,3})?`;
const KIND_FIRST = anyCase`^(?<before>[ \t]{0,40}[-*_>]{0,3} ?)(?<kind>${KIND}) ?(?:[-–—:：|/]|::) ?(?=\S)`;
const KIND_IN_BRACKET = anyCase`^(?<before>[ \t]{0,40})\[(?<kind>${KIND}) ?[-–—:：|=] ?(?<name>[^[\]\n]{1,60})\](?:[ \t]{0,4}:)?`;

function readKind(full: string, below: string): FormedRow | null {
  const match = KIND_IN_BRACKET.exec(full) ?? KIND_FIRST.exec(full);
  if (match === null) return null;
  const { before = '', kind = '', name } = match.groups ?? {};
  const rest = full.slice(match[0].length);
  const withKind = (who: string, words: string): FormedRow => ({
    name: who,
    row: `${before}${who} (${kind}):${words}`,
  });
  if (name !== undefined) return isNameList(name) ? withKind(name.trim(), ` ${rest}`) : { name: '', row: full };
  const [mark] = readLayoutMarks(rest);
  // `VOICE: ANNA` above its words
  const isAbove = isNameList(rest.trim()) && below.trim() !== '' && readLayoutMarks(below)[0]?.form !== 'colon';
  if (isAbove) return withKind(rest.trim(), '');
  if (mark?.form !== 'colon') return { name: '', row: full };
  const colon = rest.search(/[:：]/);
  const named = withKind(rest.slice(0, colon), rest.slice(colon + 1));
  return directionOf(rest) === null ? named : { ...named, row: full };
}

/** A text with the kinds of its rows behind the names; any other as it is. */
export const withKindsBehindNames = (text: string): string => rewritten(text, { read: readKind, least: 2, share: 0 });

// Numbers before rows: `#3 Anna: Hello.`, `1.2 ANNA: Hello.`, `Line 4 – Anna: Hello.`

/** What separates a number from its row, before a letter or the signs that speeches begin with. */
const SEPARATOR = String.raw`(?: ?[_–—-]{1,2} ?|[ \u3000]|(?<=[\]).:]))(?=[\p{L}*_"“„«(<[])`;
/** A number with what separates it from the row; or with a tab before a name with its colon: `2	MARA: Who is there?` */
const NUMBER = anyCase`^\s{0,20}(?:${anyWordOf('row-number-labels')}[ ._-]?)?[#[(]?(\d{1,5}(?:\.\d{1,3}){0,2})[a-z]?[\])]?[.:)]?(?:${SEPARATOR}|[ \t]{0,8}\t[ \t]{0,8}(?=[^\t:]{1,60}:(?:\s|$)))`;

function readNumber(row: string): FormedRow | null {
  const match = NUMBER.exec(row);
  const rest = row.slice(match?.[0].length ?? 0);
  const isNamed = ({ form }: { readonly form: Parameters<typeof hasTrait>[0] }) =>
    form === 'gap' || form === 'dash' || !hasTrait(form, 'unsigned');
  const isRow = match !== null && (directionOf(rest) !== null || readLayoutMarks(rest).some(isNamed));
  return isRow ? { name: match[1] ?? '', row: rest } : null;
}

/** Of numbers, this part counts up: `1.10` comes behind `1.9`. */
const COUNTING_SHARE = 0.8;
const inOrder = new Intl.Collator('en', { numeric: true });
const countUp = (numbers: readonly string[]): boolean =>
  numbers.filter((number, at) => inOrder.compare(numbers[at - 1] ?? '', number) <= 0).length >=
  numbers.length * COUNTING_SHARE;

/** A text without the numbers before its rows, where names or directions follow; any other as it is. */
export const withoutRowNumbers = (text: string): string =>
  rewritten(text, { read: readNumber, least: 3, share: 0.25, areSpeakers: countUp });

// Names that dots or a verb set off from words: `ANNA..... Hello.`, `Anna says: Hello.`

const NAMES_SET_OFF: readonly RegExp[] = [
  /^([ \t]{0,40})([^\n.…_]{1,60}?) ?(?:\.{4,80}|…{2,40}|_{3,80}|(?: \.){4,40}) ?(?=[^\n]{0,200}\p{L})/u,
  pattern`^([ \t]{0,40})([^\n:]{1,60}?) ${anyWordOf('speech-verbs-before-colons')}: ?(?=\S)`,
];

/** A text with a colon behind its names; any other as it is. */
export function withNamesSetOff(text: string): string {
  const readBy = (set: RegExp) => (row: string) => {
    const [whole, before = '', name = ''] = set.exec(row) ?? [];
    return whole === undefined || !mayBeName(name)
      ? null
      : { name, row: `${before}${name}: ${row.slice(whole.length)}` };
  };
  // A table of contents has leaders too, but other words before each.
  const form = { least: 3, share: 0.6, areSpeakers: recurIn(1, 0.4) };
  return withLoneNames(NAMES_SET_OFF.reduce((done, set) => rewritten(done, { ...form, read: readBy(set) }), text));
}

const BEFORE_COLON = /^[ \t]{0,20}(\p{L}[^\n:()]{0,60}?) ?(?:\([^()\n]{0,60}\))?:(?=\s|$)/u;
const ALONE = /^[ \t]{0,40}(\p{Lu}[\p{Lu}\p{M}\p{Nd} .'’-]{0,60})$/u;
/** At least this many rows have a name with a colon; names that stand alone have to be fewer. */
const LEAST_COLONS = 3;

/** Where names have colons, one of them in capitals alone above its words has its colon, too. */
function withLoneNames(text: string): string {
  const rows = text.split('\n');
  const marked = rows.flatMap((row) => BEFORE_COLON.exec(row)?.[1] ?? []).filter(mayBeName);
  const names = new Set(marked.map((name) => name.toUpperCase()));
  if (marked.length < LEAST_COLONS || names.size < 2) return text;
  const isBlank = (at: number) => (rows[at] ?? '').trim() === '';
  const isLone = (row: string, at: number): boolean =>
    isBlank(at - 1) && !isBlank(at + 1) && names.has(ALONE.exec(row)?.[1] ?? '');
  const written = rows.map((row, at) => (isLone(row, at) ? `${row.trimEnd()}:` : row));
  return written.filter((row, at) => row !== rows[at]).length < marked.length ? written.join('\n') : text;
}

// Names beside quotations, or in brackets behind words: `Anna, "Come in."`, `"Come in." – Anna`, `Come in. (Anna)`

const NAME = String.raw`(?<name>\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,30}){0,3})`;
const QUOTATION = '(?<words>["“”„«»][^"“”„«»]*["“”«»])';
const NAME_FIRST = pattern`^${NAME}, ${QUOTATION}$`;
const NAME_LAST = pattern`^${QUOTATION} ?[-–—] ?${NAME}$`;
const BRACKET_LAST = /^(?<words>\S.*[.!?…。！？]["”»’]?) {0,3}[([](?<name>[^()[\]]{1,40})[)\]]$/u;

const isSpeaker = (name: string): boolean => isNameList(name) && !isNoName(name) && !isMannerOrNoise(name);

function readQuoted(row: string): FormedRow | null {
  const { name, words } = (NAME_FIRST.exec(row.trim()) ?? NAME_LAST.exec(row.trim()))?.groups ?? {};
  return name === undefined ? null : { name, row: `${name}: ${words}` };
}

function readNameBehind(row: string): FormedRow | null {
  const { name = '', words } = (/[)\]]\s*$/.test(row) ? BRACKET_LAST.exec(row.trim())?.groups : null) ?? {};
  const isSpeech = isSpeaker(name) && !readLayoutMarks(row).some(({ form }) => form === 'colon');
  return isSpeech ? { name, row: `${name}: ${words}` } : null;
}

/** A text with a colon behind each name, before its words. Mottoes with their authors, of whom hardly one comes again, stay as they are. */
export function withNamesBeforeQuotations(text: string): string {
  const form = { least: 4, areSpeakers: recurIn(2, 0.75) };
  const quoted = rewritten(text, { ...form, read: readQuoted, share: 0.75 });
  return quoted === text ? rewritten(text, { ...form, read: readNameBehind, share: 0.9 }) : quoted;
}

// Several speeches in a row: `[ANNA] "Hi." [NARRATOR] she said.`, `ANNA: Hi. BEN: Yes.`

/** A text with a new row at each of these places, in UTF-16 code units. */
function partedAt(text: string, places: readonly number[]): string {
  const ends = [...places, text.length];
  return [0, ...places].map((start, at) => text.slice(start, ends[at])).join('\n');
}

const TAG = /(?:(?<first>^[ \t]*)|)\[(?<name>[^[\]\n]{1,40})\](?:(?=[ \t]{1,4}(?<next>\S))|(?=[ \t]|$))/gmu;
const QUOTED = /["“„«‘]/;
/** The narrator need not begin a row of a script: `[MARA] "Hi." [NARRATOR] she said.` */
const NARRATORS: ReadonlySet<string> = wordSet('narrators');

/**
 * A text with a row of its own for each such speech; any other as it is. Behind the start of a row, only what begins other rows is a
 * name, the narrator, or what a quotation follows: all else in square brackets is a direction.
 */
export function withTagsInRows(text: string): string {
  const tags = Array.from(text.matchAll(TAG), ({ index, groups = {} }) => ({ index, ...groups }) as FoundTag);
  const known = tags.filter(({ first, name }) => first !== undefined && isSpeaker(name)).map(({ name }) => name);
  // Fewer tell nothing.
  if (known.length < 2) return text;
  const names = new Set(known);
  const isMeant = ({ name, next }: FoundTag): boolean =>
    names.has(name) || NARRATORS.has(name.toUpperCase()) || (QUOTED.test(next ?? '') && isSpeaker(name));
  // `[A] = Anna`
  const amid = tags.filter(
    (tag) => tag.first === undefined && tag.next !== undefined && tag.next !== '=' && isMeant(tag),
  );
  return partedAt(
    text,
    amid.map(({ index }) => index),
  );
}

interface FoundTag {
  readonly index: number;
  /** The start of a row before it. */
  readonly first?: string;
  readonly name: string;
  /** The character behind it. */
  readonly next?: string;
}

const BRACKET = String.raw`[[(][^()[\]\n]{1,60}[\])][ \t]{1,4}`;
const BEHIND_SENTENCE = String.raw`[.!?…][)"”»*]?[ \t]{1,4}(?:${BRACKET})?`;
const NAME_WORD = String.raw`\p{Lu}[\p{L}\p{M}\p{Nd}'’-]{0,20}`;
const NAME_WORDS = String.raw`${NAME_WORD}\.?(?: ${NAME_WORD}){0,2}`;
/** A name before a colon, at the start of a row or behind a sentence. */
const COLON = withFlags(
  'gmu',
)`(?=\p{Lu})(?<=(^[ \t]{0,40})|${BEHIND_SENTENCE})(${NAME_WORDS})(?: ?\([^()\n]{1,40}\))?:(?=[ \t]\S)`;
/** The share of names that stand amid rows: below the first they may be words, from the second on they need not begin rows. */
const LEAST_AMID = 0.25;
const MOST_AMID = 0.5;

/**
 * A text with a row of its own for each speech behind a name and a colon; any other as it is. The fewer names stand amid rows, the
 * more it takes: that a name is in capitals, comes again and begins rows, too.
 */
export function withNamesInRows(text: string): string {
  const found = Array.from(text.matchAll(COLON), ({ index, 1: first, 2: name = '' }) => ({
    index,
    name,
    isFirst: first !== undefined,
  }));
  const names = found
    .filter(({ name }) => isSpeaker(name))
    // A row with several begins with one.
    .filter(
      ({ index, isFirst }, at, all) => isFirst || (at > 0 && !text.slice(all[at - 1]?.index, index).includes('\n')),
    );
  const amid = names.filter(({ isFirst }) => !isFirst);
  const counts = countsOf(names.map(({ name }) => name));
  const first = new Set(names.filter(({ isFirst }) => isFirst).map(({ name }) => name));
  if (amid.length === 0 || first.size === 0) return text;
  const share = amid.length / names.length;
  const isMeant = ({ name }: { readonly name: string }): boolean => {
    const again = (counts.get(name) ?? 0) > 1;
    if (!/\p{Ll}/u.test(name)) return share >= LEAST_AMID || (again && first.has(name));
    return again && (share >= MOST_AMID || (share >= LEAST_AMID && first.has(name)));
  };
  const parted = partedAt(
    text,
    amid.filter(isMeant).map(({ index }) => index),
  );
  return parted === text ? text : parted.replace(/(?<=\S)[ \t]+$/gmu, '');
}
