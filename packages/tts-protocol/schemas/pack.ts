import { z } from 'zod';
import {
  type RecogniserDescription,
  type RecogniserPack,
  recogniserDescriptionSchema,
  recogniserPackSchema,
} from './recogniser-pack.ts';
import { packDescriptionSchema, voicePackSchema } from './voice-pack.ts';

/** A `pack.json`, which describes voices unless its `kind` is `recogniser`. */
export const anyPackSchema = z.discriminatedUnion('kind', [voicePackSchema, recogniserPackSchema]);
export type AnyPack = z.infer<typeof anyPackSchema>;

/** The same without the list of files. */
export const anyPackDescriptionSchema = z.discriminatedUnion('kind', [
  packDescriptionSchema,
  recogniserDescriptionSchema,
]);
export type AnyPackDescription = z.infer<typeof anyPackDescriptionSchema>;

export function isRecogniserPack(pack: AnyPack): pack is RecogniserPack;
export function isRecogniserPack(pack: AnyPackDescription): pack is RecogniserDescription;
export function isRecogniserPack(pack: AnyPackDescription): boolean {
  return pack.kind === 'recogniser';
}
