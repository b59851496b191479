// What the files of a target are called.
import type { NamePattern } from '../model/delivery-target.ts';
import { LONGEST_NAME_BYTES } from './file-names.ts';
import { safeNamePart } from './safe-name.ts';

/** What a name pattern may hold in braces. */
export const NAME_PARTS = ['number', 'files', 'chapter', 'book', 'isbn'] as const;
type NamePart = (typeof NAME_PARTS)[number];

export interface DeliveredFile {
  /** From 1, and how many files there are. */
  readonly number: number;
  readonly files: number;
  /** The chapter's title; null where it has none, or the file holds several. */
  readonly chapter: string | null;
  readonly book: string;
  /** Thirteen digits; null: names begin with what the book is called. */
  readonly isbn: string | null;
}

/** With two digits at least, so that names sort. Where the number of all files stands beside it, a store reads it as a number. */
function numberIn(pattern: NamePattern, { number, files }: DeliveredFile): string {
  return pattern.includes('{files}') ? String(number) : String(number).padStart(Math.max(2, String(files).length), '0');
}

/**
 * The name of one file of a target. Names of two files of one target differ where its pattern has the number, or there is one.
 *
 * @param extension without the dot
 */
export function deliveredFileName(pattern: NamePattern, file: DeliveredFile, extension: string): string {
  const parts: Readonly<Record<NamePart, string>> = {
    number: numberIn(pattern, file),
    files: String(file.files),
    chapter: file.chapter ?? file.book,
    book: file.book,
    isbn: file.isbn ?? file.book,
  };
  const name = pattern.replace(/\{([a-z]{1,20})\}/g, (whole, part: string) =>
    NAME_PARTS.some((known) => known === part) ? parts[part as NamePart] : whole,
  );
  return `${safeNamePart(name, LONGEST_NAME_BYTES - extension.length - 1)}.${extension}`;
}

/** The files of an encoding, by their extension without the dot. */
export const DELIVERED_EXTENSIONS = {
  mp3: 'mp3',
  wav: 'wav',
  flac: 'flac',
  aac: 'm4a',
  vorbis: 'ogg',
  opus: 'opus',
} as const;
