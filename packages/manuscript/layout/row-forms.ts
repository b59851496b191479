// Rewrites unusual speaker notations as `NAME: words` lines.
import { wordAlternation, wordSet } from '../../../shared/rules/words/word-lists.ts';
import { isSufficient, type LayoutEvidence } from './evidence.ts';
import { directionOf } from './layout-directions.ts';
import { hasTrait, readLayoutMarks } from './layout-marks.ts';
import { isMannerOrNoise, isName, isNameList, recurringNames } from './layout-names.ts';
import { isNonName } from './layout-words.ts';
import { anyCase, pattern, withFlags } from './patterns.ts';

interface RowReading {
  /** The speaker's name, if any. For numbered lines, the number. */
  readonly name: string;
  readonly row: string;
}

/**
 * `rows` and `again` count lines and recurring names. `share` is relative to all lines; the others are relative to
 * the matching lines.
 */
type RowMeasure = 'rows' | 'share' | 'named' | 'again' | 'recurring' | 'counting';

interface RowForm {
  readonly read: (row: string, below: string) => RowReading | null;
  readonly needs: LayoutEvidence<RowMeasure>;
}

const isText = (row: string): boolean => row.trim() !== '' && directionOf(row.trim()) === null && !row.startsWith('#');
const numericOrder = new Intl.Collator('en', { numeric: true });

function rewriteRows(text: string, { read, needs }: RowForm): string {
  const rows = text.split('\n');
  const formed = rows.map((row, at) => read(row, rows[at + 1] ?? ''));
  const found = formed.filter((row) => row !== null);
  const names = found.map(({ name }) => name).filter((name) => name !== '');
  if (names.length === 0) return text;
  const again = recurringNames(names);
  const counting = names.filter((name, at) => numericOrder.compare(names[at - 1] ?? '', name) <= 0);
  const measured = {
    rows: names.length,
    share: names.length / rows.filter(isText).length,
    named: names.length / found.length,
    again: new Set(again).size,
    recurring: again.length / names.length,
    counting: counting.length / names.length,
  };
  return isSufficient(measured, [needs]) ? rows.map((row, at) => formed[at]?.row ?? row).join('\n') : text;
}

// `DIALOGUE - ANNA: Hello.`, `[Voice: Anna] Hello.`

const ROW_KIND = String.raw`${wordAlternation('row-kinds')}(?: \d{1,3})?`;
const LEADING_KIND = anyCase`^(?<before>[ \t]{0,40}[-*_>]{0,3} ?)(?<kind>${ROW_KIND}) ?(?:[-–—:：|/]|::) ?(?=\S)`;
const BRACKETED_KIND = anyCase`^(?<before>[ \t]{0,40})\[(?<kind>${ROW_KIND}) ?[-–—:：|=] ?(?<name>[^[\]\n]{1,60})\](?:[ \t]{0,4}:)?`;

function readKind(full: string, below: string): RowReading | null {
  const match = BRACKETED_KIND.exec(full) ?? LEADING_KIND.exec(full);
  if (match === null) return null;
  const { before = '', kind = '', name } = match.groups ?? {};
  const rest = full.slice(match[0].length);
  const withKind = (who: string, words: string): RowReading => ({
    name: who,
    row: `${before}${who} (${kind}):${words}`,
  });
  if (name !== undefined) return isNameList(name) ? withKind(name.trim(), ` ${rest}`) : { name: '', row: full };
  const [mark] = readLayoutMarks(rest);
  const isAbove = isNameList(rest.trim()) && below.trim() !== '' && readLayoutMarks(below)[0]?.form !== 'colon';
  if (isAbove) return withKind(rest.trim(), '');
  if (mark?.form !== 'colon') return { name: '', row: full };
  const colon = rest.search(/[:：]/);
  const named = withKind(rest.slice(0, colon), rest.slice(colon + 1));
  return directionOf(rest) === null ? named : { ...named, row: full };
}

/** `DIALOGUE - ANNA:` becomes `ANNA (DIALOGUE):`. */
export const moveKindsAfterNames = (text: string): string =>
  rewriteRows(text, { read: readKind, needs: { rows: 2, named: 0.75 } });

// `#3 Anna: Hello.`, `1.2 ANNA: Hello.`, `Line 4 – Anna: Hello.`

const SEPARATOR = String.raw`(?: ?[_–—-]{1,2} ?|[ \u3000]|(?<=[\]).:]))(?=[\p{L}*_"“„«(<[])`;
const NUMBER = anyCase`^\s{0,20}(?:${wordAlternation('row-number-labels')}[ ._-]?)?[#[(]?(\d{1,5}(?:\.\d{1,3}){0,2})[a-z]?[\])]?[.:)]?(?:${SEPARATOR}|[ \t]{0,8}\t[ \t]{0,8}(?=[^\t:]{1,60}:(?:\s|$)))`;

