// Where a finished book goes, and what is wanted there: figures, names, files, details, and what is said of synthetic voices.
import { z } from 'zod';
import type { BookField, CoverFigures } from './book.ts';
import type { DeliveryEncoding, MasteringGoal } from './delivery.ts';

/** In the order in which a producer chooses. */
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

/** Forms in which a production goes to other hands. */
export const HANDOVER_FORMS = ['srt', 'vtt', 'json-chapters', 'labels', 'edl', 'rpp', 'otio', 'package'] as const;
export const handoverFormSchema = z.enum(HANDOVER_FORMS);
export type HandoverForm = z.infer<typeof handoverFormSchema>;

/** Forms that say what is heard when in a finished file: each file of a target has its own. */
export const TIMED_FORMS = ['srt', 'vtt', 'json-chapters', 'labels'] as const satisfies readonly HandoverForm[];
export type TimedForm = (typeof TIMED_FORMS)[number];

export const isTimedForm = (form: string): form is TimedForm => TIMED_FORMS.some((timed) => timed === form);

/** The target whose files' times they have unless another one is chosen: the whole book in one file. */
export const USUAL_TIMED_TARGET = 'm4b';

/** A range; what is absent is not bounded. Both ends belong to it. */
export const boundSchema = z.object({ min: z.number().optional(), max: z.number().optional() });
export type Bound = z.infer<typeof boundSchema>;

/** What is measured of a file and bounded by a target. Levels are in dB of full scale, lengths in seconds, rates in Hz. */
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
  /** kbit/s, of all channels. */
  'bitrate',
  'durationSeconds',
  'sizeBytes',
] as const;
export type BoundedFigure = (typeof BOUNDED_FIGURES)[number];

/** How the sound of a file is packed, as it is measured. */
export type PackedAs = DeliveryEncoding['codec'];

export interface TargetFigures {
  readonly bounds: Readonly<Partial<Record<BoundedFigure, Bound>>>;
  /** Of files with two channels, where that differs. kbit/s. */
  readonly stereoBitrate?: Bound;
  /** What the files may be packed as; null: anything. */
  readonly packedAs: readonly PackedAs[] | null;
  /** Every frame of the file has the same bitrate. */
  readonly constantBitrate: boolean;
  /** All files have the same number of channels. */
  readonly sameChannels: boolean;
}

/** The files that a target is made of. */
export type FileShape =
  | { readonly kind: 'lines' }
  /** One a chapter; `credits`: opening and closing credits are files of their own. */
  | { readonly kind: 'chapters'; readonly credits: boolean }
  | { readonly kind: 'whole' }
  /** The beginning, as far as it goes within this length. */
  | { readonly kind: 'sample'; readonly longestSeconds: number };

/** What is wanted of the picture; sides are in pixels. */
export interface CoverRules {
  readonly isNeeded: boolean;
  readonly fewestPixels: number;
  readonly mostPixels: number | null;
  readonly isSquare: boolean;
  readonly formats: readonly CoverFigures['format'][];
}

/** Who says so: the store itself, or others who agree with each other. */
export type SourceStanding = 'official' | 'secondary';

/** Figures of a store: whose they are, and when they were last looked up. Lectern's own choices have none. */
export interface FigureSource {
  readonly standing: SourceStanding;
  /** `2026-11-22`. */
  readonly checkedOn: string;
}

/**
 * What a store says of synthetic narration. `refused`: unless it has authorised it; `disclosed`: with a disclosure, which
 * goes into a detail or (`how` is null) is made when the book is handed in; `unknown`: ask first.
 */
export type SyntheticStance =
  | { readonly kind: 'refused' | 'unknown' }
  | { readonly kind: 'disclosed'; readonly how: Disclosure | null };

/** In which detail a store wants it said, and in which words of its own. `narrators`: as one; `description`: as its beginning. */
export interface Disclosure {
  readonly into: 'narrators' | 'description';
  readonly words: string;
}

/** A file beside the sound: the cover; chapters as JSON chapters 1.2; the words with their speakers as WebVTT. */
export type TargetExtra = 'cover' | 'chapters' | 'transcript';

/** Names of `NAME_PARTS` (`shared/rules/delivery-names.ts`) in braces, without an extension. */
export type NamePattern = string;

export interface DeliveryTarget {
  /** Of an own target, the one that it was copied from. */
  readonly id: DeliveryTargetId;
  /** Absent: it is Lectern's. */
  readonly own?: { readonly id: string; readonly name: string; readonly base: Exclude<DeliveryTargetId, 'lines'> };
  readonly shape: FileShape;
  /** Null: takes keep their sound, and are only converted. */
  readonly goal: MasteringGoal | null;
  /** Null: what the producer chooses for single lines. */
  readonly encoding: DeliveryEncoding | null;
  /** Where an MPEG-4 file holds chapters. */
  readonly chapterMarks: boolean;
  readonly name: NamePattern | null;
  /** What is handed in beside the files. */
  readonly extras: readonly TargetExtra[];
  readonly figures: TargetFigures;
  readonly cover: CoverRules | null;
  /** Details without which it can't be handed in, and those that it shows where they are given. */
  readonly needs: readonly BookField[];
  readonly shows: readonly BookField[];
  readonly source: FigureSource | null;
  /** Null where it is for the producer's own use. */
  readonly synthetic: (SyntheticStance & FigureSource) | null;
}

/** What an encoding can't do with a sound. Bitrates are in kbit/s, rates in Hz. */
export type EncodingProblem =
  | { readonly kind: 'mp3-bitrate'; readonly bitrate: number }
  | { readonly kind: 'low-rate-bitrate'; readonly sampleRate: number; readonly most: number };

/** Why a target can't be made. `needs`: its files are named by a detail that the book lacks. `only-aac`: an M4B is AAC. */
export type TargetProblem =
  | EncodingProblem
  | { readonly kind: 'needs'; readonly field: BookField }
  /** The project has no such target of its own any more. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'only-aac' };
