// Which layout a script has: in what form names stand before their words, and which names those are.

import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { leadingPauses } from '../../../shared/rules/pauses.ts';
import { readCapitals } from '../../../shared/rules/role-marks.ts';
import { isPartOfPlay } from '../sections/prose-headings.ts';
import { directionOf, isSoundRow } from './layout-directions.ts';
import { type LayoutMark, type MarkForm, readLayoutMarks, withoutStamp } from './layout-marks.ts';
import { isStamp } from './layout-stamps.ts';
import { GOES_ON_ROW, isPageNumber, isPart, isPlace, isRole, isTransition, PANEL, TITLED } from './layout-words.ts';
import { productionHeads } from './production-heads.ts';

/** A row of a text, with what its start may be. */
export interface LayoutRow {
  readonly full: string;
  /** Without white space around it. */
  readonly text: string;
  readonly isBlank: boolean;
  /** Whether a blank row, a heading or nothing stands above it. */
  readonly isFirst: boolean;
  /** Whether it says what is made and by whom, at the head of a script. */
  readonly isHead: boolean;
  /** Whether it is the name of an act, a scene or a chapter. */
  readonly isPart: boolean;
  /** Whether a row of words stands directly below it. */
  readonly hasBelow: boolean;
  readonly marks: readonly LayoutMark[];
}

/** Surest first: of two forms that explain as many rows, the earlier is meant. */
const FORMS: readonly MarkForm[] = [
  ...([
    'colon',
    'bold',
    'angle',
    'square',
    'corner',
    'dash',
    'stop',
    'gap',
    'above',
    'stopped',
    'round',
    'small',
    'sentence',
  ] as const),
];
/** Forms in which a name that comes only once is one for sure, since nothing else looks so. */
const SURE: ReadonlySet<MarkForm> = new Set(['colon', 'bold', 'angle', 'corner']);
/** Forms that words have, too. */
const DOUBTFUL: ReadonlySet<MarkForm> = new Set(['stopped', 'round', 'small', 'sentence']);
/** Forms in which a known name is one, whatever the others use. */
const BESIDE_OTHERS: ReadonlySet<MarkForm> = new Set(['bold', 'angle', 'square']);

/** Forms in which a name that comes only once is one where all rows have names. */
const BEFORE_WORDS: ReadonlySet<MarkForm> = new Set(['dash', 'square']);

/** What part of the paragraphs have a mark: at least of a script, of what looks like a book, and to trust single names. */
const LEAST_SHARE = 0.25;
const BOOK_SHARE = 0.5;
const TRUSTED_SHARE = 0.5;
const MOSTLY_CAPITALS = 0.7;
/** Where next to all rows have names. */
const ALL_SHARE = 0.9;
/** Of marks in a sure form. */
const SURE_SHARE = 0.8;
/** Columns that a screenplay sets names in before their words. */
const SET_IN = 4;
/** Rows with names that recur: at least of a script, of what looks like a book. */
const LEAST_RECURRING = 2;
const BOOK_RECURRING = 6;
/** The same where hardly a row is without a name. */
const SHORT_RECURRING = 4;

