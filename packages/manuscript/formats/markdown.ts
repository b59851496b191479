import { Marked, type TokenizerObject, type Tokens } from 'marked';
import type { DocumentDetails, Manuscript } from '../../../shared/model/manuscript.ts';
import { isSceneHeading } from '../layout/layout-words.ts';
import { withoutSpeechTags } from '../script/inline-markup.ts';
import { isSymbolsOnly } from '../sections/scene-breaks.ts';
import { type DecodedText, OpenedText, readText } from '../text/text-file.ts';
import { documentError } from './importable-file.ts';
import { readHtmlPage } from './page/html.ts';
import { splitIntoSections } from './sections.ts';

const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
/** `[Ann Lee, Tom Ray]`, or one per line after a dash */
const AUTHORS_FIELD = /^authors?:[ \t]*(?:\[([^[\]\n]{1,400})\]|((?:\n[ \t]*- [^\n:]{1,80}){1,20}))/im;
/** `key: value`, optionally quoted. Other YAML is ignored. */
const FRONT_MATTER_FIELD = /^([A-Za-z][\w-]{0,40})[ \t]*:[ \t]*(\S.*?)[ \t]*$/;
/** In UTF-16 code units. */
const MAX_FRONT_LENGTH = 20_000;

/** Pandoc syntax: `[words]{.class}`, `{#anchor}` after headings, and fenced divs. */
const PANDOC_SPAN = /(?<!!)\[([^[\]{}]{0,400})\](?=\{[#.=])/g;
const SUBSCRIPT = /(?<=\p{L})~(\d{1,4})~(?!~)/gu;
const ATTRIBUTES = /\{[#.=][^{}]{0,400}\}/g;
const RAW_MARKUP = /`<[^`]{0,400}>`\{=html\}/g;
const PART_FENCE = /^:{3,80}[^\n]{0,400}$/gm;

/** Syntax in note-taking apps: `> [!NOTE]` begins a callout, `==words==` is highlighted, `%%words%%` is a comment. */
const CALLOUT = /^((?:>[ \t]?){1,5})\[![\w-]{1,30}\][+-]?[ \t]*/gm;
const HIGHLIGHT = /(?<![=\p{L}\p{N}])==(?=[^\s=])([^=\n]{1,400})(?<=\S)==(?![=\p{L}\p{N}])/gu;
const COMMENT = /%%([^%]{1,4000})%%/g;

const LATEX_COMMAND_ROW = /^\\(?:(?:new|clear|page)\w{0,12}|\w{3,6}skip|[vh]space\*?\{[^{}\n]{0,20}\})[ \t]*$/gm;
/** `| The sea is wide`: a line of verse, which has no closing bar, unlike a table row */
const VERSE_ROW = /^\| ([^|\n]*)$/gm;

/** @throws ImportError `binary`, `encoding` or `empty` */
export const readMarkdown = (bytes: Uint8Array, file: string): Manuscript =>
  readMarkdownText(readText(bytes, file), file);

/** @throws ImportError `empty` */
export function readMarkdownText({ text, notices }: DecodedText, file: string): Manuscript {
  const { fields, body } = withoutFrontMatter(text);
  const speech = withoutSpeechTags(withoutAttributes(body));
  const page = readHtmlPage(parsePage(addVerseBreaks(speech.text), file), { hasComments: true });
  if (page.blocks.length === 0) throw documentError('empty', file);
  const named = fields.get('title') ?? null;
  const { title, sections } = splitIntoSections(page.blocks, named);
  return {
    title: named ?? title,
    author: fields.get('author') ?? null,
    says: documentDetails(fields),
    sections,
    notices: page.leftOut.notices(),
    assumed: [...notices, ...speech.notices],
    isTyped: true,
  };
}

/**
 * Opens a script as plain text, so that bold names and italic directions are recognised. Returns null for non-scripts.
 */
export function openMarkdownScript({ text, notices }: DecodedText, file: string): OpenedText | null {
  const { body } = withoutFrontMatter(text);
  const plain = withPlainHeadings(withoutAttributes(body).replace(HARD_BREAK, '').replace(NEEDLESS_ESCAPE, '$1'));
  const opened = new OpenedText({ text: plain, notices }, file);
  return opened.isTypedAsScript() ? opened : null;
}

/** Google Docs exports unnecessary backslashes. */
const NEEDLESS_ESCAPE = /\\([-.!+=~])/g;
const BOLD_HEADING = /^(#{1,6} {1,4})\*\*([^*\n]{1,200})\*\*[ \t]*$/gm;
const BOLD_ROW = /^\*\*([^*\n]{1,200})\*\*[ \t]*$/gm;

const withPlainHeadings = (text: string): string =>
  text
    .replace(BOLD_HEADING, '$1$2')
    .replace(BOLD_ROW, (row: string, words: string) => (isSceneHeading(words.trim()) ? words.trim() : row));

const HARD_BREAK = /(?<!\\)\\$(?=\n[^\n])/gm;

const withoutAttributes = (body: string): string =>
  body
    .replace(RAW_MARKUP, '')
    .replace(PANDOC_SPAN, '$1')
    .replace(ATTRIBUTES, '')
    .replace(PART_FENCE, '')
    .replace(LATEX_COMMAND_ROW, '')
    .replace(SUBSCRIPT, '$1')
    .replace(CALLOUT, '$1')
    .replace(HIGHLIGHT, '$1')
    .replace(COMMENT, '<!--$1-->');

/** Adds hard breaks to verse. Tables also begin with bars, but they have a rule or closing bars. */
const addVerseBreaks = (body: string): string =>
  body.replace(VERSE_ROW, (row, words: string, at: number) =>
    TABLE_RULE.test(body.slice(at + row.length + 1).split('\n', 1)[0] ?? '') ? row : `${words.trim()}  `,
  );

function withoutFrontMatter(text: string): { readonly fields: ReadonlyMap<string, string>; readonly body: string } {
  const fields = new Map<string, string>();
  const [whole = '', rows = ''] = FRONT_MATTER.exec(text.slice(0, MAX_FRONT_LENGTH)) ?? [];
  const read = rows.split('\n').map((row) => FRONT_MATTER_FIELD.exec(row));
  if (!read.some((field) => field !== null)) return { fields, body: text };
  for (const field of read) {
    const [, key = '', value = ''] = field ?? [];
    if (field) fields.set(key.toLowerCase(), unquote(value));
  }
  const authors = AUTHORS_FIELD.exec(rows);
  const names = (authors?.[1]?.split(',') ?? authors?.[2]?.split('\n') ?? [])
    .map((name) => unquote(name.trim().replace(/^- /, '').trim()))
    .filter((name) => name !== '');
  if (names.length > 0) fields.set('author', names.join('; '));
  return { fields, body: text.slice(whole.length) };
}

const unquote = (value: string): string => value.replace(/^(["'])(.*)\1$/, '$2');

function documentDetails(fields: ReadonlyMap<string, string>): DocumentDetails {
  const says = {
    publisher: fields.get('publisher'),
    language: fields.get('lang') ?? fields.get('language'),
    isbn: fields.get('isbn'),
    description: fields.get('description'),
  };
  return Object.fromEntries(Object.entries(says).filter(([, value]) => value !== undefined));
}

/** Deeper nesting than in any book. Marked would take seconds to parse deeper levels. */
const NESTED_ROW = /^(?:[ \t]{0,4}(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){200}(?![-+* \t]*$)/m;
/** Maximum indent in characters. More deeply nested lists become plain text. */
const MAX_INDENT = 200;
const DEEP_INDENT = /^[ \t]{201,}/gm;

/** @throws ImportError `too-complex` */
function parsePage(body: string, file: string): string {
  if (NESTED_ROW.test(body)) throw documentError('too-complex', file);
  const marked = new Marked({ gfm: true, async: false });
  marked.use({ extensions: [noteReference, note], tokenizer: LINEAR_RULES });
  try {
    return marked.parse(
      escapeLooseRules(replaceSceneBreaks(body)).replace(DEEP_INDENT, (indent) => indent.slice(0, MAX_INDENT)),
      { async: false },
    );
  } catch (error) {
    throw documentError('too-complex', file, error);
  }
}

/** Plain text up to the next character that may start CommonMark markup or GFM strikethrough (`~`). */
const INLINE_TEXT = /^(?:`+|~+|[^`~])(?:(?= {2,}\n)|[\s\S]*?(?:(?=[\\<![`*~_]|$)|[^ ](?= {2,}\n)))/;

/**
 * If a paragraph has more emphasis marks than this, all of them are literal, because Marked compares each mark with
 * all later ones.
 */
const MAX_EMPHASIS = 1_000;
let counted = { text: '', signs: 0 };

/** Cached, because Marked calls this function at every emphasis mark. */
function countEmphasis(text: string): number {
  if (counted.text !== text) counted = { text, signs: text.match(/[*_]/g)?.length ?? 0 };
  return counted.signs;
}

const LINEAR_RULES: TokenizerObject = {
  // Autolinks are read as plain text, because finding where they end would take quadratic time.
  url: () => undefined,
  inlineText(text) {
    const [raw] = INLINE_TEXT.exec(text) ?? [];
    return raw === undefined ? undefined : { type: 'text', raw, text: raw, escaped: this.lexer.state.inRawBlock };
  },
  emStrong(_text, masked) {
    return countEmphasis(masked) > MAX_EMPHASIS ? undefined : false;
  },
  table(text) {
    return /[:|]/.test(text.split('\n', 2)[1] ?? '') ? false : undefined;
  },
};

const NON_BREAK_ROW = /^[ \t]*(?:`{3}|>+[ \t]*$|<)/;

/**
 * Replaces scene breaks with `***`, because Markdown reads `#` as a heading, `+ + +` as nested lists and `~~~` as a
 * code fence.
 */
function replaceSceneBreaks(body: string): string {
  const rows = body.split('\n');
  const isBlank = (at: number) => (rows[at] ?? '').trim() === '';
  const isAlone = (at: number) => isBlank(at - 1) && isBlank(at + 1);
  return rows
    .map((row, at) => (isSymbolsOnly(row) && !NON_BREAK_ROW.test(row) && isAlone(at) ? '***' : row))
    .join('\n');
}

const TABLE_RULE = /^ {0,3}[|:-][|: -]*$/;

/**
 * Escapes lines that look like a table rule but don't fit the line above, because Marked would try to read each as a
 * table.
 */
function escapeLooseRules(body: string): string {
  const rows = body.split('\n');
  return rows
    .map((row, at) => {
      const isLoose = TABLE_RULE.test(row) && /[:|]/.test(row) && countCells(rows[at - 1] ?? '') !== countCells(row);
      return isLoose ? `\\${row.trimStart()}` : row;
    })
    .join('\n');
}

const countCells = (row: string): number =>
  row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/).length;

/** `[^1]`. Text ends before every `[`, so Marked needs no `start`. */
const noteReference = {
  name: 'note-reference',
  level: 'inline',
  tokenizer(text: string): Tokens.Generic | undefined {
    const match = /^\[\^[^\]\s]{1,60}\](?!:)/.exec(text);
    return match ? { type: 'note-reference', raw: match[0] } : undefined;
  },
  renderer: () => '',
} as const;

