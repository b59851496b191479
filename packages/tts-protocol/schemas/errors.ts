import { z } from 'zod';
import { reading } from './parse.ts';

/** The documented error identifiers ("Errors"). */
export const ERROR_IDS = ['INVALID_PARAMETERS', 'UNAUTHORIZED', 'UNSUPPORTED_PLAN'] as const;
export type ErrorId = (typeof ERROR_IDS)[number];

/** The body of 400, 401 and 403 responses. */
export const errorObjectSchema = z.object({ error_message: z.string(), error_id: z.string() });

/** The body of 429 responses: a plain JSON string. */
export const rateLimitedSchema = z.string();

/** The body of 500 responses. */
export const unexpectedErrorSchema = z.object({ message: z.string().optional(), error: z.string().optional() });

export const errorBodyReading = reading(
  { error_message: z.string(), error_id: z.string(), message: z.string(), error: z.string() },
  [],
);
