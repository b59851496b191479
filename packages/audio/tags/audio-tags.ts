export interface CoverPicture {
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly bytes: Uint8Array;
}

export interface AudioTags {
  readonly title?: string | null | undefined;
  readonly album?: string | null | undefined;
  readonly subtitle?: string | null | undefined;
  readonly artist?: string | null | undefined;
  /** Audiobook players look for the narrator in the composer tag. */
  readonly narrator?: string | null | undefined;
  readonly publisher?: string | null | undefined;
  readonly year?: string | null | undefined;
  readonly genre?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly series?: string | null | undefined;
  readonly seriesPart?: string | null | undefined;
  readonly track?: { readonly number: number; readonly of: number } | undefined;
  /** ISO 639-2, for example `eng`. */
  readonly language?: string | null | undefined;
  readonly isbn?: string | null | undefined;
  readonly copyright?: string | null | undefined;
  /** URI of a term in the IPTC's Digital Source Type vocabulary. */
  readonly digitalSourceType?: string | null | undefined;
  /** Sentence that tells listeners which part of the speech is synthetic. */
  readonly disclosure?: string | null | undefined;
  readonly cover?: CoverPicture | null | undefined;
}

export function coverPicture(bytes: Uint8Array): CoverPicture | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return { mediaType: 'image/jpeg', bytes };
  const isPng = bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;
  return isPng ? { mediaType: 'image/png', bytes } : null;
}

export interface ChapterMark {
  readonly title: string;
  readonly startFrame: number;
}

/** A second chapter list for some readers: Nero's list in M4B files, cue points in WAV files. */
type SecondChapterList = 'nero' | 'cue';

export type ChapterLoss =
  /**
   * The second chapter list is omitted because it would be incomplete. Readers that support only that list show no
   * chapters.
   */
  | { readonly kind: 'list-left-out'; readonly list: SecondChapterList }
  | { readonly kind: 'left-out'; readonly from: number }
  | { readonly kind: 'title-shortened'; readonly chapters: readonly number[] };
