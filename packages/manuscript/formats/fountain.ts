// Fountain screenplays (fountain.io/syntax), including Highland packages.
import type { Manuscript } from '../../../shared/model/manuscript.ts';
import type { SourcePosition } from '../../../shared/model/source-position.ts';
import { wordPattern } from '../../../shared/rules/words/word-lists.ts';
import { joinEmphasis, markEmphasis, withoutEmphasis } from '../script/document-emphasis.ts';
import { readText } from '../text/text-file.ts';
import { openArchive } from './archive.ts';
import { documentError } from './importable-file.ts';
import { addInconsistentFiles, Omissions } from './omissions.ts';
import { convertScreenplay, isActTitle, type ScreenplayElement } from './screenplay.ts';

const IN_PACKAGE = /(?:^|\/)text\.(?:fountain|md|markdown|txt)$/i;
const TITLE_KEY =
  /^(title|credit|authors?|source|notes|draft ?date|date|contact|copyright|revisions?|format):\s*(.*)$/i;
const TITLE_KEYS = wordPattern('^', 'title-heads', '$', 'iu');
const AUTHOR_KEYS = wordPattern('^', 'author-heads', 's?$', 'iu');
const isTitleKey = (row: string): boolean => {
  const key = row.split(':', 1)[0] ?? '';
  return TITLE_KEY.test(row) || (row.includes(':') && (TITLE_KEYS.test(key) || AUTHOR_KEYS.test(key)));
};
/** Matches any key. Unknown keys are accepted after a known key. */
const ANY_KEY = /^[A-Za-z][\w ]{0,30}:/;
const SCENE_HEADING = /^(?:INT|EXT|EST|INT\.?\/EXT|EXT\.?\/INT|I\.?\/E)(?:\.|\s)\s*\S/;
const SCENE_NUMBER = /\s?#[\w.-]{1,20}#$/;
const TRANSITIONS: readonly RegExp[] = [
  /^(?:FADE (?:IN|OUT|TO BLACK)|CUT TO BLACK|[^a-z]{1,60} TO)[.:]$/,
  wordPattern('^', 'transitions', '[.:]$', 'u'),
];
const isTransition = (row: string): boolean => TRANSITIONS.some((transition) => transition.test(row));

/** @throws ImportError `damaged`, `too-large`, `binary`, `encoding` or `empty` */
export function readFountain(bytes: Uint8Array, file: string): Manuscript {
  if (!isPackage(bytes)) return readFountainText(bytes, file);
  const { archive, inconsistent } = openArchive(bytes, file, (path) => IN_PACKAGE.test(path));
  const [text] = archive.values();
  if (!text) throw documentError('damaged', file);
  const manuscript = readFountainText(text, file);
  const leftOut = new Omissions();
  leftOut.addAll(manuscript.notices);
  addInconsistentFiles(leftOut, inconsistent);
  return { ...manuscript, notices: leftOut.notices() };
}

function readFountainText(bytes: Uint8Array, file: string): Manuscript {
  const { text, notices: assumed } = readText(bytes, file);
  return { ...parseFountain(text, file), assumed };
}

const isPackage = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3;

/** @throws ImportError `empty` */
export function parseFountain(text: string, file: string): Manuscript {
  const spaced = text.replaceAll('\t', '    ');
  const bare = withoutBoneyard(spaced);
  const page = readTitlePage(bare.text.split('\n'));
  const { text: words, comments: notes } = withoutNotes(page.body.join('\n'));
  const reader = new BodyReader(words.split('\n'));
  const { elements, comments } = reader.read();
  return convertScreenplay(
    {
      title: withoutMarks(titleField(page, TITLE_KEYS)) || null,
      author: withoutMarks(titleField(page, AUTHOR_KEYS)) || null,
      titlePage: page.rows.map(withoutMarks),
      elements,
      comments: [...bare.comments, ...notes, ...comments].map((words) => ({ words, at: findPosition(spaced, words) })),
      construct: 'fountain-character',
    },
    file,
  );
}

const titleField = ({ values }: TitlePage, key: RegExp): string =>
  Array.from(values).find(([name]) => key.test(name))?.[1] ?? '';

/** Returns undefined if the comment was joined from several parts. */
function findPosition(text: string, comment: string): SourcePosition | undefined {
  const places = [`/*${comment}*/`, `[[${comment}]]`, `=${comment}`].map((typed) => text.indexOf(typed));
  const at = places.find((place) => place >= 0);
  return at === undefined ? undefined : { row: text.slice(0, at).split('\n').length };
}

