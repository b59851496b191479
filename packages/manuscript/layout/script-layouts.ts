// Scripts in any layout as Lectern's own script text: `**Mara:**`, `[Mara]`, `Mara – `, a name above its words, two columns.
import { bracketed } from '../../../shared/rules/brackets.ts';
import { append } from '../../../shared/rules/lists.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { leadingPauses, pauseMark } from '../../../shared/rules/pauses.ts';
import { emphasised } from '../script/document-emphasis.ts';
import { withoutTags } from '../script/markup-tags.ts';
import { cueOf, isCrowded, ownForm, type SpeechWords, silentHeads } from '../script/own-form.ts';
import { hasPartedWord, PartedWords } from '../sections/parted-words.ts';
import { joinRows } from '../sections/prose-headings.ts';
import { isOrnamentRow, isSignsOnly, SCENE_BREAK_SECONDS } from '../sections/scene-breaks.ts';
import { acceptedMark, findLayout, type LayoutRow, readRows, type TextLayout } from './find-layout.ts';
import {
  directionOf,
  isSoundName,
  isSoundRow,
  lastRowOfBracket,
  narrated,
  silentDirections,
} from './layout-directions.ts';
import { type MarkForm, tableCells, withoutBullet, withoutStamp } from './layout-marks.ts';
import { withPlainRoles } from './layout-steps.ts';
import { readTitle } from './layout-title.ts';
import {
  GOES_ON_ROW,
  headsProductionNote,
  isCastListTitle,
  isEndOrPause,
  isEntrance,
  isGameRow,
  isPageNumber,
  isPartOfProgramme,
  isPlace,
  isProductionTerm,
  isStageNote,
  isTransition,
  NOTE_TO_SOMEONE,
  NUMBER_OF_A_SENDER,
  PANEL,
  TABLE_HEADS,
  TABLE_RULE,
} from './layout-words.ts';
import { renpyScript } from './renpy-script.ts';
import { rowsInCapitals } from './rows-in-capitals.ts';
import { withSilentSounds } from './sounds-in-words.ts';

/** Of what looks like a book, this much is read to tell whether it is a script, in UTF-16 code units. */
const LONGEST_LOOK = 200_000;

/**
 * Writes a script as Lectern has it: who speaks in capitals before a colon, and in brackets what is not to be spoken. No
 * word is changed or lost but what says that someone or a page goes on, and numbers of rows, scenes and pages.
 *
 * @param typed rows end at `\n`
 * @param isBook whether it looks like prose: then it takes far more to call it a script
 * @param signed with the signs of what is emphasised in speeches (`document-emphasis.ts`)
 * @returns null where it is to stay as it is: it is in Lectern's own form, or no script
 */
export function layoutScript(typed: string, isBook: boolean, signed = false): string | null {
  const untagged = withoutTags(typed);
  const game = renpyScript(untagged);
  if (game !== null) return game;
  const speechWords: SpeechWords = (words) => silentDirections(words, signed ? emphasised : undefined);
  // Of a book the start tells what it is.
  const start = isBook ? untagged.slice(0, LONGEST_LOOK) : null;
  if (start !== null && findLayout(readRows(withPlainRoles(start)), isBook) === null) return null;
  const text = withPlainRoles(untagged);
  const rows = readRows(text);
  const layout = findLayout(rows, isBook);
  if (layout === null) return isBook || !rows.some(({ isHead }) => isHead) ? null : silentHeads(readRows(untagged));
  const silentRows = rowsInCapitals(rows, layout);
  if (layout.isOwn && !isCrowded(rows) && !hasFrontMatter(rows, layout) && !isComic(rows)) {
    const isToJoin = hasPartedWord(rows.map(({ text: row }) => row));
    const kept = isToJoin || silentRows.size > 0 ? null : ownForm(rows, speechWords);
    if (kept !== null) return kept === typed ? null : kept;
  }
  return new LayoutWriter(rows, { ...layout, silentRows }, speechWords).write();
}

/** Whether a script says above its first speech who wrote it, or who plays. */
function hasFrontMatter(rows: readonly LayoutRow[], layout: TextLayout): boolean {
  const first = rows.findIndex((row) => acceptedMark(row, layout) !== null);
  const isCast = rows.slice(0, first).some(({ text, isHead }) => !isHead && isCastListTitle(text));
  return isCast || (readTitle(rows, layout)?.credits.length ?? 0) > 0;
}

/** Whether it describes panels, which are not spoken. */
const isComic = (rows: readonly LayoutRow[]): boolean => rows.filter(({ text }) => PANEL.test(text)).length > 1;

