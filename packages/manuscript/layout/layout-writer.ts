import { encloseInBrackets } from '../../../shared/rules/brackets.ts';
import { append } from '../../../shared/rules/lists.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { leadingPauses, SCENE_MARK } from '../../../shared/rules/pauses.ts';
import { formatCue, type SpeechWords } from '../script/own-form.ts';
import { HyphenatedWords, hasHyphenatedWord } from '../sections/hyphenated-words.ts';
import { joinRows } from '../sections/prose-headings.ts';
import { isOrnamentRow, isSymbolsOnly } from '../sections/scene-breaks.ts';
import type { LayoutRow, MarkedRow, TextLayout } from './find-layout.ts';
import { directionOf, isSoundName, isSoundRow, lastRowOfBracket, withNarratorMark } from './layout-directions.ts';
import { hasTrait, type LayoutMark, tableCells, withoutBullet, withoutStamp } from './layout-marks.ts';
import { readTitle } from './layout-title.ts';
import * as words from './layout-words.ts';
import { silenceSoundCues } from './sounds-in-words.ts';

interface LaidOutScript extends TextLayout {
  readonly silentRows: ReadonlySet<number>;
  readonly speechWords: SpeechWords;
}

interface LayoutBlock {
  readonly kind: 'speech' | 'direction' | 'words';
  readonly role: string;
  readonly parts: string[];
  hasWords: boolean;
  /** A name alone on its line. It becomes a direction if no words follow. */
  readonly above: string | null;
  readonly manners: number;
}

export const isComic = (rows: readonly LayoutRow[]): boolean =>
  rows.filter(({ text }) => words.PANEL_HEADING.test(text)).length > 1;

const MAX_NAME_WORDS = 4;

export class LayoutWriter {
  readonly #script: LaidOutScript;
  readonly #hasActs: boolean;
  readonly #isComic: boolean;
  readonly #parted: HyphenatedWords;
  readonly #paragraphs: string[] = [];
  #block: LayoutBlock | null = null;
  /** The role whose speech continues after a cue, until the next blank line. */
  #speaking: string | null = null;
  #inCastList = false;

  constructor(script: LaidOutScript) {
    const { rows } = script;
    this.#script = script;
    this.#parted = new HyphenatedWords(rows.map(({ text }) => text));
    this.#hasActs = rows.some(({ text, isPart }) => isHeadingRow(text) || (isPart && !words.isSceneHeading(text)));
    this.#isComic = isComic(rows);
  }

  write(): string {
    const { rows } = this.#script;
    const title = readTitle(rows);
    if (title !== null) append(this.#paragraphs, [`# ${title.title}`, ...title.credits.map(formatCue)]);
    for (let index = title?.end ?? 0; index < rows.length; index += 1) {
      const row = rows[index];
      if (row?.isBlank) this.#endRow(index);
      else if (row) index = this.#writeRow(row, index);
    }
    this.#endParagraph();
    return `${this.#paragraphs.join('\n\n')}\n`;
  }

  /** Ends the paragraph, unless it is a name or a cast list title that is still waiting for its text. */
  #endRow(index: number): void {
    this.#speaking = null;
    if (this.#needsText() && this.#script.rows[index - 1]?.isBlank === false) return;
    if (this.#inCastList && this.#block === null) this.#inCastList = this.#isSeparateList(index);
    this.#endParagraph();
  }

  #isSeparateList(index: number): boolean {
    const { rows } = this.#script;
    const [title, next] = [rows[index - 1], rows[index + 1]];
    if (!title || !next || next.isPart || next.isBlank || !words.isCastListTitle(title.text)) return false;
    return next.mark === null || hasTrait(next.mark.form, 'alone');
  }

  #needsText(): boolean {
    return this.#block?.kind === 'speech' && !this.#block.hasWords;
  }

