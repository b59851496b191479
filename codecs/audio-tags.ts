// What a finished audio file says of itself.

/** A picture, as the bytes of a JPEG or PNG file. */
export interface CoverPicture {
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly bytes: Uint8Array;
}

/** Null or absent: nothing is said. */
export interface AudioTags {
  readonly title?: string | null | undefined;
  readonly album?: string | null | undefined;
  readonly subtitle?: string | null | undefined;
  /** Who wrote it. */
  readonly artist?: string | null | undefined;
  /** Who reads it. Players of audiobooks look for the narrator under the composer. */
  readonly narrator?: string | null | undefined;
  readonly publisher?: string | null | undefined;
  /** As `1895`. */
  readonly year?: string | null | undefined;
  readonly genre?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly series?: string | null | undefined;
  readonly seriesPart?: string | null | undefined;
  /** 1-based, and of how many. */
  readonly track?: { readonly number: number; readonly of: number } | undefined;
  /** ISO 639-2, as `eng`. */
  readonly language?: string | null | undefined;
  /** Thirteen digits. */
  readonly isbn?: string | null | undefined;
  /** The whole line. */
  readonly copyright?: string | null | undefined;
  readonly cover?: CoverPicture | null | undefined;
}

/** The kind of a picture by its first bytes; null where it is neither JPEG nor PNG. */
export function coverPicture(bytes: Uint8Array): CoverPicture | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return { mediaType: 'image/jpeg', bytes };
  const isPng = bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;
  return isPng ? { mediaType: 'image/png', bytes } : null;
}

/** A chapter of a file, in order. */
export interface ChapterMark {
  readonly title: string;
  /** In samples of the file's rate. */
  readonly startFrame: number;
}

/** A list of chapters that a file has besides a complete one, for some readers: Nero's in an M4B, cue points in a WAV file. */
type SecondChapterList = 'nero' | 'cue';

/** Something about chapters that a file can't hold. Chapters are given by their number in the file, 1-based. */
export type ChapterLoss =
  /** The second list would be incomplete, so it is left out: readers that know no other see no chapters. */
  | { readonly kind: 'list-left-out'; readonly list: SecondChapterList }
  /** All chapters from this one on. */
  | { readonly kind: 'left-out'; readonly from: number }
  | { readonly kind: 'title-shortened'; readonly chapters: readonly number[] };