/** Forms in which a sound may stand where names do: `[MUSIC] theme` among `[ANNA] Hello.` */
const AS_NAMES: ReadonlySet<MarkForm> = new Set(['small', 'square', 'angle', 'bold', 'round']);

/** A paragraph that is being read. */
interface LayoutBlock {
  readonly kind: 'speech' | 'direction' | 'words';
  readonly role: string;
  readonly parts: string[];
  /** Whether a speech has words, and not only how they are said. */
  hasWords: boolean;
  /** What a name above its words is, should no words follow. */
  readonly above: string | null;
  /** How many of the first parts it holds already. */
  readonly manners: number;
}

/** A layout, and the places of rows in capitals that are not spoken. */
interface WrittenLayout extends TextLayout {
  readonly silentRows: ReadonlySet<number>;
}

/** Writes the rows of a script in another layout, each speech and each direction as a paragraph of its own. */
class LayoutWriter {
  readonly #rows: readonly LayoutRow[];
  readonly #layout: WrittenLayout;
  readonly #speechWords: SpeechWords;
  readonly #hasActs: boolean;
  readonly #isComic: boolean;
  readonly #isPlay: boolean;
  readonly #parted: PartedWords;
  readonly #paragraphs: string[] = [];
  #block: LayoutBlock | null = null;
  /** The role whose speech a cue interrupts, until a blank row. */
  #speaking: string | null = null;
  #inCastList = false;

  constructor(rows: readonly LayoutRow[], layout: WrittenLayout, speechWords: SpeechWords) {
    this.#rows = rows;
    this.#speechWords = speechWords;
    this.#layout = layout;
    this.#parted = new PartedWords(rows.map(({ text }) => text));
    this.#hasActs = rows.some(({ text, isPart }) => isHeadingRow(text) || (isPart && !isPlace(text)));
    this.#isComic = isComic(rows);
    this.#isPlay = ['above', 'stopped', 'stop', 'sentence'].includes(layout.form);
  }

