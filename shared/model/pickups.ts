// Lists of corrections that a proofer sends to a producer.
import { z } from 'zod';

/** In bytes. A list of 5,000 corrections has about 1 MiB. */
export const MAX_PICKUP_BYTES = 16 * 1024 * 1024;
export const MAX_PICKUPS = 20_000;

/**
 * The role of quoted words. `written`: in the script. `heard`: in the audio. `context`: around the mistake. `hint`: quoted
 * in a remark, if other words already indicate the place.
 */
export const PHRASE_ROLES = ['written', 'heard', 'context', 'hint'] as const;

const pickupPhraseSchema = z.object({ role: z.enum(PHRASE_ROLES), text: z.string() });
export type PickupPhrase = z.infer<typeof pickupPhraseSchema>;

/** A row of a list of corrections. Text fields are verbatim; missing ones are empty. */
export const pickupSchema = z.object({
  /** The row's number in the file, from 1. */
  number: z.int().min(1),
  /** The whole row. */
  text: z.string(),
  chapter: z.string(),
  file: z.string(),
  /** A line number of Lectern's, such as `2.12`. */
  line: z.string(),
  page: z.string(),
  /** Possible start times in seconds, most likely first. A spreadsheet may have turned 12:34 into 12 hours. */
  times: z.array(z.number().min(0)),
  endSeconds: z.number().min(0).nullable(),
  /** A number of a take and the position in its file, from Lectern's own export. */
  take: z.int().nullable(),
  takeSeconds: z.number().min(0).nullable(),
  phrases: z.array(pickupPhraseSchema),
  /** The text for a note: what is wrong and what it should be. */
  note: z.string(),
  /** The list says that the correction has been made. */
  isDone: z.boolean(),
});
export type Pickup = z.infer<typeof pickupSchema>;

export interface PickupList {
  readonly pickups: readonly Pickup[];
  /** Rows that aren't corrections, such as titles and greetings. */
  readonly leftOut: readonly LeftOutRow[];
}

const leftOutRowSchema = z.object({ number: z.int().min(1), text: z.string() });
export type LeftOutRow = z.infer<typeof leftOutRowSchema>;

/**
 * `sure`: the words occur nowhere else nearby, and nothing in the row contradicts the place. `likely`: one line fits
 * best. `ask`: several lines match, or the row contains too little information.
 */
export const PICKUP_CONFIDENCES = ['sure', 'likely', 'ask'] as const;
export const pickupConfidenceSchema = z.enum(PICKUP_CONFIDENCES);
export type PickupConfidence = z.infer<typeof pickupConfidenceSchema>;

const pickupPlaceSchema = z.object({
  lineId: z.int(),
  /** The words in the line's text, in UTF-16 code units. Null if only the line is known. */
  words: z.object({ from: z.int().min(0), to: z.int().min(0) }).nullable(),
  takeId: z.int().nullable(),
  /** Position in the take's file. */
  seconds: z.number().min(0).nullable(),
});
export type PickupPlace = z.infer<typeof pickupPlaceSchema>;

export const MAX_PICKUP_PLACES = 5;

export const pickupMatchSchema = z.object({
  pickup: pickupSchema,
  /** Null if the row matches no line. */
  confidence: pickupConfidenceSchema.nullable(),
  /** Best first. */
  places: z.array(pickupPlaceSchema).max(MAX_PICKUP_PLACES),
  /** The first line already has a note with the same text. */
  isKnown: z.boolean(),
});
export type PickupMatch = z.infer<typeof pickupMatchSchema>;

const pickupLineSchema = z.object({
  lineId: z.int(),
  /** For example `2.12`. */
  line: z.string(),
  chapterTitle: z.string(),
  roles: z.array(z.string()),
  text: z.string(),
});
export type PickupLine = z.infer<typeof pickupLineSchema>;

export const matchedPickupsSchema = z.object({
  /** In the order of the list. */
  matches: z.array(pickupMatchSchema),
  /** All lines in the matches. */
  lines: z.array(pickupLineSchema),
  leftOut: z.array(leftOutRowSchema),
});
export type MatchedPickups = z.infer<typeof matchedPickupsSchema>;