/** The blank row of a quotation, or the end of a block, in Markdown. */
const EMPTY = /^[ \t]*(?:>{1,3}|`{3,6}\w{0,12})[ \t]*$/;

/** The rows of a text, whose rows end at `\n`. */
export function readRows(text: string): LayoutRow[] {
  const bare = text
    .split('\n')
    .map((full) => (EMPTY.test(full) ? { full: '', text: '' } : { full, text: full.trim() }));
  const joined = withNamesBeside(withStampsBeside(bare)).map((row) => ({ ...row, isBlank: row.text === '' }));
  const heads = productionHeads(joined);
  let isFirst = true;
  return joined.map(({ full, text: trimmed, isBlank }, index) => {
    const isHead = heads.has(index);
    const isAPart = !isBlank && !isHead && (isFirst || isInCapitals(trimmed)) && isPart(trimmed);
    const isName = !(isBlank || isHead || isAPart || isSoundRow(trimmed));
    const marks = isName ? readLayoutMarks(full) : [];
    const row = {
      full,
      text: trimmed,
      isBlank,
      isFirst,
      isHead,
      isPart: isAPart,
      hasBelow: (joined[index + 1]?.text ?? '') !== '',
      marks,
    };
    isFirst = isBlank || isHead || isAPart || isHeadingRow(trimmed);
    return row;
  });
}

const isInCapitals = (text: string): boolean =>
  /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text.split(/[.:–—-]/, 1)[0] ?? '');

/** Rows, of which one that is nothing but a time goes with the next one. */
function withStampsBeside<Row extends { readonly text: string }>(rows: readonly (Row & { full: string })[]) {
  return rows.map((row, index) => {
    const before = rows[index - 1];
    if (isStamp(row.text) && rows[index + 1]?.text) return { full: '', text: '' };
    if (!before || row.text === '' || !isStamp(before.text)) return row;
    return { full: `${before.text} ${row.text}`, text: `${before.text} ${row.text}` };
  });
}

/** A name alone above words in corner brackets, as it stands before them elsewhere. */
const NAME_ABOVE_CORNERS = /^[\p{Lo}\p{Lm}・]{1,10}(?:[（(][^（）()]{1,40}[）)])?$/u;

function withNamesBeside(rows: readonly { readonly full: string; readonly text: string }[]) {
  const isName = (at: number) =>
    NAME_ABOVE_CORNERS.test(rows[at]?.text ?? '') && /^[「『]/.test(rows[at + 1]?.text ?? '');
  return rows.map((row, at) => {
    if (isName(at)) return { full: '', text: '' };
    if (!isName(at - 1)) return row;
    const text = `${rows[at - 1]?.text ?? ''}${row.text}`;
    return { full: text, text };
  });
}

/** What a text's marks look like. */
export interface TextLayout {
  /** The form that most rows have. */
  readonly form: MarkForm;
  readonly roles: ReadonlySet<string>;
  /** Whether most paragraphs have a mark, so that one of another form is likely. */
  readonly isTrusted: boolean;
  /** Whether all names above their words stand in capitals. */
  readonly inCapitals: boolean;
  /** Whether names above their words end with a full stop, as in plays. */
  readonly isStopped: boolean;
  /** Whether most marks stand beside a time. */
  readonly isStamped: boolean;
  /** Whether every mark is one in Lectern's script text already. */
  readonly isOwn: boolean;
}

interface FormUse {
  readonly form: MarkForm;
  readonly marks: readonly LayoutMark[];
  readonly counts: ReadonlyMap<string, number>;
  /** Names that are told from words by more than their form. */
  readonly certain: ReadonlySet<string>;
  /** Rows whose names recur. */
  readonly recurring: number;
  /** Of all paragraphs, and rows with such a mark. */
  readonly share: number;
}

/** @param isBook whether it looks like prose. @returns null where it is no script */
export function findLayout(rows: readonly LayoutRow[], isBook: boolean): TextLayout | null {
  const paragraphs = rows.filter((row) => row.isFirst && isWords(row)).length;
  const isStopped = areStopped(rows);
  const uses = FORMS.map((form) => useOf(form, rows, paragraphs, isStopped));
  const main = uses.reduce((best, use) => (use.recurring > best.recurring ? use : best));
  const first = uses.find(
    ({ form, marks, share }) =>
      SURE.has(form) && marks.length >= 2 && (share >= SURE_SHARE || marks.every((mark) => mark.isCapital)),
  );
  const use = main.recurring === 0 && !isBook ? first : main;
  if (use === undefined) return null;
  const capitals = use.marks.every((mark) => mark.isCapital);
  // `EXT. DESERT - DAY`, and names in capitals above their words: a screenplay, however few speak twice.
  const isOften = use.share >= LEAST_SHARE && use.recurring >= LEAST_RECURRING;
  const isOfScreen = use.form === 'above' && capitals && isOften && rows.some(({ text }) => isPlace(text));
  if (!isOfScreen && !isScript(use, isBook ? kindOfBook(rows) : 'script')) return null;
  const onStage = use.form === 'stop' || use.form === 'sentence' ? namesOnStage(rows) : new Set<string>();
  const isKnown = (role: string, count: number) =>
    count > 1 ||
    use.certain.has(role) ||
    onStage.has(role) ||
    isOfScreen ||
    (BEFORE_WORDS.has(use.form) && use.share >= ALL_SHARE) ||
    (use.form === 'stopped' && use.share >= SURE_SHARE) ||
    (use.share >= TRUSTED_SHARE && (SURE.has(use.form) || use.form === 'gap' || (capitals && use.form !== 'square')));
  const roles = new Set([...use.counts].flatMap(([role, count]) => (isKnown(role, count) ? [role] : [])));
  const layout = {
    form: use.form,
    roles,
    isTrusted: use.share >= TRUSTED_SHARE,
    inCapitals: use.form === 'above' && capitals,
    isStopped,
    isStamped: rows.filter((row) => isStampedMark(row)).length * 2 > use.marks.length,
  };
  const isOwn = rows.every((row) => {
    const mark = acceptedMark(row, layout);
    return mark === null || isOwnMark(row.text, mark);
  });
  return { ...layout, isOwn };
}

/** Words in capitals of those who come and go: `[Enter ALGERNON and LANE.]` */
function namesOnStage(rows: readonly LayoutRow[]): ReadonlySet<string> {
  const moves = rows.filter(({ text }) => /^[[(_*]{0,3}(?:Re-?enter|Enter|Exit|Exeunt)\b/iu.test(text));
  return new Set(moves.flatMap(({ text }) => text.match(/(?<!\p{L})\p{Lu}[\p{Lu}'’-]+(?!\p{L})/gu) ?? []));
}

/** Whether a row holds words that somebody may say. */
const isWords = ({ text, isBlank, isHead, isPart: isAPart }: LayoutRow): boolean =>
  !(isBlank || isHead || isAPart || isHeadingRow(text) || isPlace(text) || isTransition(text)) &&
  !(GOES_ON_ROW.test(text) || isPageNumber(text) || PANEL.test(text)) &&
  directionOf(text) === null;

/** Whether names alone on their rows end with a full stop. */
function areStopped(rows: readonly LayoutRow[]): boolean {
  const above = rows.filter(({ marks }) => marks.some(({ form, isCapital }) => form === 'above' && isCapital));
  return above.filter(({ text }) => text.endsWith('.')).length > above.length / 2;
}

const isStampedMark = ({ text, marks }: LayoutRow): boolean => marks.length > 0 && withoutStamp(text)[1] !== '';

/** @param isStopped whether names above their words end with a full stop */
function useOf(form: MarkForm, rows: readonly LayoutRow[], paragraphs: number, isStopped: boolean): FormUse {
  const found: LayoutMark[] = [];
  const certain = new Set<string>();
  let alone = 0;
  let apart = 0;
  let lastAbove = -2;
  const isAlone = form === 'above' || form === 'stopped';
  rows.forEach((row, index) => {
    const isCue = form === 'above' && isStopped && row.hasBelow;
    const mark = row.marks.find((each) => each.form === form || (isCue && each.form === 'cue'));
    // What a colon marks is not read in any other way.
    if (!mark || !isRole(mark) || (form !== 'colon' && row.marks[0]?.form === 'colon')) return;
    // What stands directly under a name is what it says.
    if (isAlone && (lastAbove === index - 1 || !isAbove(rows, index))) return;
    lastAbove = index;
    found.push(mark);
    if (isCertain(rows, index, mark)) certain.add(mark.role);
    if (!row.isFirst) alone += 1;
    // Its words are a paragraph of their own.
    else if (isAlone && rows[index + 1]?.isBlank) apart += 1;
  });
  // Where names stand in capitals, a word alone in its row that doesn't is what someone says.
  const capitals = form === 'above' ? found.filter((mark) => mark.isCapital) : [];
  const marks = form === 'above' && capitals.length >= found.length * MOSTLY_CAPITALS ? capitals : found;
  const counts = new Map<string, number>();
  for (const { role } of marks) counts.set(role, (counts.get(role) ?? 0) + 1);
  const recurring = [...counts.values()].filter((count) => count > 1).reduce((sum, count) => sum + count, 0);
  return { form, marks, counts, certain, recurring, share: marks.length / Math.max(1, paragraphs + alone - apart) };
}

/**
 * A time beside a name or Fountain's sign before it tells it from words, and so do brackets directly above them: a
 * direction stands apart. A screenplay sets names in, far more than their words; or words are set in below names.
 */
function isCertain(rows: readonly LayoutRow[], index: number, { form, words, isCapital }: LayoutMark): boolean {
  const [row, next] = [rows[index], rows[index + 1]];
  if (row === undefined || next === undefined) return false;
  // `_Lyd._ Madam!`
  if (form === 'bold' && row.text.startsWith('_') && row.isFirst) return true;
  // `[BEN] "Me."`
  if (form === 'square' && /^["“„«‘]/.test(words)) return true;
  if (next.isBlank) return false;
  if (withoutStamp(row.text)[1] !== '') return true;
  if (form === 'above' && row.isFirst && row.text.startsWith('@')) return true;
  if (form === 'above' && isCapital && row.isFirst && indentOf(row) >= indentOf(next) + SET_IN) return true;
  if (form === 'above' && indentOf(row) === 0 && indentOf(next) > 0) return true;
  return form === 'square' && words === '' && row.isFirst && next.marks.length === 0 && directionOf(next.text) === null;
}

const indentOf = ({ full }: LayoutRow): number => full.replaceAll('\t', '    ').search(/\S/);

/** A name above its words: they follow at once, or behind one blank row. */
function isAbove(rows: readonly LayoutRow[], index: number): boolean {
  const next = rows[index + 1]?.isBlank ? rows[index + 2] : rows[index + 1];
  return next !== undefined && !next.isBlank && !next.isPart && !isHeadingRow(next.text) && !isPlace(next.text);
}

/** What looks like a book may be a play, which has acts and scenes, or a screenplay. */
type TextKind = 'script' | 'book' | 'play' | 'screenplay';

function kindOfBook(rows: readonly LayoutRow[]): TextKind {
  if (rows.some(({ text }) => isPlace(text))) return 'screenplay';
  return rows.some(({ text, isPart: isAPart }) => isAPart && isPartOfPlay(text)) ? 'play' : 'book';
}

function isScript({ form, share, recurring, marks, counts, certain }: FormUse, kind: TextKind): boolean {
  if (kind !== 'script' && SURE.has(form) && share >= SURE_SHARE && recurring >= LEAST_RECURRING) return true;
  if (kind === 'book' && share >= SURE_SHARE && recurring >= SHORT_RECURRING && counts.size > 1 && !DOUBTFUL.has(form))
    return true;
  if (kind === 'book') return recurring >= BOOK_RECURRING && share >= BOOK_SHARE;
  if (kind === 'screenplay' && form === 'above' && certain.size > 0) return recurring >= LEAST_RECURRING;
  if (kind !== 'script') return recurring >= LEAST_RECURRING && share >= BOOK_SHARE;
  if (DOUBTFUL.has(form)) return recurring > LEAST_RECURRING && share >= TRUSTED_SHARE && counts.size > 1;
  // A name in capitals before a colon is a mark however rare it is.
  if (form === 'colon' && counts.size > 0 && marks.length >= 2 && marks.every((mark) => mark.isCapital)) return true;
  if (share < LEAST_SHARE || marks.length < 2) return false;
  return SURE.has(form) || recurring > LEAST_RECURRING || (recurring === LEAST_RECURRING && share >= TRUSTED_SHARE);
}

/** Whether a known name may stand so among names in another form. */
const isBeside = (mark: LayoutMark, form: MarkForm): boolean =>
  mark.form === 'colon' || BESIDE_OTHERS.has(mark.form) || (mark.form === 'stop' && form === 'above' && mark.isCapital);

/** The mark that a row begins with; null where it begins with words. */
export function acceptedMark(row: LayoutRow, layout: Omit<TextLayout, 'isOwn'>): LayoutMark | null {
  const { form, roles, isTrusted, inCapitals, isStopped } = layout;
  const isMark = (mark: LayoutMark) => {
    if (mark.form === 'cue') return form === 'above' && isStopped && row.hasBelow && mark.isCapital && isRole(mark);
    if (!isRole(mark) || (mark.form === 'above' && inCapitals && !mark.isCapital)) return false;
    if (mark.form === 'colon' && mark.isCapital) return true;
    // `Dr. Okafor – Good evening.` once among `MARA: …`
    if (mark.form === 'dash' && isTrusted && (roles.has(mark.role) || TITLED.test(mark.role))) return true;
    return roles.has(mark.role) && (mark.form === form || isBeside(mark, form));
  };
  return row.marks.find(isMark) ?? null;
}

function isOwnMark(text: string, { role, words, manner }: LayoutMark): boolean {
  const row = text.slice(leadingPauses(text).length);
  const read = readCapitals(row);
  if (read === null || (read.role !== role && `@${read.role}` !== role)) return false;
  return manner.length === 0 && row.slice(read.end).trim() === words;
}
