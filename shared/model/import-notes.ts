// What is said of a script that was read, or of a file that can't be: kinds with data, which shared/words/en/importing.ts words.
import { z } from 'zod';
import { countedWordsSchema } from './counted-words.ts';

/** What the characters of a text were read as, where it was not UTF-8. */
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

/** What was assumed, changed or left out while a script was read. */
export const importNoticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('encoding'), encoding: z.enum(TEXT_ENCODINGS) }),
  /** Characters of a UTF-8 text that were read as Windows-1252, and the row of the first of them, 1-based. */
  z.object({ kind: z.literal('mixed-encodings'), characters: z.int(), row: z.int() }),
  /** Characters that had been encoded twice, as in `cafÃ©`, and were repaired; and the row of the first of them, 1-based. */
  z.object({ kind: z.literal('twice-encoded'), characters: z.int(), row: z.int() }),
  /** Bytes that are no UTF-8, in a text that is. */
  z.object({ kind: z.literal('damaged-characters'), characters: z.int() }),
  /** Rows of a licence before and after the book, and its characters. */
  z.object({ kind: z.literal('licence'), before: z.int(), after: z.int(), characters: z.int() }),
  z.object({ kind: z.literal('title-page'), rows: z.int(), ...countedWordsSchema.shape }),
  z.object({ kind: z.literal('contents'), rows: z.int(), ...countedWordsSchema.shape }),
  /** Rows at the head of a script that say what it is and who made it. */
  z.object({ kind: z.literal('script-head'), rows: z.int() }),
  /** Words such as “THE END”. */
  z.object({ kind: z.literal('closing'), words: z.string() }),
  z.object({ kind: z.literal('illustrations'), marks: z.int(), ...countedWordsSchema.shape }),
  /** Notes beside the words of a text, and marks in it that refer to them. */
  z.object({ kind: z.literal('notes'), notes: z.int(), marks: z.int(), ...countedWordsSchema.shape }),
  z.object({ kind: z.literal('sidenotes'), notes: z.int(), ...countedWordsSchema.shape }),
  /** Numbers of pages in brackets. */
  z.object({ kind: z.literal('page-marks'), marks: z.int() }),
  /** Rows of what transcribers say of their work. */
  z.object({ kind: z.literal('transcriber-notes'), rows: z.int(), ...countedWordsSchema.shape }),
  z.object({ kind: z.literal('emphases'), passages: z.int() }),
  /** Each became a pause of `seconds`. */
  z.object({ kind: z.literal('scene-breaks'), breaks: z.int(), seconds: z.number() }),
  /** Links whose words are spoken and whose addresses are not; and pictures, which are left out. */
  z.object({ kind: z.literal('links'), links: z.int() }),
  z.object({ kind: z.literal('pictures'), pictures: z.int() }),
  /** Tags of HTML or SSML that were left out, with the names of the first kinds; their words are spoken. */
  z.object({ kind: z.literal('tags'), tags: z.int(), names: z.string() }),
  z.object({ kind: z.literal('comments'), comments: z.int(), ...countedWordsSchema.shape }),
  /** Words in braces or double square brackets, which will be spoken: the first, and how many more there are. */
  z.object({ kind: z.literal('braces'), words: z.string(), others: z.int() }),
  /** Speeches without letters or digits, which no voice speaks: the first of them, and how many more there are. */
  z.object({ kind: z.literal('silent-speeches'), words: z.string(), others: z.int() }),
  /** The first words in square brackets that will be spoken, and how many more there are. */
  z.object({ kind: z.literal('spoken-brackets'), words: z.string(), others: z.int() }),
  /** The text is in a language in which speakers are not found: the narrator keeps its quotations. */
  z.object({ kind: z.literal('speakers-unsupported') }),
]);
export type ImportNotice = z.infer<typeof importNoticeSchema>;

/** What in a script will not do as it stands. */
export const importWarningSchema = z.discriminatedUnion('kind', [
  /** Characters that no voice can say; `codes`: the first of them, as `U+FFFD`. */
  z.object({ kind: z.literal('odd-characters'), characters: z.int(), codes: z.array(z.string()) }),
  z.object({ kind: z.literal('three-roles'), paragraphs: z.int() }),
  /** Dialogs whose words have a turn prefix in them. */
  z.object({ kind: z.literal('prefix-in-words'), dialogs: z.int() }),
  /** Names that differ in nothing but small letters, marks and spaces. */
  z.object({ kind: z.literal('alike-names'), one: z.string(), other: z.string() }),
  /** Paragraphs longer than a line of `limit` characters. */
  z.object({ kind: z.literal('cut'), paragraphs: z.int(), limit: z.int() }),
  z.object({ kind: z.literal('too-long'), paragraphs: z.int() }),
]);
export type ImportWarning = z.infer<typeof importWarningSchema>;

/** What a file is that is no plain text. */
export const FILE_TYPES = [
  'pdf',
  'epub',
  'docx',
  'opendocument',
  'office',
  'legacy',
  'rtf',
  'html',
  'mobi',
  'zip',
  'gzip',
  'sevenzip',
  'rar',
  'png',
  'jpeg',
  'gif',
  'webp',
  'wav',
  'mp3',
  'ogg',
  'flac',
  'mp4',
  'sqlite',
  'program',
] as const;
export type FileType = (typeof FILE_TYPES)[number];

/**
 * Why a file can't be imported.
 *
 * Of plain text: `other-file` and `not-text` are no text, `marked-up` is one that has to be saved as plain text first,
 * `unclear-encoding` has characters that can't be told, `no-words` and `matter-only` have nothing to speak. `unread-type` and
 * `unread-extension` are kinds of files that are not read. `document-…` are about documents: `no-text` has pictures of pages,
 * `too-complex` took more time or memory than any manuscript needs, `too-large` comes to more once it is unpacked. `file-…` are
 * about the file itself; `code` is the system's.
 */
export type ImportFault =
  | { readonly kind: 'other-file' | 'marked-up' | 'unread-type'; readonly type: FileType }
  | { readonly kind: 'unread-extension'; readonly extension: string }
  | { readonly kind: 'not-text' | 'unclear-encoding' | 'no-words' | 'matter-only' }
  | { readonly kind: `document-${DocumentFault}` }
  | { readonly kind: 'file-not-found' | 'file-is-folder' | 'file-not-regular' | 'file-forbidden' }
  | { readonly kind: 'file-unreadable'; readonly code: string | null }
  | { readonly kind: 'file-too-large'; readonly mebibytes: number }
  | { readonly kind: 'file-too-many-rows'; readonly rows: number };

/** What a document may be besides whole. */
export type DocumentFault = 'damaged' | 'protected' | 'no-text' | 'too-complex' | 'too-large' | 'empty';
