import { z } from 'zod';
import type { BlockEvidence } from './block-evidence.ts';
import { countedWordsSchema } from './counted-words.ts';
import type { ImportNotice } from './import-notes.ts';
import { sourcePositionSchema } from './source-position.ts';

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

/** In lower case. Files without an extension are also accepted. */
export const SCRIPT_EXTENSIONS: readonly string[] = ['txt', 'text', 'lectern-script', 'rpy', 'ssml'];

export type ScriptKind = 'script' | 'prose';
export const DOCUMENT_EXTENSIONS: readonly string[] = Object.values(DOCUMENT_FORMATS).flat();

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

/** Sections that are left out by default, because listeners don't expect them. */
export const SKIPPED_SECTION_KINDS: ReadonlySet<SectionKind> = new Set([
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

/** Content beside the main text. Endnotes in a separate section belong to that section, not to `notes`. */
export const ASIDES = ['notes', 'captions', 'tables'] as const;
export type Aside = (typeof ASIDES)[number];
export const ASIDE_PLACES = ['left-out', 'in-place', 'at-end'] as const;
export type AsidePlace = (typeof ASIDE_PLACES)[number];
export type AsidePlaces = { readonly [aside in Aside]?: AsidePlace | undefined };

interface EmphasisedText {
  readonly text: string;
  readonly styled?: string;
}

interface MarkedBlock {
  readonly markedAs?: SectionKind;
}

/** Each text is a single line without markup. Only verse has several lines, separated by line breaks. */
export type Block = MarkedBlock &
  (
    | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string; readonly evidence?: BlockEvidence }
    | ({ readonly kind: 'paragraph' } & EmphasisedText)
    | ({ readonly kind: 'speech'; readonly role: string; readonly evidence?: BlockEvidence } & EmphasisedText & {
          /** The role's whole name, if it had to be shortened. */
          readonly longName?: string;
        })
    | { readonly kind: 'direction'; readonly text: string }
    | { readonly kind: 'scene-break' }
    | { readonly kind: 'footnote' | 'caption' | 'table'; readonly text: string }
  );

export const COLUMN_USES = ['role', 'text', 'chapter', 'scene', 'direction', 'ignored'] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

export const sheetChoiceSchema = z.object({
  isRead: z.boolean(),
  /** One per column. If a use that is allowed only once is repeated, the first such column counts. */
  uses: z.array(z.enum(COLUMN_USES)),
  hasTitles: z.boolean(),
});
export type SheetChoice = z.infer<typeof sheetChoiceSchema>;

export interface Section {
  readonly title: string | null;
  readonly kind: SectionKind;
  readonly blocks: readonly Block[];
}

/**
 * Parts that weren't imported. `inconsistent`: the size or checksum is wrong. `joined-cells`: rows were split at
 * commas and joined again.
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
    'boilerplate',
    'reader-comments',
    'formulas',
    'hidden',
  ]),
  count: z.int().min(1),
  ...countedWordsSchema.shape,
  /** Position of the first occurrence; undefined if the format doesn't provide positions. */
  at: sourcePositionSchema.optional(),
});
export type ManuscriptNotice = z.infer<typeof manuscriptNoticeSchema>;

export interface DocumentDetails {
  readonly publisher?: string;
  readonly language?: string;
  readonly isbn?: string;
  readonly description?: string;
}

export interface Manuscript {
  readonly title: string | null;
  readonly author: string | null;
  readonly says?: DocumentDetails;
  readonly sections: readonly Section[];
  readonly notices: readonly ManuscriptNotice[];
  /** Undefined if nothing was assumed, repaired or removed in decoding. */
  readonly assumed?: readonly ImportNotice[];
  /** Set for script conventions, so that leading brackets and pause marks aren't escaped. */
  readonly isTyped?: true;
  readonly sheets?: readonly Sheet[];
}
