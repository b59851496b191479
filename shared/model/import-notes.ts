import { z } from 'zod';
import { countedWordsSchema } from './counted-words.ts';
import type { FileType } from './file-types.ts';

export const TEXT_ENCODINGS = [
  'windows-1252',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'gb18030',
  'big5',
  'euc-kr',
  'windows-1251',
  'koi8-r',
  'iso-8859-5',
  'windows-1250',
  'iso-8859-2',
  'windows-1253',
  'iso-8859-7',
  'windows-1254',
  'windows-1255',
  'windows-1256',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

const noteShape = { ...countedWordsSchema.shape, row: z.int().optional() };

export const importNoticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('encoding'), encoding: z.enum(TEXT_ENCODINGS) }),
  /** UTF-8 characters that were decoded as Windows-1252, and the 1-based line of the first one. */
  z.object({ kind: z.literal('mixed-encodings'), characters: z.int(), row: z.int() }),
  z.object({ kind: z.literal('twice-encoded'), characters: z.int(), row: z.int() }),
  z.object({ kind: z.literal('damaged-characters'), characters: z.int() }),
  z.object({ kind: z.literal('licence'), before: z.int(), after: z.int(), characters: z.int() }),
  z.object({ kind: z.literal('title-page'), rows: z.int(), ...countedWordsSchema.shape }),
  z.object({ kind: z.literal('contents'), rows: z.int(), ...countedWordsSchema.shape }),
  z.object({ kind: z.literal('colophon'), rows: z.int(), ...countedWordsSchema.shape }),
  z.object({ kind: z.literal('script-head'), rows: z.int() }),
  z.object({ kind: z.literal('closing'), words: z.string() }),
  z.object({ kind: z.literal('illustrations'), marks: z.int(), ...noteShape }),
  z.object({ kind: z.literal('notes'), notes: z.int(), marks: z.int(), ...noteShape }),
  z.object({ kind: z.literal('sidenotes'), notes: z.int(), ...noteShape }),
  z.object({ kind: z.literal('page-marks'), marks: z.int() }),
  z.object({ kind: z.literal('running-heads'), rows: z.int(), ...countedWordsSchema.shape }),
  z.object({ kind: z.literal('times'), rows: z.int() }),
  z.object({ kind: z.literal('transcriber-notes'), rows: z.int(), ...noteShape }),
  z.object({ kind: z.literal('emphases'), passages: z.int() }),
  z.object({ kind: z.literal('scene-breaks'), breaks: z.int() }),
  z.object({ kind: z.literal('links'), links: z.int() }),
  z.object({ kind: z.literal('pictures'), pictures: z.int() }),
  /** HTML or SSML tags that were removed. The text inside the tags is spoken. */
  z.object({ kind: z.literal('tags'), tags: z.int(), names: z.string() }),
  z.object({ kind: z.literal('comments'), comments: z.int(), ...countedWordsSchema.shape }),
  /** Spoken text in braces or double square brackets: the first passage, and the number of other passages. */
  z.object({ kind: z.literal('braces'), words: z.string(), others: z.int() }),
  /** Lines without letters or digits to speak: the first line, and the number of other lines. */
  z.object({ kind: z.literal('silent-speeches'), words: z.string(), others: z.int() }),
  z.object({ kind: z.literal('spoken-brackets'), words: z.string(), others: z.int() }),
  /** Cues for music and effects: the first one, and how many there are of each kind. */
  z.object({ kind: z.literal('cues'), first: z.string(), music: z.int(), effects: z.int(), ambience: z.int() }),
  z.object({ kind: z.literal('speakers-unsupported') }),
  /** A title that is shortened in the book's details. Lengths are in UTF-16 code units. */
  z.object({ kind: z.literal('long-title'), characters: z.int(), limit: z.int() }),
  /** Names of roles that were shortened: the first one, and the number of others. */
  z.object({ kind: z.literal('long-names'), words: z.string(), others: z.int(), limit: z.int() }),
]);
export type ImportNotice = z.infer<typeof importNoticeSchema>;

export const importWarningSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('odd-characters'), characters: z.int(), codes: z.array(z.string()) }),
  z.object({ kind: z.literal('three-roles'), paragraphs: z.int() }),
  z.object({ kind: z.literal('prefix-in-words'), dialogs: z.int() }),
  z.object({ kind: z.literal('alike-names'), one: z.string(), other: z.string() }),
  z.object({ kind: z.literal('cut'), paragraphs: z.int(), limit: z.int() }),
  z.object({ kind: z.literal('too-long'), paragraphs: z.int() }),
]);
export type ImportWarning = z.infer<typeof importWarningSchema>;

/**
 * `wrong-file`: a type that can't be imported, or can't be imported as text. `document-protected`: needs a password.
 * `document-drm`: copy-protected by a store. `document-no-text`: contains only page images. `document-too-large`: too
 * large when unpacked. `code` is the operating system's error code.
 */
export type ImportErrorData =
  | { readonly kind: 'wrong-file'; readonly type: FileType }
  | { readonly kind: 'unread-extension'; readonly extension: string }
  | { readonly kind: 'not-text' | 'unclear-encoding' | 'no-words' | 'matter-only' }
  | { readonly kind: `document-${DocumentErrorKind}` }
  | { readonly kind: 'file-not-found' | 'file-is-folder' | 'file-not-regular' | 'file-forbidden' }
  | { readonly kind: 'file-unreadable'; readonly code: string | null }
  | { readonly kind: 'file-too-large'; readonly mebibytes: number }
  | { readonly kind: 'file-too-many-rows'; readonly rows: number };

export type DocumentErrorKind = 'damaged' | 'protected' | 'drm' | 'no-text' | 'too-complex' | 'too-large' | 'empty';