function readNumber(row: string): RowReading | null {
  const match = NUMBER.exec(row);
  const rest = row.slice(match?.[0].length ?? 0);
  const isNamed = ({ form }: { readonly form: Parameters<typeof hasTrait>[0] }) =>
    form === 'gap' || form === 'dash' || !hasTrait(form, 'unsigned');
  const isRow = match !== null && (directionOf(rest) !== null || readLayoutMarks(rest).some(isNamed));
  return isRow ? { name: match[1] ?? '', row: rest } : null;
}

export const removeRowNumbers = (text: string): string =>
  rewriteRows(text, { read: readNumber, needs: { rows: 3, share: 0.25, counting: 0.8 } });

/** If an expression has no `words` group, the words follow the match. */
const readPattern =
  (expressions: readonly RegExp[], accepts: (name: string, row: string) => boolean) =>
  (row: string): RowReading | null => {
    const match = expressions.map((one) => one.exec(row)).find((found) => found !== null);
    const { before = '', name = '', words } = match?.groups ?? {};
    if (!match || !accepts(name, row)) return null;
    return { name, row: `${before}${name}: ${words ?? row.slice(match[0].length)}` };
  };

const isSpeaker = (name: string): boolean => isNameList(name) && !isNonName(name) && !isMannerOrNoise(name);

/** `ANNA..... Hello.`, `Anna says: Hello.` These names recur, unlike entries in a table of contents. */
const SEPARATED_NAME_FORMS: readonly RowForm[] = [
  /^(?<before>[ \t]{0,40})(?<name>[^\n.…_]{1,60}?) ?(?:\.{4,80}|…{2,40}|_{3,80}|(?: \.){4,40}) ?(?=[^\n]{0,200}\p{L})/u,
  pattern`^(?<before>[ \t]{0,40})(?<name>[^\n:]{1,60}?) ${wordAlternation('speech-verbs-before-colons')}: ?(?=\S)`,
].map((expression) => ({ read: readPattern([expression], isName), needs: { rows: 3, share: 0.6, recurring: 0.4 } }));

export const normaliseNameSeparators = (text: string): string =>
  withLoneNames(SEPARATED_NAME_FORMS.reduce(rewriteRows, text));

