// Escapes a book's text so that words aren't mistaken for directions, headings or roles.
import type { ImportNotice } from '../../../shared/model/import-notes.ts';
import { parseCueRow } from '../../../shared/rules/brackets.ts';
import { escapePauses, SCENE_MARK } from '../../../shared/rules/pauses.ts';
import { roleMarkReader, withEscapedMark } from '../../../shared/rules/role-marks.ts';
import { restorePauseMarks } from '../script/inline-markup.ts';
import { countLeftOutWords } from '../script/omitted-words.ts';
import { collapseNestedMarks, removeStressMarkers } from '../script/stress-markers.ts';
import { findHeadings } from './find-headings.ts';
import { HyphenatedWords } from './hyphenated-words.ts';
import {
  isHeadingName,
  isVerse,
  joinRows,
  type ProseBlock,
  type ProseHeading,
  proseBlocks,
  proseRows,
} from './prose-headings.ts';
import { type BookRows, colophonStart, frontMatter, isClosingText, withoutLicence } from './prose-matter.ts';
import { isInnerSceneBreak, isSymbolsOnly } from './scene-breaks.ts';

export interface ProseScript {
  readonly text: string;
  readonly title: string | null;
  readonly notices: readonly ImportNotice[];
}

const EMPHASIS = /(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]{0,800}[^\s_])_(?![\p{L}\p{N}_])/gu;
const MARK_AT_START = /^[#([]/;
const BACKSLASH_BEFORE_MARK = /\\(?=[#([])/g;
/** Until roles are confirmed, the narrator is the only role. */
const READ_MARK = roleMarkReader({ roleMarks: 'confirmed', confirmedRoles: [] });

/**
 * Keeps line breaks in verse, merges `BOOK ONE` and `CHAPTER I` into one heading, and reports removed parts as notices.
 */
export function proseToScript(text: string): ProseScript {
  const book = withoutLicence(proseRows(text));
  const blocks = proseBlocks(book.rows).flatMap(splitAtSceneBreaks);
  const words = new HyphenatedWords(book.rows.map((row) => row.trimStart()));
  const join: JoinBlock = (block) => joinRows(block, (word) => words.isOneWord(word));
  const headings = findHeadings(blocks);
  const front = frontMatter(blocks, headings, book.marked);
  const notices = licenceNotices(book);
  const leave = (kind: 'title-page' | 'contents', start: number, end: number): void => {
    const rows = blocks.slice(start, end).flatMap((block) => block.rows);
    notices.push({ kind, rows: rows.length, ...countLeftOutWords(rows) });
  };
  if (front.titleEnd > 0) leave('title-page', 0, front.titleEnd);
  if (front.contentsEnd > front.contentsStart) {
    leave('contents', front.contentsStart, front.contentsEnd);
  }
  const body = [...blocks.slice(front.titleEnd, front.contentsStart), ...blocks.slice(front.contentsEnd)];
  const colophon = body.splice(colophonStart(body, headings)).flatMap((block) => block.rows);
  if (colophon.length > 0) notices.push({ kind: 'colophon', rows: colophon.length, ...countLeftOutWords(colophon) });
  while (body.length > 1 && isClosingText(body[body.length - 1] ?? { rows: [] })) {
    notices.push({ kind: 'closing', words: join(body.pop() ?? { rows: [] }) });
  }
  const writer = new ProseWriter(join);
  body.forEach((block, at) => {
    const heading = headings.get(block);
    if (heading) writer.heading(heading);
    else if (!writer.nameHeading(block, body[at + 1])) writer.words(block);
  });
  return { text: writer.finish(), title: book.title ?? front.title, notices: [...notices, ...writer.notices()] };
}

export function hasLicence(text: string): boolean {
  // Doesn't match line breaks, so that matching takes linear time across blank lines.
  return /^[^\S\r\n\u2028\u2029]*\*{3}\s*(?:START|END) OF TH(?:E|IS) PROJECT GUTENBERG/im.test(text);
}

/** Removes the licence. Apart from that, changes only line endings. */
export function scriptWithoutLicence(text: string): Pick<ProseScript, 'text' | 'notices'> {
  const book = withoutLicence(proseRows(text));
  return { text: `${book.rows.join('\n').trim()}\n`, notices: licenceNotices(book) };
}

/** Scene breaks may be directly below words, without a blank line. */
function splitAtSceneBreaks(block: ProseBlock): readonly ProseBlock[] {
  const isBreak = block.rows.map((_, at) => isInnerSceneBreak(block.rows, at));
  if (!isBreak.includes(true)) return [block];
  const blocks: string[][] = [];
  let isCut = true;
  for (const [at, row] of block.rows.entries()) {
    if (isCut || isBreak[at]) blocks.push([row]);
    else blocks.at(-1)?.push(row);
    isCut = isBreak[at] ?? false;
  }
  return blocks.map((rows) => ({ rows }));
}

function licenceNotices({ before, after, characters }: BookRows): ImportNotice[] {
  return before + after === 0 ? [] : [{ kind: 'licence', before, after, characters }];
}

type JoinBlock = (block: ProseBlock) => string;

class ProseWriter {
  readonly #joined: JoinBlock;
  readonly #paragraphs: string[] = [];
  #headings: { readonly rank: number; words: string; readonly bare: boolean }[] = [];
  #inChapter = false;
  #breakPending = false;
  #emphases = 0;
  #breaks = 0;

  constructor(join: JoinBlock) {
    this.#joined = join;
  }

  heading(heading: ProseHeading): void {
    this.#breakPending = false;
    const above = this.#headings[this.#headings.length - 1];
    // Joins a part's heading with the heading of the first chapter. Alone, the part's heading would look like the
    // book's title.
    if (above && above.rank >= heading.rank) this.#writeHeading();
    this.#headings.push({ rank: heading.rank, words: this.#escapeText(heading.words), bare: heading.bare });
  }

  nameHeading(block: ProseBlock, after: ProseBlock | undefined): boolean {
    const above = this.#headings[this.#headings.length - 1];
    if (!above?.bare || after === undefined || above.words.includes(' — ') || !isHeadingName(block)) return false;
    const words = this.#escapeText(this.#joined(block));
    above.words = `${above.words.replace(/[.:]$/, '')}. ${words}`;
    this.#headings[this.#headings.length - 1] = { ...above, bare: false };
    return true;
  }

  words(block: ProseBlock): void {
    const join = this.#joined(block);
    if (isSymbolsOnly(join)) {
      this.#breakPending = this.#inChapter && this.#headings.length === 0;
      return;
    }
    this.#writeHeading();
    if (this.#breakPending) {
      this.#paragraphs.push(SCENE_MARK);
      this.#breaks += 1;
    }
    this.#breakPending = false;
    this.#inChapter = true;
    const rows = isVerse(block) ? block.rows.map((row) => row.trim()).join('\n') : join;
    this.#paragraphs.push(
      this.#escapeText(rows)
        .split('\n')
        .map((row) => escapeRow(row))
        .join('\n'),
    );
  }

  finish(): string {
    this.#writeHeading();
    return this.#paragraphs.length === 0 ? '' : restorePauseMarks(`${this.#paragraphs.join('\n\n')}\n`);
  }

  notices(): ImportNotice[] {
    const notices: ImportNotice[] = [];
    if (this.#emphases > 0) notices.push({ kind: 'emphases', passages: this.#emphases });
    if (this.#breaks > 0) {
      notices.push({ kind: 'scene-breaks', breaks: this.#breaks });
    }
    return notices;
  }

  #writeHeading(): void {
    if (this.#headings.length === 0) return;
    this.#paragraphs.push(`## ${this.#headings.map((heading) => heading.words).join(' — ')}`);
    this.#headings = [];
    this.#inChapter = false;
  }

  #escapeText(words: string): string {
    const { text, passages } = removeStressMarkers(collapseNestedMarks(words));
    this.#emphases += passages;
    return text.replace(EMPHASIS, (_, inside: string) => {
      this.#emphases += 1;
      return inside;
    });
  }
}

/** `SFX: rain` on a line of its own. Other labels may begin a sentence in prose. */
const EFFECT_ROW = /^(?:SFX|FX|F\/X|BGM):\s.{1,300}$/;

function escapeRow(row: string): string {
  if (parseCueRow(row) !== null) return row;
  if (EFFECT_ROW.test(row)) return `[${row.replace(/[[\]]/g, '')}]`;
  const words = escapePauses(row.replace(BACKSLASH_BEFORE_MARK, '$&$&'));
  return MARK_AT_START.test(words) ? `\\${words}` : withEscapedMark(words, READ_MARK);
}
