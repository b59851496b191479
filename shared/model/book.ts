import { z } from 'zod';
import { withoutInvisible } from '../rules/characters.ts';
import { parseIsbn } from '../rules/export/isbn.ts';

/** In characters. Stores truncate longer values. */
/** In UTF-16 code units. */
export const MAX_ROW_LENGTH = 500;
const MAX_LENGTH = { row: MAX_ROW_LENGTH, text: 8_000 } as const;
const MAX_PEOPLE = 50;

const row = z.string().min(1).max(MAX_LENGTH.row).nullable();
const storedPeopleSchema = z.array(z.string().min(1).max(MAX_LENGTH.row)).max(MAX_PEOPLE);

/**
 * Every field is optional here. Each target defines which fields it requires
 * (`shared/rules/export/target-readiness.ts`).
 */
export const bookDetailsSchema = z.object({
  version: z.literal(1),
  /** Null means the project's name. */
  title: row,
  subtitle: row,
  authors: storedPeopleSchema,
  narrators: storedPeopleSchema,
  publisher: row,
  year: z.int().min(1000).max(9999).nullable(),
  series: row,
  /** Fractions such as 2.5 are allowed. */
  seriesNumber: z.number().min(0).max(10_000).nullable(),
  /** BCP 47 tag, such as `en` or `pt-BR`. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/)
    .nullable(),
  /** ISBN-13 digits with a valid check digit. */
  isbn: z
    .string()
    .refine((digits) => parseIsbn(digits) === digits)
    .nullable(),
  description: z.string().min(1).max(MAX_LENGTH.text).nullable(),
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
export const BOOK_FIELDS = Object.keys(NO_BOOK_DETAILS).filter((name): name is BookField => name !== 'version');

const details = bookDetailsSchema.omit({ version: true }).shape;

const singleLine = (text: string): string => withoutInvisible(text).replace(/\s+/g, ' ').trim();
const singleLineSchema = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : singleLine(text) || null))
  .pipe(row);
const peopleSchema = z
  .array(z.string())
  .transform((names) => [...new Set(names.map(singleLine).filter((name) => name !== ''))])
  .pipe(storedPeopleSchema);
const multilineSchema = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : withoutInvisible(text).trim() || null))
  .pipe(details.description);

/** A partial update from user input. Text is trimmed, blank text becomes null, and undefined fields stay unchanged. */
export const bookChangeSchema = z
  .object({
    ...details,
    title: singleLineSchema,
    subtitle: singleLineSchema,
    authors: peopleSchema,
    narrators: peopleSchema,
    publisher: singleLineSchema,
    series: singleLineSchema,
    description: multilineSchema,
    copyright: singleLineSchema,
  })
  .partial();
export type BookChange = z.output<typeof bookChangeSchema>;

export const COVER_FAULTS = ['missing', 'damaged', 'too-small', 'too-large', 'not-square', 'format'] as const;
export type CoverFault = (typeof COVER_FAULTS)[number];

export const coverFiguresSchema = z.object({
  format: z.enum(['png', 'jpeg']),
  width: z.int(),
  height: z.int(),
  sizeBytes: z.int(),
});
export type CoverFigures = z.infer<typeof coverFiguresSchema>;