  /** @returns the index of the last line it consumed */
  #writeRow(row: MarkedRow, index: number): number {
    const { rows } = this.#script;
    if (this.#isDropped(row) || this.#writeStructure(row)) return index;
    const mark = this.#inCastList || isNoteInCapitals(row) ? null : row.mark;
    // The line directly below a name is that role's speech, such as `Ada.` below `Roper.`
    const isUnder = this.#needsText() && (!row.isFirst || mark?.form === 'stopped');
    if (mark !== null && !(isUnder && hasTrait(mark.form, 'alone'))) {
      this.#writeSpeech(row, mark);
      return index;
    }
    const end = lastRowOfBracket(rows, index);
    const whole = rows.slice(index, end + 1).map((each) => each.text);
    if (this.#writeDirectionRow(row, index, whole.join(' '))) return end;
    this.#writeText(row);
    return index;
  }

  #isDropped({ text, full, isFirst }: LayoutRow): boolean {
    if (words.CONTINUED_ROW.test(text)) return true;
    if (!words.isPageNumber(text) || !isFirst || this.#needsText()) return false;
    return !/^\d+\.?$/.test(text) || /^(?:\s{20}|\t{4})/.test(full);
  }

  #writeStructure(row: MarkedRow): boolean {
    const { text } = row;
    if (row.isHead) this.#writeParagraph(encloseInBrackets(text));
    else if (words.isCastListTitle(text)) {
      this.#writeParagraph(formatCue(text.replace(/^[#* ]+/, '').replace(/(?<!\*)\*+$/, '')));
      this.#inCastList = true;
    } else if (words.TABLE_RULE.test(text)) this.#endParagraph();
    else if (this.#isSceneBreak(row)) {
      this.#endParagraph();
      if (this.#paragraphs.length > 0) this.#paragraphs.push(SCENE_MARK);
    } else if (isHeadingRow(text)) this.#writeHeading(text);
    else if (/^#{3,6} /.test(text) && row.mark === null) this.#writeHeading(`## ${text.replace(/^#+ +/, '')}`);
    else if (row.isPart) this.#writePart(text);
    else if (words.isSceneHeading(text) && !this.#hasActs) this.#writeHeading(`## ${withoutSceneNumbers(text)}`);
    else return false;
    return true;
  }

  #isSceneBreak({ text, isFirst, hasBelow }: LayoutRow): boolean {
    if (!isSymbolsOnly(text) || directionOf(text)) return false;
    // An ellipsis alone on the line below a name is spoken.
    return isOrnamentRow(text) || (isFirst && !hasBelow && !this.#needsText());
  }

  /** Splits off a list of those on stage as a direction: `SCÈNE II. — ORGON, ELMIRE.` */
  #writePart(text: string): void {
    const [, title = text, names = ''] = /^([^—–-]{1,60}?)[.:]?\s{0,4}[—–-]\s{0,4}(\S.{0,100})$/u.exec(text) ?? [];
    const isCast = names !== '' && this.#writeOnStage(names);
    this.#writeHeading(`## ${(isCast ? title : text).replace(/[_*\s]+/g, ' ').trim()}`);
    if (isCast) this.#paragraphs.push(encloseInBrackets(names));
  }

  #writeOnStage(text: string): boolean {
    const names = text
      .replace(/\([^()]{0,60}\)|\.$/g, '')
      .split(/[,;]|\s(?:and|und|et|e|y|и)\s/)
      .map((name) => name.trim());
    const known = names.filter((name) => this.#script.roles.has(name.toUpperCase())).length;
    return known > 0 && known * 2 >= names.length && names.every((name) => name.split(' ').length <= MAX_NAME_WORDS);
  }

  #writeHeading(heading: string): void {
    this.#writeParagraph(heading);
    this.#inCastList = false;
  }

  /**
   * Returns false if the line is spoken.
   * @param whole the line, including the following lines up to its closing bracket
   */
  #writeDirectionRow(row: LayoutRow, index: number, whole: string): boolean {
    const bare = directionOf(whole) === null ? withoutBullet(whole) : whole;
    const direction = this.#inCastList ? whole : (directionOf(bare) ?? this.#nameInSilentRow(row));
    const [rest, time] = withoutStamp(whole);
    const stamp = whole.replace(/^[[(<]/, '').startsWith(time) ? time : '';
    const timed = directionOf(rest);
    if (isProductionNote(row)) this.#startBlock('direction', row.text);
    else if (direction !== null) this.#writeDirection(direction, bare);
    else if (stamp === '' && this.#script.silentRows.has(index)) this.#writeDirection(whole, whole);
    else if (
      words.isGameRow(whole) ||
      words.isEndOrPause(whole) ||
      (words.isProgrammeSegment(whole) && !this.#needsText())
    )
      this.#writeDirection(whole, encloseInBrackets(whole));
    else if (stamp !== '' && timed !== null) this.#writeDirection(`${stamp} ${timed}`, rest);
    else if (stamp === '' || !this.#script.isStamped) return false;
    // Chat messages without a name come from the system, or from a sender known only by a number.
    else this.#startBlock(words.SENDER_NUMBER.test(rest) ? 'words' : 'direction', whole);
    return true;
  }

  #nameInSilentRow({ text, marks }: LayoutRow): string | null {
    const { form } = this.#script;
    const isAsName = (mark: LayoutMark) => mark.form === form && mark.form !== 'colon' && hasTrait(mark.form, 'inline');
    const mark = marks.find((each) => each.form === 'gap' || isAsName(each));
    if (mark === undefined || !(isSoundName(mark.role) || words.TABLE_HEADINGS.has(mark.role))) return null;
    return textOfCells(text);
  }

  #writeDirection(direction: string, whole: string): void {
    if (leadingPauses(whole) === whole) {
      this.#writeParagraph(whole);
      return;
    }
    const isSound = isSoundRow(direction) || direction === whole;
    const speech = this.#block?.kind === 'speech' ? this.#block : null;
    if (speech && !isSound && (whole.startsWith('(') || !speech.hasWords)) {
      speech.parts.push(encloseInBrackets(direction));
      return;
    }
    const role = speech ? speech.role : this.#speaking;
    this.#startBlock('direction', direction);
    if (!isSoundRow(whole)) this.#endParagraph();
    this.#speaking = role;
  }

  #writeSpeech({ text }: LayoutRow, { form, role, manner, words: spoken }: LayoutMark): void {
    this.#endParagraph();
    const above = hasTrait(form, 'alone') ? text : null;
    this.#block = { kind: 'speech', role, parts: [...manner], hasWords: false, above, manners: manner.length };
    if (spoken !== '') this.#addSpeechRow(this.#block, spoken);
    if (form === 'corner' && /[」』]$/.test(text)) this.#endParagraph();
  }

  #writeText(row: LayoutRow): void {
    const { text } = row;
    // Between speeches in corner brackets, narration is indented.
    const isBetween = this.#script.form === 'corner' && /^\s/.test(row.full);
    const isSilent = isBetween || this.#isSilentRow(row);
    const isPanel = this.#isComic && words.PANEL_HEADING.test(text);
    if (isPanel) this.#speaking = null;
    if (isBetween || isPanel || (isSilent && this.#block?.kind === 'words')) this.#endParagraph();
    const spoken = words.isSceneHeading(text) ? withoutSceneNumbers(text) : textOfCells(text);
    if (this.#block === null && this.#speaking !== null)
      this.#block = { kind: 'speech', role: this.#speaking, parts: [], hasWords: false, above: null, manners: 0 };
    if (this.#block === null) this.#startBlock(isSilent ? 'direction' : 'words', spoken);
    else if (this.#block.kind === 'speech') this.#addSpeechRow(this.#block, spoken);
    else this.#block.parts.push(spoken);
  }

  #isSilentRow({ text, marks: [mark], isFirst }: LayoutRow): boolean {
    const { form } = this.#script;
    if (words.isVisualRow(text) || words.isPageNumber(text) || (this.#isComic && isFirst)) return true;
    if (!hasTrait(form, 'inline') && (words.isEntrance(text) || this.#writeOnStage(text))) return true;
    return mark?.form === 'colon' && words.isProductionTerm(mark.role);
  }

  #addSpeechRow(speech: LayoutBlock, row: string): void {
    const spoken = silenceSoundCues(row);
    const omitted = /^<([^<>]{1,60})>$/.exec(spoken)?.[1];
    speech.parts.push(omitted === undefined ? spoken : encloseInBrackets(omitted));
    if (omitted === undefined && directionOf(spoken) === null) speech.hasWords = true;
  }

  #startBlock(kind: 'direction' | 'words', text: string): void {
    this.#endParagraph();
    this.#block = { kind, role: '', parts: [text], hasWords: false, above: null, manners: 0 };
  }

  #writeParagraph(paragraph: string): void {
    this.#endParagraph();
    this.#paragraphs.push(paragraph);
  }

  #endParagraph(): void {
    if (this.#block === null) return;
    const { kind, role, parts, hasWords, above, manners } = this.#block;
    this.#block = null;
    const joined = joinRows({ rows: parts }, (word) => this.#parted.isOneWord(word));
    // A name without a speech only shows who is on stage.
    if (above !== null && !hasWords)
      append(
        this.#paragraphs,
        [above, ...parts.slice(manners).map((part) => directionOf(part) ?? part)].map(formatCue),
      );
    else if (kind === 'speech') this.#paragraphs.push(`${role}: ${this.#script.speechWords(joined)}`.trimEnd());
    else if (kind === 'direction') this.#paragraphs.push(formatCue(joined));
    else
      this.#paragraphs.push(
        hasHyphenatedWord(parts) ? withNarratorMark(joined) : parts.map(withNarratorMark).join('\n'),
      );
  }
}

const textOfCells = (text: string): string => tableCells(text)?.join(' ').trim() ?? text;

/** Screenplays print scene numbers on both sides. */
const withoutSceneNumbers = (text: string): string =>
  text.replace(/^\d{1,4}[A-Z]?[. ]\s{0,20}|\s{2,80}\d{1,4}[A-Z]?\.?$/g, '').replace(/\s+/g, ' ');

const isNoteInCapitals = ({ marks: [mark] }: LayoutRow): boolean =>
  mark?.form === 'colon' && mark.isCapital && words.isStageNote(mark.role, mark.words);

function isProductionNote(row: LayoutRow): boolean {
  const [mark] = row.marks;
  const isHeaded = mark?.form === 'colon' && words.isProductionNoteLabel(mark.role);
  return isHeaded || words.NOTE_TO_CREW.test(row.text) || isNoteInCapitals(row);
}
