import type { BlockEvidence } from '../../../shared/model/block-evidence.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { leadingPauses } from '../../../shared/rules/pauses.ts';
import { readCapitals } from '../../../shared/rules/role-marks.ts';
import { isPartOfPlay } from '../sections/prose-headings.ts';
import { isSufficient, type LayoutEvidence } from './evidence.ts';
import { directionOf, isSoundRow } from './layout-directions.ts';
import {
  type FormTrait,
  formTraits,
  hasTrait,
  type LayoutMark,
  MARK_FORMS,
  type MarkForm,
  readLayoutMarks,
  withoutStamp,
} from './layout-marks.ts';
import { countNames, recurringNames } from './layout-names.ts';
import { isStamp } from './layout-stamps.ts';
import {
  CONTINUED_ROW,
  isPageNumber,
  isPartRow,
  isRoleMark,
  isSceneHeading,
  isVisualRow,
  TITLED_NAME,
} from './layout-words.ts';
import { nameEvidence } from './name-evidence.ts';
import { findProductionDetails } from './production-heads.ts';

export interface LayoutRow {
  readonly full: string;
  readonly text: string;
  readonly isBlank: boolean;
  /** Whether the line follows a blank line or a heading, or is the first one. */
  readonly isFirst: boolean;
  /** A production detail at the start of a script. */
  readonly isHead: boolean;
  readonly isPart: boolean;
  readonly hasBelow: boolean;
  readonly marks: readonly LayoutMark[];
}