/** How far to search for a note directly below a paragraph, in UTF-16 code units. */
const NOTE_SEARCH_LENGTH = 4_000;

const NOTE_PARAGRAPH = /^(?:\n[ \t]*){1,4}\n(?: {4}|\t)[^\n]+(?:\n(?: {4}|\t)[^\n]+)*/;

const note = {
  name: 'note',
  level: 'block',
  // Marked calls this function at each paragraph, with all of the remaining text.
  start(text: string) {
    const near = text.slice(0, NOTE_SEARCH_LENGTH);
    const end = near.indexOf('\n\n');
    return /^ {0,3}\[\^/m.exec(end === -1 ? near : near.slice(0, end))?.index;
  },
  tokenizer(
    this: { lexer: { inlineTokens(text: string): Tokens.Generic[] } },
    text: string,
  ): Tokens.Generic | undefined {
    const match =
      /^ {0,3}\[\^[^\]\s]{1,60}\]:[ \t]{0,8}([^\n]*(?:\n(?:[ \t]+[^\n]*|(?![ \t]*\n| {0,3}\[\^)[^\n]+))*)/.exec(text);
    if (!match) return undefined;
    let [raw, words] = [match[0], match[1] ?? ''];
    for (
      let more = NOTE_PARAGRAPH.exec(text.slice(raw.length));
      more;
      more = NOTE_PARAGRAPH.exec(text.slice(raw.length))
    ) {
      raw += more[0];
      words += more[0];
    }
    return { type: 'note', raw, tokens: this.lexer.inlineTokens(words.replace(/\n\s*/g, '\n')) };
  },
  renderer(
    this: { parser: { parseInline(tokens: Tokens.Generic[]): string } },
    { tokens = [] }: Tokens.Generic,
  ): string {
    return `<aside epub:type="footnote">${this.parser.parseInline(tokens)}</aside>\n`;
  },
} as const;
