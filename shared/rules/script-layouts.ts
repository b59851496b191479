// Scripts in any layout as Lectern's own script text: `**Mara:**`, `[Mara]`, `Mara – `, a name above its words, two columns.
import { bracketed, isBracketed, readCueRow } from './brackets.ts';
import { acceptedMark, findLayout, type LayoutRow, readCapitals, readRows, type TextLayout } from './find-layout.ts';
import {
  directionOf,
  isSoundName,
  isSoundRow,
  lastRowOfBracket,
  narrated,
  silentDirections,
} from './layout-directions.ts';
import { tableCells, withoutStamp } from './layout-marks.ts';
import {
  CAST_LIST,
  CHAPTER,
  CREDIT,
  NO_ROLE,
  PLACE,
  PRODUCTION_NOTE,
  SCENE_BREAK,
  TABLE_HEAD,
  TABLE_RULE,
  TRANSITION,
} from './layout-words.ts';
import { isHeadingRow } from './parse-paragraph.ts';
import { leadingPauses, pauseMark } from './pauses.ts';

/** Of what looks like a book, this much is read to tell whether it is a script, in UTF-16 code units. */
const LONGEST_LOOK = 200_000;

const SCENE_BREAK_SECONDS = 2;

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
  if (layout.isOwn && !isCrowded(rows)) {
    const kept = ownForm(rows);
    if (kept !== null) return kept === text ? null : kept;
  }
  return new LayoutWriter(rows, layout).write();
}

/**
 * Whether each row is a speech, although no blank rows separate them. A line has room for two roles, so a paragraph with more has to
 * be split. If at least as many speeches have paragraphs of their own, the paragraph is a mistake, and the producer is told of it.
 */
function isCrowded(rows: readonly LayoutRow[]): boolean {
  let crowded = 0;
  let single = 0;
  let speeches: string[] = [];
  const close = () => {
    if (new Set(speeches).size > 2) crowded += 1;
    else if (speeches.length === 1) single += 1;
    speeches = [];
  };
  for (const { text, isFirst } of rows) {
    if (isFirst) close();
    const mark = readCapitals(text.slice(leadingPauses(text).length));
    if (mark !== null) speeches.push(mark.role);
  }
  close();
  return crowded > single;
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
