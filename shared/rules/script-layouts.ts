// Scripts in any layout as Lectern's own script text: `**Mara:**`, `[Mara]`, `Mara – `, a name above its words, two columns.
import { bracketed, isBracketed, readCueRow } from './brackets.ts';
import {
  directionOf,
  isSoundName,
  isSoundRow,
  lastRowOfBracket,
  narrated,
  silentDirections,
} from './layout-directions.ts';
import { type LayoutMark, type MarkForm, readLayoutMarks, tableCells, withoutStamp } from './layout-marks.ts';
import {
  CAST_LIST,
  CHAPTER,
  CREDIT,
  isRole,
  NO_ROLE,
  PLACE,
  PRODUCTION_NOTE,
  SCENE_BREAK,
  TABLE_HEAD,
  TABLE_RULE,
  TITLED,
  TRANSITION,
} from './layout-words.ts';
import { isHeadingRow } from './parse-paragraph.ts';
import { leadingPauses, pauseMark } from './pauses.ts';
import { roleMarkReader } from './role-marks.ts';

/** A row of a text, with what its start may be. */
interface LayoutRow {
  readonly full: string;
  /** Without white space around it. */
  readonly text: string;
  readonly isBlank: boolean;
  /** Whether a blank row, a heading or nothing stands above it. */
  readonly isFirst: boolean;
  readonly marks: readonly LayoutMark[];
}

/** Surest first: of two forms that explain as many rows, the earlier is meant. */
const FORMS: readonly MarkForm[] = ['colon', 'bold', 'angle', 'square', 'dash', 'stop', 'gap', 'above'];
/** Forms in which a name that comes only once is one for sure, since nothing else looks so. */
const SURE: ReadonlySet<MarkForm> = new Set(['colon', 'bold', 'angle']);
/** Forms in which a known name is one, whatever the others use. */
const BESIDE_OTHERS: ReadonlySet<MarkForm> = new Set(['bold', 'angle', 'square']);

/** What part of the paragraphs have a mark: at least of a script, of what looks like a book, and to trust single names. */
const LEAST_SHARE = 0.25;
const BOOK_SHARE = 0.5;
const TRUSTED_SHARE = 0.5;
const MOSTLY_CAPITALS = 0.7;
/** Rows with names that recur: at least of a script, of what looks like a book. */
const LEAST_RECURRING = 2;
const BOOK_RECURRING = 6;

/** Of what looks like a book, this much is read to tell whether it is a script, in UTF-16 code units. */
const LONGEST_LOOK = 200_000;

const SCENE_BREAK_SECONDS = 2;
const readCapitals = roleMarkReader({ roleMarks: 'capitals', confirmedRoles: [] });

/**
 * Writes a script as Lectern has it: who speaks in capitals before a colon, and in brackets what is not to be spoken. No
 * word is changed or lost but what says in a mark that someone goes on, and numbers of rows before it.
 *
 * @param text rows end at `\n`
 * @param isBook whether it looks like prose: then it takes far more to call it a script
 * @returns null where it is to stay as it is: it is in Lectern's own form, or no script
 */
export function layoutScript(text: string, isBook: boolean): string | null {
  // Of a book the start tells what it is.
  if (isBook && findLayout(readRows(text.slice(0, LONGEST_LOOK)), isBook) === null) return null;
  const rows = readRows(text);
  const layout = findLayout(rows, isBook);
  if (layout === null) return null;
  if (layout.isOwn) {
    const kept = ownForm(rows);
    if (kept !== null) return kept === text ? null : kept;
  }
  return new LayoutWriter(rows, layout).write();
}

function readRows(text: string): LayoutRow[] {
  let isFirst = true;
  return text.split('\n').map((full) => {
    const trimmed = full.trim();
    const isBlank = trimmed === '';
    const row = { full, text: trimmed, isBlank, isFirst, marks: isBlank ? [] : readLayoutMarks(full) };
    isFirst = isBlank || isHeadingRow(trimmed);
    return row;
  });
}

/** What a text's marks look like. */
interface TextLayout {
  /** The form that most rows have. */
  readonly form: MarkForm;
  readonly roles: ReadonlySet<string>;
  /** Whether most paragraphs have a mark, so that one of another form is likely. */
  readonly isTrusted: boolean;
  /** Whether all names above their words stand in capitals. */
  readonly inCapitals: boolean;
  /** Whether every mark is one in Lectern's script text already. */
  readonly isOwn: boolean;
}

interface FormUse {
  readonly form: MarkForm;
  readonly marks: readonly LayoutMark[];
  readonly counts: ReadonlyMap<string, number>;
  /** Rows whose names recur. */
  readonly recurring: number;
  /** Of all paragraphs, and rows with such a mark. */
  readonly share: number;
}