/** A blank quotation line or a code fence in Markdown. */
const BLANK_ROW = /^[ \t]*(?:>{1,3}|`{3,6}\w{0,12})[ \t]*$/;

export function readRows(text: string): LayoutRow[] {
  const bare = joinDividedRows(text.split('\n').map((row) => (BLANK_ROW.test(row) ? '' : row)));
  const joined = bare.map((full) => ({ full, text: full.trim(), isBlank: full.trim() === '' }));
  const heads = findProductionDetails(joined);
  let isFirst = true;
  return joined.map((row, index) => {
    const { full, text: trimmed, isBlank } = row;
    const isHead = heads.has(index);
    const isAPart = !isBlank && !isHead && (isFirst || isInCapitals(trimmed)) && isPartRow(trimmed);
    const marks = isBlank || isHead || isAPart || isSoundRow(trimmed) ? [] : readLayoutMarks(full);
    const hasBelow = joined[index + 1]?.isBlank === false;
    const read = { ...row, isFirst, isHead, isPart: isAPart, hasBelow, marks };
    isFirst = isBlank || isHead || isAPart || isHeadingRow(trimmed);
    return read;
  });
}

const isInCapitals = (text: string): boolean =>
  /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text.split(/[.:–—-]/, 1)[0] ?? '');

const NAME_ABOVE_CORNER_BRACKETS = /^[\p{Lo}\p{Lm}・]{1,10}(?:[（(][^（）()]{1,40}[）)])?$/u;

/** Joins a time alone on its line with the next line, and a name with the corner brackets below it. */
function joinDividedRows(rows: readonly string[]): string[] {
  const joined = [...rows];
  for (const [at, row] of joined.entries()) {
    const [text, below] = [row.trim(), joined[at + 1]?.trim() ?? ''];
    const isName = NAME_ABOVE_CORNER_BRACKETS.test(text) && /^[「『]/.test(below);
    if (isName || (below !== '' && isStamp(text)))
      [joined[at], joined[at + 1]] = ['', `${text}${isName ? '' : ' '}${below}`];
  }
  return joined;
}

/**
 * Counts of lines or names, except `share` (of lines) and `capitals` (0 or 1). `places` and `acts` are counted in the
 * whole text.
 */
type Measure = 'share' | 'rows' | 'recurring' | 'names' | 'certain' | 'capitals' | 'places' | 'acts';

/** The form itself and each of its traits count as 1. */
type FormEvidence = LayoutEvidence<Measure | MarkForm | FormTrait>;

/**
 * A screenplay has lines such as `EXT. DESERT - DAY` and names in capitals above their words, even if few names recur.
 */
const SCREENPLAY: FormEvidence = { above: 1, capitals: 1, places: 1, share: 0.25, recurring: 2 };

const INDENTED_SCREENPLAY: FormEvidence = { above: 1, capitals: 1, places: 1, certain: 2 };

/** Each entry is sufficient evidence for a script. */
const SCRIPT_EVIDENCE: readonly FormEvidence[] = [
  SCREENPLAY,
  INDENTED_SCREENPLAY,
  { share: 0.5, recurring: 3, names: 2 },
  // Names in capitals before a colon mark speeches even if they are rare.
  { colon: 1, capitals: 1, rows: 2 },
  { sure: 1, share: 0.25, rows: 2 },
  { clear: 1, share: 0.25, recurring: 3 },
  { clear: 1, share: 0.5, recurring: 2 },
];

/** Sufficient evidence for a script if the text otherwise looks like a book. */
const SCRIPT_IN_BOOK_EVIDENCE: readonly FormEvidence[] = [
  SCREENPLAY,
  { places: 1, above: 1, certain: 1, recurring: 2 },
  { places: 1, share: 0.5, recurring: 2 },
  { acts: 1, share: 0.5, recurring: 2 },
  { sure: 1, share: 0.8, recurring: 2 },
  { clear: 1, share: 0.8, recurring: 4, names: 2 },
  { share: 0.5, recurring: 6 },
];

const EVIDENCE_WITHOUT_RECURRENCE: readonly FormEvidence[] = [
  INDENTED_SCREENPLAY,
  { sure: 1, rows: 2, share: 0.8 },
  { sure: 1, rows: 2, capitals: 1 },
];

const SINGLE_NAME_EVIDENCE: readonly FormEvidence[] = [
  SCREENPLAY,
  { bold: 1, capitals: 1, places: 1, share: 0.25 },
  { once: 1, share: 0.9 },
  { stopped: 1, share: 0.8 },
  { sure: 1, share: 0.5 },
  { sentence: 1, share: 0.8, recurring: 4, names: 2 },
  { gap: 1, share: 0.5 },
  { unsigned: 1, capitals: 1, share: 0.5 },
];

/** If marks in the main form begin at least this share of lines, marks in other forms are trusted, too. */
const MIN_TRUSTED_SHARE = 0.5;
const MIN_CAPITALS_SHARE = 0.7;
/** A screenplay indents names at least this many columns further than dialogue. */
const MIN_CUE_INDENT = 4;

/** A line; `mark` is null if the line begins with words. */
export interface MarkedRow extends LayoutRow {
  readonly mark: LayoutMark | null;
}

export interface TextLayout {
  readonly rows: readonly MarkedRow[];
  readonly form: MarkForm;
  readonly roles: ReadonlySet<string>;
  /** Whether enough lines have marks to trust marks in other forms as well. */
  readonly isTrusted: boolean;
  readonly inCapitals: boolean;
  readonly isStopped: boolean;
  readonly isStamped: boolean;
  /** Whether every mark already has Lectern's own form. */
  readonly isOwn: boolean;
  /** Whether the evidence suffices even if the text looks like prose. */
  readonly isSure: boolean;
  readonly evidence: ReadonlyMap<string, BlockEvidence>;
}

/** Returns null for non-scripts. */
export function findLayout(rows: readonly LayoutRow[]): TextLayout | null {
  const isStopped = haveFullStops(rows);
  const paragraphs = rows.filter((row) => row.isFirst && isText(row)).length;
  const ofText = {
    places: rows.filter(({ text }) => isSceneHeading(text)).length,
    acts: rows.filter(({ text, isPart: isAPart }) => isAPart && isPartOfPlay(text)).length,
  };
  const uses = MARK_FORMS.filter((form) => form !== 'cue').map((form) => {
    const use = measureForm(form, rows, isStopped);
    return { ...use, evidence: { ...ofText, ...formEvidence(use, paragraphs) } };
  });
  const main = uses.reduce((best, use) => (use.evidence.recurring > best.evidence.recurring ? use : best));
  const isSure = isSufficient(main.evidence, SCRIPT_IN_BOOK_EVIDENCE);
  const recurs = main.evidence.recurring > 0;
  const found = recurs ? main : uses.find(({ evidence }) => isSufficient(evidence, EVIDENCE_WITHOUT_RECURRENCE));
  if (!found || !(isSure || isSufficient(found.evidence, SCRIPT_EVIDENCE))) return null;
  const { form, marks, counts, certain, evidence } = found;
  const areSingle = isSufficient(evidence, SINGLE_NAME_EVIDENCE);
  const onStage = form === 'stop' || form === 'sentence' ? findNamesOnStage(rows) : new Set<string>();
  // `Silence. They wait.` looks like a name and a speech.
  const common = areSingle && form === 'sentence' ? lowercaseWords(rows) : new Set<string>();
  const isKnown = ([role, count]: readonly [string, number]) =>
    count > 1 || (areSingle && !common.has(role)) || certain.has(role) || onStage.has(role);
  const layout = {
    form,
    roles: new Set([...counts].filter(isKnown).map(([role]) => role)),
    isTrusted: evidence.share >= MIN_TRUSTED_SHARE,
    inCapitals: form === 'above' && evidence.capitals === 1,
    isStopped,
    isStamped: rows.filter(hasStampedMark).length * 2 > marks.length,
  };
  const marked = rows.map((row): MarkedRow => ({ ...row, mark: acceptedMark(row, layout) }));
  const isOwn = marked.every(({ text, mark }) => mark === null || isOwnMark(text, mark));
  return { ...layout, rows: marked, isOwn, isSure, evidence: roleEvidence(marked, evidence.share) };
}

function roleEvidence(rows: readonly MarkedRow[], share: number): ReadonlyMap<string, BlockEvidence> {
  const marks = Map.groupBy(
    rows.flatMap(({ mark }) => mark ?? []),
    ({ role }) => role.replace(/^@/, ''),
  );
  return new Map(
    Array.from(marks, ([role, all]) => {
      const [first] = all;
      if (first === undefined || first.role.startsWith('@')) return [role, { stated: 'role-mark' }];
      const capitals = all.every(({ isCapital }) => isCapital);
      return [role, nameEvidence({ form: first.form, capitals, times: all.length, share })];
    }),
  );
}

/** Returns the names in entrances and exits, such as `[Enter ALGERNON and LANE.]` */
function findNamesOnStage(rows: readonly LayoutRow[]): ReadonlySet<string> {
  const moves = rows.filter(({ text }) => /^[[(_*]{0,3}(?:Re-?enter|Enter|Exit|Exeunt)\b/iu.test(text));
  return new Set(moves.flatMap(({ text }) => text.match(/(?<!\p{L})\p{Lu}[\p{Lu}'’-]+(?!\p{L})/gu) ?? []));
}

const lowercaseWords = (rows: readonly LayoutRow[]): ReadonlySet<string> =>
  new Set(
    rows
      .flatMap(({ text }) => text.match(/(?<![\p{L}\p{M}'’-])\p{Ll}[\p{L}\p{M}'’-]+/gu) ?? [])
      .map((word) => word.toUpperCase()),
  );

function haveFullStops(rows: readonly LayoutRow[]): boolean {
  const above = rows.filter(({ marks }) => marks.some(({ form, isCapital }) => form === 'above' && isCapital));
  return above.filter(({ text }) => text.endsWith('.')).length > above.length / 2;
}

const hasStampedMark = ({ text, marks }: LayoutRow): boolean => marks.length > 0 && withoutStamp(text)[1] !== '';

const isText = ({ text, isBlank, isHead, isPart: isAPart }: LayoutRow): boolean =>
  !(isBlank || isHead || isAPart || isHeadingRow(text) || isVisualRow(text)) &&
  !(CONTINUED_ROW.test(text) || isPageNumber(text)) &&
  directionOf(text) === null;

interface FormStatistics {
  readonly form: MarkForm;
  readonly marks: readonly LayoutMark[];
  readonly counts: ReadonlyMap<string, number>;
  readonly certain: ReadonlySet<string>;
  /** Number of names inside paragraphs, minus the number of paragraphs that contain only a name. */
  readonly surplus: number;
}

function measureForm(form: MarkForm, rows: readonly LayoutRow[], isStopped: boolean): FormStatistics {
  const found: LayoutMark[] = [];
  const certain = new Set<string>();
  const isAlone = hasTrait(form, 'alone');
  let surplus = 0;
  let lastAbove = -2;
  for (const [index, row] of rows.entries()) {
    const isCue = form === 'above' && isStopped && row.hasBelow;
    const mark = row.marks.find((each) => each.form === form || (isCue && each.form === 'cue'));
    // A line with a colon mark can't have another form.
    if (!mark || !isRoleMark(mark) || (form !== 'colon' && row.marks[0]?.form === 'colon')) continue;
    // A line directly below a name is that role's speech.
    if (isAlone && (lastAbove === index - 1 || !precedesText(rows, index))) continue;
    lastAbove = index;
    found.push(mark);
    if (isCertain(row, rows[index + 1], mark)) certain.add(mark.role);
    if (!row.isFirst) surplus += 1;
    else if (isAlone && rows[index + 1]?.isBlank) surplus -= 1;
  }
  const capitals = form === 'above' ? found.filter((mark) => mark.isCapital) : [];
  const marks = form === 'above' && capitals.length >= found.length * MIN_CAPITALS_SHARE ? capitals : found;
  return { form, marks, counts: countNames(marks.map(({ role }) => role)), certain, surplus };
}

const formEvidence = ({ form, marks, counts, certain, surplus }: FormStatistics, paragraphs: number) => ({
  share: marks.length / Math.max(1, paragraphs + surplus),
  rows: marks.length,
  recurring: recurringNames(marks.map(({ role }) => role)).length,
  names: counts.size,
  certain: certain.size,
  capitals: Number(marks.every((mark) => mark.isCapital)),
  [form]: 1,
  ...Object.fromEntries(formTraits(form).map((trait) => [trait, 1])),
});

/**
 * Whether the mark is certain because of a time, Fountain's `@`, square brackets directly above words, or a
 * screenplay's indent.
 */
function isCertain(row: LayoutRow, next: LayoutRow | undefined, { form, words, isCapital }: LayoutMark): boolean {
  if (next === undefined) return false;
  if (form === 'square' && /^["“„«‘]/.test(words)) return true;
  if (next.isBlank) return false;
  if (withoutStamp(row.text)[1] !== '') return true;
  if (form === 'square')
    return words === '' && row.isFirst && next.marks.length === 0 && directionOf(next.text) === null;
  if (form !== 'above') return false;
  const [indent, indentBelow] = [indentWidth(row), indentWidth(next)];
  const isSetIn = isCapital && indent >= indentBelow + MIN_CUE_INDENT;
  return (row.isFirst && (row.text.startsWith('@') || isSetIn)) || (indent === 0 && indentBelow > 0);
}

const indentWidth = ({ full }: LayoutRow): number => full.replaceAll('\t', '    ').search(/\S/);

function precedesText(rows: readonly LayoutRow[], index: number): boolean {
  const next = rows[index + 1]?.isBlank ? rows[index + 2] : rows[index + 1];
  return next !== undefined && !next.isBlank && !next.isPart && !isHeadingRow(next.text) && !isSceneHeading(next.text);
}

/** Returns whether a known name may have this form in a script that uses another form for names. */
const isAllowedBeside = (mark: LayoutMark, form: MarkForm): boolean =>
  hasTrait(mark.form, 'beside') || (mark.form === 'stop' && form === 'above' && mark.isCapital);

function acceptedMark(
  row: LayoutRow,
  layout: Omit<TextLayout, 'rows' | 'isOwn' | 'isSure' | 'evidence'>,
): LayoutMark | null {
  const { form, roles, isTrusted, inCapitals, isStopped } = layout;
  const isMark = (mark: LayoutMark) => {
    if (!isRoleMark(mark)) return false;
    if (mark.form === 'cue') return form === 'above' && isStopped && row.hasBelow && mark.isCapital;
    if (mark.form === 'above' && inCapitals && !mark.isCapital) return false;
    if (mark.form === 'colon' && mark.isCapital) return true;
    // For example, a single `Dr. Okafor – Good evening.` among lines such as `MARA: …`.
    if (mark.form === 'dash' && isTrusted && TITLED_NAME.test(mark.role)) return true;
    const isInForm = mark.form === form || isAllowedBeside(mark, form) || (mark.form === 'dash' && isTrusted);
    return isInForm && roles.has(mark.role);
  };
  return row.marks.find(isMark) ?? null;
}

function isOwnMark(text: string, { role, words, manner }: LayoutMark): boolean {
  const row = text.slice(leadingPauses(text).length);
  const read = readCapitals(row);
  if (read === null || (read.role !== role && `@${read.role}` !== role)) return false;
  return manner.length === 0 && row.slice(read.end).trim() === words;
}
