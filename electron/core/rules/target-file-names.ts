import type { NamePattern } from '../../../shared/model/export/export-target.ts';
import { MAX_NAME_BYTES } from '../../../shared/rules/export/file-names.ts';
import { safeNamePart } from '../../../shared/rules/export/safe-name.ts';

export const NAME_PARTS = ['number', 'files', 'chapter', 'book', 'isbn'] as const;
type NamePart = (typeof NAME_PARTS)[number];

export interface TargetFile {
  readonly number: number;
  readonly files: number;
  /** Null if there is no title, or if the file contains several chapters. */
  readonly chapter: string | null;
  readonly book: string;
  /** 13 digits; if null, names use the book's title instead. */
  readonly isbn: string | null;
}

/** Pads numbers to at least two digits so that names sort, except next to `{files}`, where stores parse the number. */
function paddedNumber(pattern: NamePattern, { number, files }: TargetFile): string {
  return pattern.includes('{files}') ? String(number) : String(number).padStart(Math.max(2, String(files).length), '0');
}

/**
 * Returns the name of a target's file. Names are unique if the pattern contains the number or there is only one file.
 */
export function targetFileName(pattern: NamePattern, file: TargetFile, extension: string): string {
  const parts: Readonly<Record<NamePart, string>> = {
    number: paddedNumber(pattern, file),
    files: String(file.files),
    chapter: file.chapter ?? file.book,
    book: file.book,
    isbn: file.isbn ?? file.book,
  };
  const name = pattern.replace(/\{([a-z]{1,20})\}/g, (whole, part: string) =>
    NAME_PARTS.some((known) => known === part) ? parts[part as NamePart] : whole,
  );
  return `${safeNamePart(name, MAX_NAME_BYTES - extension.length - 1)}.${extension}`;
}
