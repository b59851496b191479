// Destinations of a finished book and their requirements: audio figures, file names, extra files, metadata, and policy
// on synthetic voices.
import { z } from 'zod';
import type { BookField, CoverFigures } from './book.ts';
import type { DeliveryEncoding, MasteringGoal } from './delivery.ts';

/** In display order. */
export const DELIVERY_TARGETS = [
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
export const deliveryTargetIdSchema = z.enum(DELIVERY_TARGETS);
export type DeliveryTargetId = z.infer<typeof deliveryTargetIdSchema>;

/** Formats for handing a production over to other programs. */
export const HANDOVER_FORMS = ['srt', 'vtt', 'json-chapters', 'labels', 'edl', 'rpp', 'otio', 'package'] as const;
export const handoverFormSchema = z.enum(HANDOVER_FORMS);
export type HandoverForm = z.infer<typeof handoverFormSchema>;

/** Formats that list times within a finished file, so each file of a target gets its own. */
export const TIMED_FORMS = ['srt', 'vtt', 'json-chapters', 'labels'] as const satisfies readonly HandoverForm[];
export type TimedForm = (typeof TIMED_FORMS)[number];

export const isTimedForm = (form: string): form is TimedForm => TIMED_FORMS.some((timed) => timed === form);

/** The default target that timed formats refer to: the whole book in one file. */
export const USUAL_TIMED_TARGET = 'm4b';

/** An inclusive range. An absent end is unbounded. */
export const boundSchema = z.object({ min: z.number().optional(), max: z.number().optional() });
export type Bound = z.infer<typeof boundSchema>;

/** Measurements of a file that a target can limit. Levels are in dBFS, durations in seconds, rates in Hz. */
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
  /** Total for all channels, in kbit/s. */
  'bitrate',
  'durationSeconds',
  'sizeBytes',
] as const;
export type BoundedFigure = (typeof BOUNDED_FIGURES)[number];

/** The codec, as detected in the file. */
export type PackedAs = DeliveryEncoding['codec'];

export interface TargetFigures {
  readonly bounds: Readonly<Partial<Record<BoundedFigure, Bound>>>;
  /** Bitrate range for stereo files if it differs, in kbit/s. */
  readonly stereoBitrate?: Bound;
  /** Accepted codecs; null accepts any. */
  readonly packedAs: readonly PackedAs[] | null;
  /** Requires the same bitrate in every frame of a file. */
  readonly constantBitrate: boolean;
  /** Requires the same channel count in all files. */
  readonly sameChannels: boolean;
}

/** How a target splits the production into files. */
export type FileShape =
  | { readonly kind: 'lines' }
  /** One file per chapter. With `credits`, the opening and closing credits are separate files. */
  | { readonly kind: 'chapters'; readonly credits: boolean }
  | { readonly kind: 'whole' }
  /** The start of the book, up to this length. */
  | { readonly kind: 'sample'; readonly longestSeconds: number };

/** Requirements for the cover image. Dimensions are in pixels. */
export interface CoverRules {
  readonly isNeeded: boolean;
  readonly fewestPixels: number;
  readonly mostPixels: number | null;
  readonly isSquare: boolean;
  readonly formats: readonly CoverFigures['format'][];
}

/** `official` if the store published it; `secondary` if several other sources agree on it. */
export type SourceReliability = 'official' | 'secondary';

/** Where a store's requirements come from and when they were last checked. Lectern's own targets have no source. */
export interface FigureSource {
  readonly standing: SourceReliability;
  /** ISO date, such as `2026-11-22`. */
  readonly checkedOn: string;
}

/**
 * A store's policy on synthetic narration. `refused`: not accepted without prior authorisation. `disclosed`: accepted
 * with a disclosure, either in a metadata field or, if `how` is null, at submission. `unknown`: ask the store first.
 */
export type SyntheticStance =
  | { readonly kind: 'refused' | 'unknown' }
  | { readonly kind: 'disclosed'; readonly how: Disclosure | null };

/**
 * The metadata field and the store's exact wording for the disclosure. It's added as a narrator or prepended to the
 * description.
 */
export interface Disclosure {
  readonly into: 'narrators' | 'description';
  readonly words: string;
}

/** A file delivered with the audio. `chapters` is JSON chapters 1.2; `transcript` is WebVTT with speakers. */
export type TargetExtra = 'cover' | 'chapters' | 'transcript';

/** A file name without extension, with placeholders from `NAME_PARTS` (`shared/rules/delivery-names.ts`) in braces. */
export type NamePattern = string;

export interface DeliveryTarget {
  /** For a custom target, the id of the target it was copied from. */
  readonly id: DeliveryTargetId;
  /** Set for a producer's custom target; absent for built-in targets. */
  readonly own?: { readonly id: string; readonly name: string; readonly base: Exclude<DeliveryTargetId, 'lines'> };
  readonly shape: FileShape;
  /** Null leaves takes unprocessed and only converts them. */
  readonly goal: MasteringGoal | null;
  /** Null uses the format chosen for single lines. */
  readonly encoding: DeliveryEncoding | null;
  /** Writes chapters into an MPEG-4 file. */
  readonly chapterMarks: boolean;
  readonly name: NamePattern | null;
  readonly extras: readonly TargetExtra[];
  readonly figures: TargetFigures;
  readonly cover: CoverRules | null;
  /** `needs` lists required fields; `shows` lists optional fields that the target displays. */
  readonly needs: readonly BookField[];
  readonly shows: readonly BookField[];
  readonly source: FigureSource | null;
  /** Null for targets meant for the producer's own use. */
  readonly synthetic: (SyntheticStance & FigureSource) | null;
}

/** Settings an encoder doesn't support. Bitrates are in kbit/s, sample rates in Hz. */
export type EncodingProblem =
  | { readonly kind: 'mp3-bitrate'; readonly bitrate: number }
  | { readonly kind: 'low-rate-bitrate'; readonly sampleRate: number; readonly most: number };

/**
 * Why a target can't be exported. `needs`: its file names use a field that the book doesn't have. `only-aac`: M4B
 * requires AAC.
 */
export type TargetProblem =
  | EncodingProblem
  | { readonly kind: 'needs'; readonly field: BookField }
  /** The custom target no longer exists in the project. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'only-aac' };
