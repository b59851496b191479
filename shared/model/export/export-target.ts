import { z } from 'zod';
import type { BookField, CoverFigures } from '../book.ts';
import type { DeliveryEncoding, MasteringGoal } from './delivery.ts';

/** In the order in which they are listed. `shared/rules/export/export-targets.ts` defines each. */
export const EXPORT_TARGETS = [
  'lines',
  'chapters',
  'm4b',
  'acx',
  'google-play',
  'apple-books',
  'spotify',
  'kobo',
  'podcast',
  'retail-sample',
] as const;
export const exportTargetIdSchema = z.enum(EXPORT_TARGETS);
export type ExportTargetId = z.infer<typeof exportTargetIdSchema>;

export const PROGRAM_TARGETS = [
  'srt',
  'vtt',
  'transcript',
  'json-chapters',
  'labels',
  'edl',
  'rpp',
  'otio',
  'package',
  'epub',
  'lpf',
] as const;
export const programTargetSchema = z.enum(PROGRAM_TARGETS);
export type ProgramTarget = z.infer<typeof programTargetSchema>;

/** Times refer to one finished file, so each of a target's files has its own sidecar. */
export const SIDECAR_TARGETS = [
  'srt',
  'vtt',
  'transcript',
  'json-chapters',
  'labels',
] as const satisfies readonly ProgramTarget[];
export type SidecarTarget = (typeof SIDECAR_TARGETS)[number];

export const isSidecarTarget = (form: string): form is SidecarTarget =>
  SIDECAR_TARGETS.some((target) => target === form);

export const DEFAULT_SIDECAR_AUDIO = 'm4b';

/** Publications that contain text and audio: an EPUB with media overlays, and a W3C audiobook (LPF). */
export const PUBLICATION_TARGETS = ['epub', 'lpf'] as const satisfies readonly ProgramTarget[];
export type PublicationTarget = (typeof PUBLICATION_TARGETS)[number];

export const isPublicationTarget = (form: string): form is PublicationTarget =>
  PUBLICATION_TARGETS.some((target) => target === form);

/** Targets whose text can be synchronised with the audio by lines or by words. */
export const TIMED_TEXT_TARGETS = [
  'srt',
  'vtt',
  'transcript',
  'epub',
  'lpf',
] as const satisfies readonly ProgramTarget[];

export type TimedTextTarget = (typeof TIMED_TEXT_TARGETS)[number];

export const isTimedText = (form: string): form is TimedTextTarget =>
  TIMED_TEXT_TARGETS.some((target) => target === form);

export const TEXT_UNITS = ['lines', 'words'] as const;
export type TextUnit = (typeof TEXT_UNITS)[number];

/** The default is words for EPUBs, and lines for other texts. */
export const defaultTextUnit = (form: string): TextUnit => (form === 'epub' ? 'words' : 'lines');

/** An inclusive range, unbounded where an end is undefined. */
export const boundSchema = z.object({ min: z.number().optional(), max: z.number().optional() });
export type Bound = z.infer<typeof boundSchema>;

/** Levels are in dBFS, durations in seconds, rates in Hz. */
export const BOUNDED_FIGURES = [
  'integratedLufs',
  'rmsDbfs',
  'samplePeakDbfs',
  'truePeakDbtp',
  'noiseFloorDbfs',
  'headSeconds',
  'tailSeconds',
  'sampleRate',
  'channels',
  /** Total bitrate of all channels, in kbit/s. */
  'bitrate',
  'durationSeconds',
  'sizeBytes',
] as const;
export type BoundedFigure = (typeof BOUNDED_FIGURES)[number];

export type CodecName = DeliveryEncoding['codec'];

export interface TargetFigures {
  readonly bounds: Readonly<Partial<Record<BoundedFigure, Bound>>>;
  readonly stereoBitrate?: Bound;
  readonly packedAs: readonly CodecName[] | null;
  readonly constantBitrate: boolean;
  readonly sameChannels: boolean;
}

export type FileShape =
  | { readonly kind: 'lines' }
  /** With `credits`, the opening and closing credits are separate files. */
  | { readonly kind: 'chapters'; readonly credits: boolean }
  | { readonly kind: 'whole' }
  | { readonly kind: 'sample'; readonly longestSeconds: number };

export interface CoverRules {
  readonly isNeeded: boolean;
  readonly fewestPixels: number;
  readonly mostPixels: number | null;
  readonly isSquare: boolean;
  readonly formats: readonly CoverFigures['format'][];
}

/** `official` if the store published it; `secondary` if several other sources agree on it. */
export type SourceReliability = 'official' | 'secondary';

export interface FigureSource {
  readonly standing: SourceReliability;
  readonly checkedOn: string;
}

/** `disclosed`: accepted with a disclosure, either in the named metadata field or, if `how` is null, at submission. */
export type SyntheticNarrationPolicy =
  | { readonly kind: 'refused' | 'unknown' }
  | { readonly kind: 'disclosed'; readonly how: Disclosure | null };

/** The store's exact wording, added as a narrator or before the description. */
export interface Disclosure {
  readonly into: 'narrators' | 'description';
  readonly words: string;
}

/** `chapters` is the JSON chapters format 1.2; `transcript` is WebVTT with speakers. */
export type TargetExtra = 'cover' | 'chapters' | 'transcript';

/** Without an extension. `NAME_PARTS` (`electron/core/rules/target-file-names.ts`) lists the placeholders. */
export type NamePattern = string;

export interface ExportTarget {
  readonly id: ExportTargetId;
  readonly own?: { readonly id: string; readonly name: string; readonly base: Exclude<ExportTargetId, 'lines'> };
  readonly shape: FileShape;
  /** Null converts takes without processing them. */
  readonly goal: MasteringGoal | null;
  readonly encoding: DeliveryEncoding | null;
  readonly chapterMarks: boolean;
  readonly name: NamePattern | null;
  readonly extras: readonly TargetExtra[];
  readonly figures: TargetFigures;
  readonly cover: CoverRules | null;
  /** `shows` lists the optional fields that the target displays. */
  readonly needs: readonly BookField[];
  readonly shows: readonly BookField[];
  readonly source: FigureSource | null;
  /** Null for targets that aren't stores. */
  readonly synthetic: (SyntheticNarrationPolicy & FigureSource) | null;
}

export type EncodingProblem =
  | { readonly kind: 'mp3-bitrate'; readonly bitrate: number }
  | { readonly kind: 'low-rate-bitrate'; readonly sampleRate: number; readonly most: number };

/**
 * `needs`: the book lacks a field that is used in file names. `only-aac`: M4B requires AAC. `only-mp3-or-aac`:
 * publications. `banned`: the store bans synthetic narration and hasn't authorised it for this book.
 */
export type TargetProblem =
  | EncodingProblem
  | { readonly kind: 'needs'; readonly field: BookField }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'only-aac' | 'only-mp3-or-aac' | 'banned' };