interface StrippedText {
  readonly text: string;
  readonly comments: readonly string[];
}

function withoutBoneyard(text: string): StrippedText {
  const pieces: string[] = [];
  const comments: string[] = [];
  let from = 0;
  for (let start = text.indexOf('/*'); start >= 0; start = text.indexOf('/*', from)) {
    const end = text.indexOf('*/', start + 2);
    if (end < 0) break;
    pieces.push(text.slice(from, start) + COMMENT);
    comments.push(text.slice(start + 2, end));
    from = end + 2;
  }
  return { text: removeEmptyRows(pieces.join('') + text.slice(from)), comments };
}

/** Private-use character that stands for a comment until the comment's line is read. */
const COMMENT = '\ue000';

/** Removes lines that contain only a comment, because a blank line would end a paragraph. */
const removeEmptyRows = (text: string): string =>
  text
    .split('\n')
    .filter((row) => !row.includes(COMMENT) || row.replaceAll(COMMENT, '').trim() !== '')
    .join('\n')
    .replaceAll(COMMENT, '');

const PARAGRAPH_BREAK = /(\n[ \t]*\n)/;

function withoutNotes(text: string): StrippedText {
  const comments: string[] = [];
  const paragraphs = text.split(PARAGRAPH_BREAK).map((paragraph) => {
    const pieces: string[] = [];
    let from = 0;
    for (let start = paragraph.indexOf('[['); start >= 0; start = paragraph.indexOf('[[', from)) {
      const end = paragraph.indexOf(']]', start + 2);
      if (end < 0) break;
      pieces.push(paragraph.slice(from, start) + COMMENT);
      comments.push(paragraph.slice(start + 2, end));
      from = end + 2;
    }
    return removeEmptyRows(pieces.join('') + paragraph.slice(from));
  });
  return { text: paragraphs.join(''), comments };
}

interface TitlePage {
  readonly values: ReadonlyMap<string, string>;
  readonly rows: readonly string[];
  readonly body: readonly string[];
}

function readTitlePage(allRows: readonly string[]): TitlePage {
  const values = new Map<string, string>();
  const rows: string[] = [];
  const first = allRows.findIndex((row) => row.trim() !== '');
  if (first < 0 || !isTitleKey(allRows[first] ?? '')) return { values, rows, body: allRows };
  let at = first;
  let key = '';
  for (; at < allRows.length; at += 1) {
    const row = allRows[at] ?? '';
    if (row.trim() === '') break;
    const isIndented = /^ {2,}/.test(row);
    if (!isIndented && !ANY_KEY.test(row) && !isTitleKey(row)) break;
    const colon = isIndented ? -1 : row.indexOf(':');
    if (!isIndented) key = row.slice(0, colon).toLowerCase();
    const value = row.slice(colon + 1).trim();
    if (value === '') continue;
    const before = values.get(key);
    values.set(key, before === undefined ? value : `${before} ${value}`);
    rows.push(value);
  }
  return { values, rows, body: allRows.slice(at) };
}

class BodyReader {
  readonly #rows: readonly string[];
  readonly #elements: ScreenplayElement[] = [];
  #at = 0;
  readonly #comments: string[] = [];

  constructor(rows: readonly string[]) {
    this.#rows = rows;
  }

  read(): { readonly elements: readonly ScreenplayElement[]; readonly comments: readonly string[] } {
    while (this.#at < this.#rows.length) {
      const row = this.#row(this.#at).trim();
      const isFirst = this.#at === 0 || this.#isBlank(this.#at - 1);
      this.#at += 1;
      if (row !== '' && !/^={3,}$/.test(row)) this.#readRow(row, isFirst);
    }
    return { elements: this.#elements, comments: this.#comments };
  }

  #row(at: number): string {
    return this.#rows[at] ?? '';
  }