function findLayout(rows: readonly LayoutRow[], isBook: boolean): TextLayout | null {
  const isWords = ({ text, isBlank }: LayoutRow) => !isBlank && !isHeadingRow(text) && directionOf(text) === null;
  const paragraphs = rows.filter((row) => row.isFirst && isWords(row)).length;
  const uses = FORMS.map((form) => useOf(form, rows, paragraphs));
  const main = uses.reduce((best, use) => (use.recurring > best.recurring ? use : best));
  const first = uses.find(({ form, marks, share }) => SURE.has(form) && marks.length >= 2 && share >= 0.8);
  const use = main.recurring === 0 && !isBook ? first : main;
  if (use === undefined || !isScript(use, isBook)) return null;
  const capitals = use.marks.every((mark) => mark.isCapital);
  const isKnown = (count: number) =>
    count > 1 ||
    (use.share >= TRUSTED_SHARE && (SURE.has(use.form) || use.form === 'gap' || (capitals && use.form !== 'square')));
  const roles = new Set([...use.counts].flatMap(([role, count]) => (isKnown(count) ? [role] : [])));
  const layout = {
    form: use.form,
    roles,
    isTrusted: use.share >= TRUSTED_SHARE,
    inCapitals: use.form === 'above' && capitals,
  };
  const isOwn = rows.every((row) => {
    const mark = acceptedMark(row, layout);
    return mark === null || isOwnMark(row.text, mark);
  });
  return { ...layout, isOwn };
}

function useOf(form: MarkForm, rows: readonly LayoutRow[], paragraphs: number): FormUse {
  const marks: LayoutMark[] = [];
  let alone = 0;
  let apart = 0;
  let lastAbove = -2;
  rows.forEach((row, index) => {
    const mark = row.marks.find((each) => each.form === form);
    // What a colon marks is not read in any other way.
    if (!mark || !isRole(mark) || (form !== 'colon' && row.marks[0]?.form === 'colon')) return;
    // What stands directly under a name is what it says.
    if (form === 'above' && (lastAbove === index - 1 || !isAbove(rows, index))) return;
    lastAbove = index;
    marks.push(mark);
    if (!row.isFirst) alone += 1;
    // Its words are a paragraph of their own.
    else if (form === 'above' && rows[index + 1]?.isBlank) apart += 1;
  });
  // Where names stand in capitals, a word alone in its row that doesn't is what someone says.
  if (form === 'above' && marks.filter((mark) => mark.isCapital).length >= marks.length * MOSTLY_CAPITALS)
    marks.splice(0, marks.length, ...marks.filter((mark) => mark.isCapital));
  const counts = new Map<string, number>();
  for (const { role } of marks) counts.set(role, (counts.get(role) ?? 0) + 1);
  const recurring = [...counts.values()].filter((count) => count > 1).reduce((sum, count) => sum + count, 0);
  return { form, marks, counts, recurring, share: marks.length / Math.max(1, paragraphs + alone - apart) };
}

/** A name above its words: they follow at once, or behind one blank row. */
function isAbove(rows: readonly LayoutRow[], index: number): boolean {
  const next = rows[index + 1]?.isBlank ? rows[index + 2] : rows[index + 1];
  return next !== undefined && !next.isBlank && !isHeadingRow(next.text);
}

function isScript({ form, share, recurring, marks, counts }: FormUse, isBook: boolean): boolean {
  if (isBook) return recurring >= BOOK_RECURRING && share >= BOOK_SHARE;
  // A name in capitals before a colon is a mark however rare it is.
  if (form === 'colon' && counts.size > 0 && marks.length >= 2 && marks.every((mark) => mark.isCapital)) return true;
  if (share < LEAST_SHARE || marks.length < 2) return false;
  return SURE.has(form) || recurring > LEAST_RECURRING || (recurring === LEAST_RECURRING && share >= TRUSTED_SHARE);
}

/** The mark that a row begins with; null where it begins with words. */
function acceptedMark(row: LayoutRow, layout: Omit<TextLayout, 'isOwn'>): LayoutMark | null {
  const { form, roles, isTrusted, inCapitals } = layout;
  const isMark = (mark: LayoutMark) => {
    if (!isRole(mark) || (mark.form === 'above' && inCapitals && !mark.isCapital)) return false;
    if (mark.form === 'colon' && mark.isCapital) return true;
    // `Dr. Okafor – Good evening.` once among `MARA: …`
    if (mark.form === 'dash' && isTrusted && (roles.has(mark.role) || TITLED.test(mark.role))) return true;
    return roles.has(mark.role) && (mark.form === form || mark.form === 'colon' || BESIDE_OTHERS.has(mark.form));
  };
  return row.marks.find(isMark) ?? null;
}

