// A manuscript as its file has it, before anything is chosen about it.
import { z } from 'zod';
import { countedWordsSchema } from './counted-words.ts';

/** The documents that are read, besides plain text, with the extensions of their files in lower case without the dot. */
export const DOCUMENT_FORMATS = {
  epub: ['epub'],
  docx: ['docx', 'docm'],
  html: ['html', 'htm', 'xhtml'],
  markdown: ['md', 'markdown', 'mdown'],
  pdf: ['pdf'],
  odt: ['odt', 'ott'],
  rtf: ['rtf'],
  csv: ['csv', 'tsv', 'tab'],
  fdx: ['fdx'],
  fountain: ['fountain', 'spmd', 'highland'],
  subtitles: ['srt', 'vtt'],
  xlsx: ['xlsx', 'xlsm'],
} as const satisfies Record<string, readonly string[]>;
export type DocumentFormat = keyof typeof DOCUMENT_FORMATS;

/** Extensions of files that are read as scripts, in lower case without the dot. A file without one is read too. */
export const SCRIPT_EXTENSIONS: readonly string[] = ['txt', 'text', 'lectern-script', 'rpy'];

export type ScriptKind = 'script' | 'prose';
export const DOCUMENT_EXTENSIONS: readonly string[] = Object.values(DOCUMENT_FORMATS).flat();

/** What a section of a manuscript is, in the order of books. */
export const SECTION_KINDS = [
  'title-page',
  'copyright',
  'dedication',
  'contents',
  'cast-list',
  'foreword',
  'chapter',
  'notes',
  'bibliography',
  'index',
  'about-author',
  'other',
] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

/** Sections that listeners don't expect to hear: they are left out unless the producer ticks them. */
export const UNREAD_KINDS: ReadonlySet<SectionKind> = new Set([
  'title-page',
  'copyright',
  'dedication',
  'contents',
  'cast-list',
  'notes',
  'bibliography',
  'index',
  'about-author',
]);

/** Words beside the running text, by what is decided about them. Endnotes that stand in a section of their own are that section. */
export const ASIDES = ['notes', 'captions', 'tables'] as const;
export type Aside = (typeof ASIDES)[number];
/** What is done with them: read where they stand, or behind the last words of their section. */
export const ASIDE_PLACES = ['left-out', 'in-place', 'at-end'] as const;
export type AsidePlace = (typeof ASIDE_PLACES)[number];
/** What is absent is left out. */
export type AsidePlaces = { readonly [aside in Aside]?: AsidePlace | undefined };

interface EmphasisedText {
  readonly text: string;
  /** The same with the signs of what is emphasised (`shared/rules/document-emphasis.ts`); absent where nothing is. */
  readonly signed?: string;
}

interface MarkedBlock {
  /** The part of a book that the file's markup says the block is in; absent where it says nothing. */
  readonly markedAs?: SectionKind;
}

/** A piece of a section. Texts are single rows without markup; only verse keeps rows, parted by `\n`. */
export type Block = MarkedBlock &
  (
    | /** `level` 1 is a chapter, or a part above chapters; 2 a chapter below a part. */
    { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
    | ({ readonly kind: 'paragraph' } & EmphasisedText)
    /** What a role says; `role` as the file spells it. */
    | ({ readonly kind: 'speech'; readonly role: string } & EmphasisedText)
    /** A stage or sound direction: kept in the script, never spoken. */
    | { readonly kind: 'direction'; readonly text: string }
    | { readonly kind: 'scene-break' }
    /** Words beside the running text. */
    | { readonly kind: 'footnote' | 'caption' | 'table'; readonly text: string }
  );

/** What the cells of a table's column are. */
export const COLUMN_USES = ['role', 'text', 'chapter', 'scene', 'direction', 'ignored'] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];

/** A table of a file: rows of cells, without blanks around their words. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

/** What is chosen about a table. */
export const sheetChoiceSchema = z.object({
  isRead: z.boolean(),
  /** By the columns' places; a use that only one column can have counts for the first that has it. */
  uses: z.array(z.enum(COLUMN_USES)),
  /** Whether its first row says what the columns are. */
  hasTitles: z.boolean(),
});
export type SheetChoice = z.infer<typeof sheetChoiceSchema>;

/** A stretch of a manuscript that is read or left out as one. */
export interface Section {
  /** Null where it has no heading. */
  readonly title: string | null;
  readonly kind: SectionKind;
  readonly blocks: readonly Block[];
}

/**
 * What a reader came across and did not take over, and how often. `damaged`: parts that can't be read. `inconsistent`:
 * parts that differ in size or checksum from what their archive says. `pages-without-text`:
 * scans, or pictures. `joined-cells`: rows of a table whose words were parted at commas, and put together again.
 * `page-numbers`: numbers of printed pages. `note-references`: the signs that refer to notes.
 * `navigation`: menus and tables of contents made of links. `hidden`: passages that a page doesn't show, or embeds.
 * `credits`: subtitles that say who made them. `running-heads`: what is printed above or below the text of each page.
 */
export const manuscriptNoticeSchema = z.object({
  kind: z.enum([
    'pictures',
    'links',
    'macros',
    'remote',
    'comments',
    'deletions',
    'damaged',
    'inconsistent',
    'credits',
    'pages-without-text',
    'joined-cells',
    'page-numbers',
    'running-heads',
    'note-references',
    'navigation',
    'formulas',
    'hidden',
  ]),
  count: z.int().min(1),
  /** The words of the document that go with it. */
  ...countedWordsSchema.shape,
});
export type ManuscriptNotice = z.infer<typeof manuscriptNoticeSchema>;

/** Of a document's own data: each as its file spells it; empty or absent where it says nothing. */
export interface DocumentDetails {
  readonly publisher?: string;
  readonly language?: string;
  readonly isbn?: string;
  readonly description?: string;
}

/** A manuscript, section by section in the order of reading. */
export interface Manuscript {
  readonly title: string | null;
  readonly author: string | null;
  /** What else the file says of the book, as it stands there. */
  readonly says?: DocumentDetails;
  readonly sections: readonly Section[];
  readonly notices: readonly ManuscriptNotice[];
  /** It was typed as scripts are: brackets that begin a row, and marks of pauses, mean what they mean there. */
  readonly isTyped?: true;
  /** Of a spreadsheet: the tables that the sections were made of. */
  readonly sheets?: readonly Sheet[];
}