  write(): string {
    const title = readTitle(this.#rows, this.#layout);
    if (title !== null) {
      this.#heading(`# ${title.title}`);
      for (const credit of title.credits) this.#paragraphs.push(cueOf(credit));
    }
    for (let index = title?.end ?? 0; index < this.#rows.length; index += 1) {
      const row = this.#rows[index];
      if (row?.isBlank) this.#blank(index);
      else if (row) index = this.#read(row, index);
    }
    this.#end();
    return `${this.#paragraphs.join('\n\n')}\n`;
  }

  /** A name may stand apart from its words, and the title of a list from its rows. */
  #blank(index: number): void {
    this.#speaking = null;
    if (this.#waits() && this.#rows[index - 1]?.isBlank === false) return;
    if (this.#inCastList && this.#block === null) this.#inCastList = this.#isListApart(index);
    this.#end();
  }

  /** Whether the names of a cast stand apart from their title. */
  #isListApart(index: number): boolean {
    const [title, next] = [this.#rows[index - 1], this.#rows[index + 1]];
    if (!title || !next || next.isPart || next.isBlank || !isCastListTitle(title.text)) return false;
    const mark = acceptedMark(next, this.#layout);
    return mark === null || mark.form === 'above' || mark.form === 'stopped';
  }

  /** Whether a name has no words yet. */
  #waits(): boolean {
    return this.#block?.kind === 'speech' && !this.#block.hasWords;
  }

  /** @returns the place of the last row that was read with it */
  #read(row: LayoutRow, index: number): number {
    if (this.#isDropped(row) || this.#structure(row)) return index;
    const mark = this.#inCastList || isNoteInCapitals(row) ? null : acceptedMark(row, this.#layout);
    const isAbove = mark?.form === 'above' || mark?.form === 'stopped' || mark?.form === 'cue';
    // What stands directly under a name is what it says, as `Ada.` is under `Roper.`
    const isSaid = isAbove && this.#waits() && (!row.isFirst || mark.form === 'stopped');
    if (mark !== null && !isSaid) {
      this.#end();
      const above = isAbove ? row.text : null;
      this.#block = { ...emptyBlock('speech', mark.role), above, manners: mark.manner.length };
      this.#add(mark.manner);
      if (mark.words !== '') this.#addWords(mark.words);
      // Nothing goes on behind closed brackets.
      if (mark.form === 'corner' && /[」』]$/.test(row.text)) this.#end();
      return index;
    }
    const end = lastRowOfBracket(this.#rows, index);
    const whole = this.#rows
      .slice(index, end + 1)
      .map((each) => each.text)
      .join(' ');
    if (this.#silent(row, index, whole)) return end;
    this.#words(row);
    return index;
  }

  /** Rows that are not spoken. @returns whether a row was one */
  #silent(row: LayoutRow, index: number, whole: string): boolean {
    const bare = directionOf(whole) === null ? withoutBullet(whole) : whole;
    const direction = this.#inCastList ? whole : (directionOf(bare) ?? this.#silentName(row));
    const [rest, time] = withoutStamp(whole);
    // Behind words it is a part of them.
    const stamp = whole.replace(/^[[(<]/, '').startsWith(time) ? time : '';
    if (isProductionNote(row)) {
      this.#end();
      this.#start('direction', '').parts.push(row.text);
    } else if (direction !== null) this.#direct(direction, bare);
    else if (stamp === '' && this.#layout.silentRows.has(index)) this.#direct(whole, whole);
    else if (isGameRow(whole) || isEndOrPause(whole) || (isPartOfProgramme(whole) && !this.#waits()))
      this.#direct(whole, bracketed(whole));
    else if (stamp === '') return false;
    else if (directionOf(rest) !== null) this.#direct(`${stamp} ${directionOf(rest)}`, rest);
    else if (!this.#layout.isStamped) return false;
    // Among messages, words without a name are those of the system, or of someone of whom only a number is known.
    else {
      this.#end();
      this.#start(NUMBER_OF_A_SENDER.test(rest) ? 'words' : 'direction', '').parts.push(whole);
    }
    return true;
  }

  /** A row that names a sound in place of a role, or the columns; null for any other. */
  #silentName({ text, marks }: LayoutRow): string | null {
    const mark = marks.find(({ form }) => form === 'gap' || (AS_NAMES.has(form) && form === this.#layout.form));
    if (mark === undefined || !(isSoundName(mark.role) || TABLE_HEADS.has(mark.role))) return null;
    return tableCells(text)?.join(' ').trim() ?? text;
  }

  /** Whether a row only says that a speech or a page goes on. */
  #isDropped({ text, full, isFirst }: LayoutRow): boolean {
    if (GOES_ON_ROW.test(text)) return true;
    if (!isPageNumber(text) || !isFirst || this.#waits()) return false;
    return !/^\d+\.?$/.test(text) || /^(?:\s{20}|\t{4})/.test(full);
  }

  /** Headings, breaks and lists of who plays. @returns whether a row was one */
  #structure(row: LayoutRow): boolean {
    const { text } = row;
    if (row.isHead) {
      this.#end();
      this.#paragraphs.push(bracketed(text));
    } else if (isCastListTitle(text)) {
      this.#end();
      this.#inCastList = true;
      this.#start('direction', '').parts.push(text.replace(/^[#* ]+/, '').replace(/(?<!\*)\*+$/, ''));
      this.#end();
    } else if (TABLE_RULE.test(text)) this.#end();
    else if (this.#isSceneBreak(row)) {
      this.#end();
      if (this.#paragraphs.length > 0) this.#paragraphs.push(pauseMark(SCENE_BREAK_SECONDS));
    } else if (isHeadingRow(text)) this.#heading(text);
    else if (/^#{3,6} /.test(text) && acceptedMark(row, this.#layout) === null)
      this.#heading(`## ${text.replace(/^#+ +/, '')}`);
    else if (row.isPart) this.#part(text);
    else if (isPlace(text) && !this.#hasActs) this.#heading(`## ${withoutSceneNumbers(text)}`);
    else return false;
    return true;
  }

  #isSceneBreak({ text, isFirst, hasBelow }: LayoutRow): boolean {
    if (!isSignsOnly(text) || directionOf(text)) return false;
    // Alone under a name, `…` is what its role says.
    return isOrnamentRow(text) || (isFirst && !hasBelow && !this.#waits());
  }

  /** A part, and as a direction who is on stage in it: `SCÈNE II. — ORGON, ELMIRE.` */
  #part(text: string): void {
    const [, title = text, names = ''] = /^([^—–-]{1,60}?)[.:]?\s{0,4}[—–-]\s{0,4}(\S.{0,100})$/u.exec(text) ?? [];
    const isCast = names !== '' && this.#areOnStage(names);
    this.#heading(`## ${(isCast ? title : text).replace(/[_*\s]+/g, ' ').trim()}`);
    if (isCast) this.#paragraphs.push(bracketed(names));
  }

  /** Whether words are names of roles, but for a few: `Orgon, Elmire, un valet.` */
  #areOnStage(words: string): boolean {
    const names = words
      .replace(/\([^()]{0,60}\)/g, '')
      .replace(/\.$/, '')
      .split(/[,;]|\s(?:and|und|et|e|y|и)\s/)
      .map((name) => name.trim());
    const known = names.filter((name) => this.#layout.roles.has(name.toUpperCase())).length;
    return known > 0 && known * 2 >= names.length && names.every((name) => name.split(' ').length <= MOST_NAME_WORDS);
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
    // What stands between speeches in corner brackets is set in.
    const isBetween = this.#layout.form === 'corner' && /^\s/.test(row.full);
    const isSilent = isBetween || this.#isSilentRow(row);
    const isPanel = this.#isComic && PANEL.test(text);
    if (isPanel) this.#speaking = null;
    if (isBetween || isPanel || (isSilent && this.#block?.kind === 'words')) this.#end();
    if (this.#block === null && this.#speaking !== null) this.#start('speech', this.#speaking);
    else if (this.#block === null) this.#start(isSilent ? 'direction' : 'words', '');
    const words = isPlace(text) ? withoutSceneNumbers(text) : (tableCells(text)?.join(' ').trim() ?? text);
    if (this.#block?.kind === 'speech') this.#addWords(words);
    else this.#block?.parts.push(words);
  }

  /** What is not spoken though it is in no brackets: a transition, a place among acts, `Setting: …`, `Enter Ghost.` */
  #isSilentRow({ text, marks, isFirst }: LayoutRow): boolean {
    if (isTransition(text) || isPlace(text) || PANEL.test(text)) return true;
    if (isPageNumber(text) || (this.#isComic && isFirst)) return true;
    if (this.#isPlay && (isEntrance(text) || this.#areOnStage(text))) return true;
    const [mark] = marks;
    return mark?.form === 'colon' && isProductionTerm(mark.role);
  }

  #start(kind: LayoutBlock['kind'], role: string): LayoutBlock {
    this.#block = emptyBlock(kind, role);
    return this.#block;
  }

  #add(parts: readonly string[]): void {
    if (this.#block) append(this.#block.parts, parts);
  }

  #addWords(row: string): void {
    if (this.#block === null) return;
    const words = withSilentSounds(row);
    // `<Media omitted>`
    const omitted = /^<([^<>]{1,60})>$/.exec(words)?.[1];
    this.#block.parts.push(omitted === undefined ? words : bracketed(omitted));
    if (omitted === undefined && directionOf(words) === null) this.#block.hasWords = true;
  }

  #end(): void {
    const block = this.#block;
    this.#block = null;
    if (block === null) return;
    const { kind, role, parts, hasWords, above, manners } = block;
    // A name that nothing is said under is of someone who is on stage.
    if (above !== null && !hasWords) {
      const others = parts.slice(manners).map((part) => cueOf(directionOf(part) ?? part));
      append(this.#paragraphs, [cueOf(above), ...others]);
    } else if (kind === 'speech') this.#paragraphs.push(`${role}: ${this.#speechWords(this.#joined(parts))}`.trimEnd());
    else if (kind === 'direction') this.#paragraphs.push(cueOf(this.#joined(parts)));
    else if (hasPartedWord(parts)) this.#paragraphs.push(narrated(this.#joined(parts)));
    else this.#paragraphs.push(parts.map(narrated).join('\n'));
  }

  #joined(parts: readonly string[]): string {
    return joinRows({ rows: parts }, (word) => this.#parted.isOne(word));
  }
}

const MOST_NAME_WORDS = 4;

const emptyBlock = (kind: LayoutBlock['kind'], role: string): LayoutBlock => ({
  ...{ kind, role, parts: [], hasWords: false, above: null, manners: 0 },
});

/** The name of a place as a scene has it, without the numbers that a screenplay sets on both sides. */
const withoutSceneNumbers = (text: string): string =>
  text
    .replace(/^\d{1,4}[A-Z]?[. ]\s{0,20}/, '')
    .replace(/\s{2,80}\d{1,4}[A-Z]?\.?$/, '')
    .replace(/\s+/g, ' ');

const isProductionNote = (row: LayoutRow): boolean => {
  const { text, marks } = row;
  const [mark] = marks;
  const isNote = NOTE_TO_SOMEONE.test(text) || (mark?.form === 'colon' && headsProductionNote(mark.role));
  return isNote || isNoteInCapitals(row);
};

const isNoteInCapitals = ({ marks: [mark] }: LayoutRow): boolean =>
  mark?.form === 'colon' && mark.isCapital && isStageNote(mark.role, mark.words);