const NAME = String.raw`(?<name>\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,30}){0,3})`;
const QUOTATION = '(?<words>["“”„«»][^"“”„«»]*["“”«»])';
const NAME_BESIDE_QUOTATION = [
  pattern`^[ \t]{0,40}${NAME}, ${QUOTATION}[ \t]{0,40}$`,
  pattern`^[ \t]{0,40}${QUOTATION} ?[-–—] ?${NAME}[ \t]{0,40}$`,
];
const NAME_AFTER_WORDS = /^\s{0,40}(?<words>\S.*[.!?…。！？]["”»’]?) {0,3}[([](?<name>[^()[\]]{1,40})[)\]]\s{0,40}$/u;
const isNameAfterWords = (name: string, row: string): boolean =>
  isSpeaker(name) && !readLayoutMarks(row).some(({ form }) => form === 'colon');

const QUOTATION_FORMS: readonly RowForm[] = [
  { read: readPattern(NAME_BESIDE_QUOTATION, isName), needs: { rows: 4, share: 0.75, again: 2, recurring: 0.75 } },
  {
    read: readPattern([NAME_AFTER_WORDS], isNameAfterWords),
    needs: { rows: 4, share: 0.9, again: 2, recurring: 0.75 },
  },
];

export const moveNamesBeforeQuotations = (text: string): string => QUOTATION_FORMS.reduce(rewriteRows, text);

const BEFORE_COLON = /^[ \t]{0,20}(\p{L}[^\n:()]{0,60}?) ?(?:\([^()\n]{0,60}\))?:(?=\s|$)/u;
const LONE_NAME = /^[ \t]{0,40}(\p{Lu}[\p{Lu}\p{M}\p{Nd} .'’-]{0,60})$/u;
/** Requires fewer names alone on their lines than names with a colon. */
const MIN_COLONS = 3;

function withLoneNames(text: string): string {
  const rows = text.split('\n');
  const marked = rows.flatMap((row) => BEFORE_COLON.exec(row)?.[1] ?? []).filter(isName);
  const names = new Set(marked.map((name) => name.toUpperCase()));
  if (marked.length < MIN_COLONS || names.size < 2) return text;
  const isBlank = (at: number) => (rows[at] ?? '').trim() === '';
  const isLone = (row: string, at: number): boolean =>
    isBlank(at - 1) && !isBlank(at + 1) && names.has(LONE_NAME.exec(row)?.[1] ?? '');
  const lone = rows.filter(isLone).length;
  if (lone === 0 || lone >= marked.length) return text;
  return rows.map((row, at) => (isLone(row, at) ? `${row.trimEnd()}:` : row)).join('\n');
}

// Several speeches in a row: `[ANNA] "Hi." [NARRATOR] she said.`, `ANNA: Hi. BEN: Yes.`

interface NameMatch {
  readonly index: number;
  readonly name: string;
  readonly isFirst: boolean;
  readonly next: string;
}

const namesIn = (text: string, expression: RegExp): NameMatch[] =>
  Array.from(text.matchAll(expression), ({ index, groups }) => {
    const { first, name = '', next = '' } = groups ?? {};
    return { index, name, isFirst: first !== undefined, next };
  });

function splitAtNames(text: string, names: readonly NameMatch[]): string {
  const starts = [0, ...names.map(({ index }) => index)];
  return starts.map((start, at) => text.slice(start, starts[at + 1])).join('\n');
}

const TAG = /(?:(?<first>^[ \t]*)|)\[(?<name>[^[\]\n]{1,40})\](?:(?=[ \t]{1,4}(?<next>\S))|(?=[ \t]|$))/gmu;
const NARRATORS: ReadonlySet<string> = wordSet('narrators');

/**
 * Splits at a tag if the same tag starts another line, names the narrator or precedes a quotation. All other tags are
 * directions.
 */
export function splitAtInlineTags(text: string): string {
  const tags = namesIn(text, TAG);
  const known = tags.filter(({ isFirst, name }) => isFirst && isSpeaker(name)).map(({ name }) => name);
  if (known.length < 2) return text;
  const names = new Set(known);
  const isMeant = ({ name, next }: NameMatch): boolean =>
    names.has(name) || NARRATORS.has(name.toUpperCase()) || (/["“„«‘]/.test(next) && isSpeaker(name));
  return splitAtNames(
    text,
    tags.filter((tag) => !tag.isFirst && !['', '='].includes(tag.next) && isMeant(tag)),
  );
}

const BRACKET = String.raw`[[(][^()[\]\n]{1,60}[\])][ \t]{1,4}`;
const AFTER_SENTENCE = String.raw`[.!?…][)"”»*]?[ \t]{1,4}(?:${BRACKET})?`;
const NAME_WORD = String.raw`\p{Lu}[\p{L}\p{M}\p{Nd}'’-]{0,20}`;
const NAME_WORDS = String.raw`(?<name>${NAME_WORD}\.?(?: ${NAME_WORD}){0,2})(?: ?\([^()\n]{1,40}\))?`;
const NAME_BEFORE_COLON = withFlags(
  'gmu',
)`(?=\p{Lu})(?<=(?<first>^[ \t]{0,40})|${AFTER_SENTENCE})${NAME_WORDS}:(?=[ \t]\S)`;
const MIN_INNER_SHARE = 0.25;
const MAX_INNER_SHARE = 0.5;

/**
 * The rarer names inside lines are, the more evidence is required: capitals, recurrence, or names at the start of
 * lines.
 */
export function splitAtInlineNames(text: string): string {
  const isInRow = ({ index, isFirst }: NameMatch, before: NameMatch | undefined): boolean =>
    isFirst || (before !== undefined && !text.slice(before.index, index).includes('\n'));
  const names = namesIn(text, NAME_BEFORE_COLON)
    .filter(({ name }) => isSpeaker(name))
    .filter((name, at, all) => isInRow(name, all[at - 1]));
  const first = new Set(names.filter(({ isFirst }) => isFirst).map(({ name }) => name));
  const again = new Set(recurringNames(names.map(({ name }) => name)));
  const share = names.filter(({ isFirst }) => !isFirst).length / names.length;
  const isMeant = ({ name, isFirst }: NameMatch): boolean => {
    const isOften = share >= (/\p{Ll}/u.test(name) ? MAX_INNER_SHARE : MIN_INNER_SHARE);
    const isKnown = again.has(name) && first.has(name) && (share >= MIN_INNER_SHARE || !/\p{Ll}/u.test(name));
    return !isFirst && (isKnown || (isOften && (again.has(name) || !/\p{Ll}/u.test(name))));
  };
  const parted = first.size === 0 ? text : splitAtNames(text, names.filter(isMeant));
  return parted === text ? text : parted.replace(/(?<=\S)[ \t]+$/gmu, '');
}
