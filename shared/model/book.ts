// What a finished book says of itself: asked once, kept in the project, written into files, and checked for each target.
import { z } from 'zod';
import { withoutInvisible } from '../rules/characters.ts';
import { readIsbn } from '../rules/isbn.ts';

/** The longest of each, in characters; stores cut what is longer. */
const LONGEST = { row: 500, text: 8_000 } as const;
/** The most people that a book names for one thing. */
const MOST_PEOPLE = 50;

const row = z.string().min(1).max(LONGEST.row).nullable();
const people = z.array(z.string().min(1).max(LONGEST.row)).max(MOST_PEOPLE);

/** All of it is optional: a target says what it needs (`shared/rules/delivery-readiness.ts`). */
export const bookDetailsSchema = z.object({
  version: z.literal(1),
  /** Null: the project's name. */
  title: row,
  subtitle: row,
  authors: people,
  narrators: people,
  publisher: row,
  /** Of this edition. */
  year: z.int().min(1000).max(9999).nullable(),
  series: row,
  /** Within the series; some are 2.5. */
  seriesNumber: z.number().min(0).max(10_000).nullable(),
  /** Such as `en` or `pt-BR` (BCP 47). */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/)
    .nullable(),
  /** Its thirteen digits, checked. */
  isbn: z
    .string()
    .refine((digits) => readIsbn(digits) === digits)
    .nullable(),
  description: z.string().min(1).max(LONGEST.text).nullable(),
  /** The whole line, such as `© 2026 Ada Smith`. */
  copyright: row,
});
export type BookDetails = z.output<typeof bookDetailsSchema>;

export const NO_BOOK_DETAILS: BookDetails = {
  version: 1,
  title: null,
  subtitle: null,
  authors: [],
  narrators: [],
  publisher: null,
  year: null,
  series: null,
  seriesNumber: null,
  language: null,
  isbn: null,
  description: null,
  copyright: null,
};

export type BookField = Exclude<keyof BookDetails, 'version'>;
/** In the order in which they are asked. */
export const BOOK_FIELDS = Object.keys(NO_BOOK_DETAILS).filter((name): name is BookField => name !== 'version');

const details = bookDetailsSchema.omit({ version: true }).shape;

/** A row as someone types it. */
const oneRow = (text: string): string => withoutInvisible(text).replace(/\s+/g, ' ').trim();
const typedRow = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : oneRow(text) || null))
  .pipe(row);
const typedPeople = z
  .array(z.string())
  .transform((names) => [...new Set(names.map(oneRow).filter((name) => name !== ''))])
  .pipe(people);
const typedText = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : withoutInvisible(text).trim() || null))
  .pipe(details.description);

/** A change of details, as it is typed: blanks at the ends go, and nothing but blanks is nothing. What is absent stays. */
export const bookChangeSchema = z
  .object({
    ...details,
    title: typedRow,
    subtitle: typedRow,
    authors: typedPeople,
    narrators: typedPeople,
    publisher: typedRow,
    series: typedRow,
    description: typedText,
    copyright: typedRow,
  })
  .partial();
export type BookChange = z.output<typeof bookChangeSchema>;

/** Why a cover can't be used, or does not do for a target. `damaged`: the file was cut off, or is no picture. */
export const COVER_FAULTS = ['missing', 'damaged', 'too-small', 'too-large', 'not-square', 'format'] as const;
export type CoverFault = (typeof COVER_FAULTS)[number];

/** What a picture is, by its bytes. Sides are in pixels. */
export const coverFiguresSchema = z.object({
  format: z.enum(['png', 'jpeg']),
  width: z.int(),
  height: z.int(),
  sizeBytes: z.int(),
});
export type CoverFigures = z.infer<typeof coverFiguresSchema>;