  #isBlank(at: number): boolean {
    return this.#row(at).trim() === '';
  }

  #readRow(row: string, isFirst: boolean): void {
    if (/^=(?!=)/.test(row)) this.#comments.push(row.slice(1));
    else if (row.startsWith('#')) this.#readSection(row);
    else if (row.startsWith('>')) this.#readCentred(row);
    else if (row.startsWith('!')) this.#push('action', this.#paragraph(row.slice(1)));
    else if (row.startsWith('~')) this.#push('action', this.#paragraph(row.slice(1)));
    else if (/^\.(?!\.)\S/.test(row)) this.#push('scene', row.slice(1).replace(SCENE_NUMBER, ''));
    else if (isFirst && SCENE_HEADING.test(withoutMarks(row).toUpperCase()) && isSceneCase(row)) {
      this.#push('scene', row.replace(SCENE_NUMBER, ''));
    } else if (isFirst && this.#isBlank(this.#at) && isTransition(withoutMarks(row))) this.#push('direction', row);
    else if (isFirst && !this.#isBlank(this.#at) && (row.startsWith('@') || isCue(withoutMarks(row))))
      this.#readSpeech(row);
    else if (isFirst && this.#isBlank(this.#at) && isActTitle(withoutMarks(row))) this.#pushAct(1, row);
    else this.#push('action', this.#paragraph(row));
  }

  #push(kind: 'scene' | 'action' | 'direction', text: string): void {
    this.#elements.push({
      kind,
      text: withoutMarks(text),
      ...(kind === 'action' ? { styled: toEmphasisMarkers(text) } : {}),
    });
  }

  #pushAct(level: 1 | 2, text: string): void {
    this.#elements.push({ kind: 'act', level, text: withoutMarks(text) });
  }

  /** Sections below the second level are the writer's outline. */
  #readSection(row: string): void {
    const marks = /^#+/.exec(row)?.[0].length ?? 1;
    if (marks > 2) this.#push('direction', row.slice(marks));
    else this.#pushAct(marks === 1 ? 1 : 2, row.slice(marks));
  }

  #readCentred(row: string): void {
    if (!row.endsWith('<')) this.#push('direction', row.slice(1));
    else {
      const text = row.slice(1, -1).trim();
      if (isActTitle(withoutMarks(text))) this.#pushAct(1, text);
      else this.#push('action', text);
    }
  }

  #readSpeech(row: string): void {
    const cue = withoutMarks(row.startsWith('@') ? row.slice(1) : row);
    const words = this.#paragraph('');
    this.#elements.push({ kind: 'speech', cue, text: withoutMarks(words), styled: toEmphasisMarkers(words) });
  }

  /** Reads up to the next blank line. A line of two spaces doesn't end a speech. */
  #paragraph(first: string): string {
    const rows = [first];
    while (this.#at < this.#rows.length) {
      const row = this.#row(this.#at);
      if (row.trim() === '' && (row !== '  ' || first !== '')) break;
      this.#at += 1;
      rows.push(row.trim().replace(/^[~!](?=\S)/, ''));
    }
    return rows.filter((row) => row !== '').join(' ');
  }
}

/** Scene headings without a full stop must be in capitals, because `Est ce que` is French dialogue. */
const isSceneCase = (row: string): boolean => /^[^.\s]{1,12}\./.test(row) || /^\W*[A-Z/]{3,}/.test(row);

function isCue(row: string): boolean {
  const name =
    row
      .replace(/\^\s*$/, '')
      .split('(', 1)[0]
      ?.trim() ?? '';
  if (name.length > 60 || !/\p{Lu}/u.test(name) || name !== name.toUpperCase()) return false;
  return !/[:：](?=.)|[!?]$|^\W*$/.test(name) && !isTransition(name);
}

const EMPHASIS = /(?<!\\)(\*{1,3})(?=\S)([^*\n]*[^\s*\\])\1/g;
const UNDERLINED = /(?<![\p{L}\p{N}\\_])_(?=\S)([^_\n]*[^\s_\\])_(?![\p{L}\p{N}_])/gu;

const withoutMarks = (text: string): string => replaceMarks(text, (words) => words);

const toEmphasisMarkers = (text: string): string => joinEmphasis(replaceMarks(text, markEmphasis));

function replaceMarks(text: string, replace: (words: string) => string): string {
  let words = withoutEmphasis(text);
  const inside = (_: string, __: string, emphasis: string) => replace(emphasis);
  if (words.includes('*')) words = words.replace(EMPHASIS, inside).replace(EMPHASIS, inside).replace(EMPHASIS, inside);
  if (words.includes('_')) words = words.replace(UNDERLINED, (_, underlined: string) => replace(underlined));
  return words
    .replace(/\\([@#!*_$~`+=.><\\/])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