function isOwnMark(text: string, { role, words, manner }: LayoutMark): boolean {
  const row = text.slice(leadingPauses(text).length);
  const read = readCapitals(row);
  return read?.role === role && manner.length === 0 && row.slice(read.end).trim() === words;
}

/** A script in Lectern's own form, whose directions only are put in brackets; null where its rows must be parted. */
function ownForm(rows: readonly LayoutRow[]): string | null {
  const written: string[] = [];
  for (const [index, { full, text, isFirst, isBlank }] of rows.entries()) {
    const isRead = isBlank || isBracketed(text) || readCueRow(text) !== null || leadingPauses(text) === text;
    const direction = isRead ? null : directionOf(text);
    if (direction !== null && !(isFirst && (rows[index + 1]?.isBlank ?? true))) return null;
    if (direction !== null) written.push(full.replace(text, () => cueOf(direction)));
    else if (isRead || readCapitals(text) === null) written.push(full);
    else written.push(full.replace(text, () => silentDirections(text)));
  }
  return written.join('\n');
}

/** A direction of its own: what is heard in square brackets, as cues have them, all else in round ones. */
const cueOf = (direction: string): string => {
  const words = direction.replace(/\s+/g, ' ');
  const cue = `[${words}]`;
  return readCueRow(cue) ? cue : bracketed(words);
};

/** A paragraph that is being read. */
interface LayoutBlock {
  readonly kind: 'speech' | 'direction' | 'words';
  readonly role: string;
  readonly parts: string[];
  /** Whether a speech has words, and not only how they are said. */
  hasWords: boolean;
}

/** Writes the rows of a script in another layout, each speech and each direction as a paragraph of its own. */
class LayoutWriter {
  readonly #rows: readonly LayoutRow[];
  readonly #layout: TextLayout;
  readonly #hasActs: boolean;
  readonly #paragraphs: string[] = [];
  #block: LayoutBlock | null = null;
  /** The role whose speech a cue interrupts, until a blank row. */
  #speaking: string | null = null;
  #inCastList = false;

  constructor(rows: readonly LayoutRow[], layout: TextLayout) {
    this.#rows = rows;
    this.#layout = layout;
    this.#hasActs = rows.some(({ text }) => isHeadingRow(text) || (CHAPTER.test(text) && !PLACE.test(text)));
  }

  write(): string {
    for (let index = this.#titleBlock(); index < this.#rows.length; index += 1) {
      const row = this.#rows[index];
      if (row?.isBlank) this.#blank(index);
      else if (row) index = this.#read(row, index);
    }
    this.#end();
    return `${this.#paragraphs.join('\n\n')}\n`;
  }

  /** A title with rows that say who wrote it and when: a heading, and directions. @returns the first row behind it */
  #titleBlock(): number {
    const first = this.#rows.findIndex(({ isBlank }) => !isBlank);
    const blank = this.#rows.findIndex(({ isBlank }, index) => index > first && isBlank);
    const block = first === -1 || blank === -1 ? [] : this.#rows.slice(first, blank);
    const [title, ...others] = block;
    const isApart = (row: LayoutRow) =>
      acceptedMark(row, this.#layout) === null && directionOf(row.text) === null && !CAST_LIST.test(row.text);
    if (!title || others.length === 0 || !others.every(({ text }) => CREDIT.test(text))) return 0;
    if (title.text.length > LONGEST_TITLE || !block.every(isApart)) return 0;
    this.#heading(`# ${title.text.replace(/^#+ +/, '')}`);
    for (const { text } of others) this.#paragraphs.push(cueOf(text));
    return blank;
  }

  /** A name may stand apart from its words, and the title of a list from its rows. */
  #blank(index: number): void {
    this.#speaking = null;
    if (this.#waits() && this.#rows[index - 1]?.isBlank === false) return;
    if (this.#inCastList && this.#block === null) this.#inCastList = false;
    this.#end();
  }

  /** Whether a name has no words yet. */
  #waits(): boolean {
    return this.#block?.kind === 'speech' && !this.#block.hasWords;
  }

  /** @returns the place of the last row that was read with it */
  #read(row: LayoutRow, index: number): number {
    const { text } = row;
    if (this.#structure(text)) return index;
    const mark = this.#inCastList ? null : acceptedMark(row, this.#layout);
    if (mark !== null && !(mark.form === 'above' && !row.isFirst && this.#waits())) {
      this.#end();
      this.#start('speech', mark.role);
      this.#add(mark.manner);
      if (mark.words !== '') this.#addWords(mark.words);
      return index;
    }
    const end = lastRowOfBracket(this.#rows, index);
    const whole = this.#rows
      .slice(index, end + 1)
      .map((each) => each.text)
      .join(' ');
    const direction = this.#inCastList ? whole : (silentColumns(row) ?? directionOf(whole));
    const [rest, stamp] = withoutStamp(whole);
    const stamped = stamp === '' ? null : directionOf(rest);
    if (isProductionNote(row)) {
      this.#end();
      this.#start('direction', '').parts.push(text);
    } else if (direction !== null) this.#direct(direction, whole);
    else if (stamped !== null) this.#direct(`${stamp} ${stamped}`, rest);
    else this.#words(row);
    return direction === null && stamped === null ? index : end;
  }

  /** Headings, breaks and lists of who plays. @returns whether a row was one */
  #structure(text: string): boolean {
    if (CAST_LIST.test(text)) {
      this.#end();
      this.#inCastList = true;
      this.#start('direction', '').parts.push(text.replace(/^[#* ]+/, '').replace(/(?<!\*)\*+$/, ''));
      this.#end();
    } else if (isHeadingRow(text)) this.#heading(text);
    else if (/^#{3,6} /.test(text)) this.#heading(`## ${text.replace(/^#+ +/, '')}`);
    else if (CHAPTER.test(text) || (PLACE.test(text) && !this.#hasActs)) this.#heading(`## ${text}`);
    else if (SCENE_BREAK.test(text) || TABLE_RULE.test(text)) {
      this.#end();
      if (SCENE_BREAK.test(text) && this.#paragraphs.length > 0) this.#paragraphs.push(pauseMark(SCENE_BREAK_SECONDS));
    } else return false;
    return true;
  }

  #heading(heading: string): void {
    this.#end();
    this.#inCastList = false;
    this.#paragraphs.push(heading);
  }

  #direct(direction: string, whole: string): void {
    if (leadingPauses(whole) === whole) {
      this.#end();
      this.#paragraphs.push(whole);
      return;
    }
    const isSound = isSoundRow(direction) || direction === whole;
    // `(softly)` under a name belongs to what is said.
    if (this.#block?.kind === 'speech' && !isSound && (whole.startsWith('(') || !this.#block.hasWords)) {
      this.#add([bracketed(direction)]);
      return;
    }
    const role = this.#block?.kind === 'speech' ? this.#block.role : this.#speaking;
    this.#end();
    this.#start('direction', '').parts.push(direction);
    // What stands in brackets ends with them; a cue can go on.
    if (!isSoundRow(whole)) this.#end();
    this.#speaking = role;
  }

  #words(row: LayoutRow): void {
    const { text } = row;
    if (this.#block === null && this.#speaking !== null) this.#start('speech', this.#speaking);
    else if (this.#block === null) this.#start(isSilentRow(row) ? 'direction' : 'words', '');
    const words = tableCells(text)?.join(' ').trim() ?? text;
    if (this.#block?.kind === 'speech') this.#addWords(words);
    else this.#block?.parts.push(words);
  }

  #start(kind: LayoutBlock['kind'], role: string): LayoutBlock {
    this.#block = { kind, role, parts: [], hasWords: false };
    return this.#block;
  }

  #add(parts: readonly string[]): void {
    this.#block?.parts.push(...parts);
  }

  #addWords(words: string): void {
    if (this.#block === null) return;
    this.#block.parts.push(words);
    if (directionOf(words) === null) this.#block.hasWords = true;
  }

  #end(): void {
    const block = this.#block;
    this.#block = null;
    if (block === null) return;
    const { kind, role, parts } = block;
    if (kind === 'speech') this.#paragraphs.push(`${role}: ${silentDirections(parts.join(' '))}`.trimEnd());
    else if (kind === 'direction') this.#paragraphs.push(cueOf(parts.join(' ')));
    else this.#paragraphs.push(parts.map(narrated).join('\n'));
  }
}

/** In UTF-16 code units. */
const LONGEST_TITLE = 120;

const isProductionNote = ({ marks }: LayoutRow): boolean => {
  const [mark] = marks;
  return mark?.form === 'colon' && PRODUCTION_NOTE.test(mark.role);
};

/** What is not spoken though it is in no brackets: a transition, a place among acts, `Setting: …`. */
function isSilentRow({ text, marks }: LayoutRow): boolean {
  if (TRANSITION.test(text) || PLACE.test(text)) return true;
  const [mark] = marks;
  return mark?.form === 'colon' && NO_ROLE.test(mark.role);
}

/** A row in columns that names a sound in place of a role, or the columns; null for any other. */
function silentColumns({ text, marks }: LayoutRow): string | null {
  const mark = marks.find(({ form }) => form === 'gap');
  if (mark === undefined || !(isSoundName(mark.role) || TABLE_HEAD.test(mark.role))) return null;
  return tableCells(text)?.join(' ').trim() ?? text;
}
