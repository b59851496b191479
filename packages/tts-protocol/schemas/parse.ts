// How wire resources are read: strict where we send, tolerant where we receive.
import { z } from 'zod';

/** An optional, nullable field as the interface means it: null and absent are the same, and come out absent. */
export function nullable<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();
}

type LenientShape<Shape extends z.core.$ZodShape, Needed extends keyof Shape> = {
  [K in keyof Shape]: K extends Needed ? Shape[K] : z.ZodOptional<z.ZodType<NonNullable<z.output<Shape[K]>>>>;
};

/**
 * The tolerant reading of a resource. Fields in `needed` must be there and right; every other field that is absent,
 * null or malformed reads as absent; fields we do not know are dropped.
 *
 * @param shape the resource's fields, as sent
 * @param needed the fields without which the resource is of no use to a reader
 */
export function reading<Shape extends z.core.$ZodShape, Needed extends keyof Shape & string>(
  shape: Shape,
  needed: readonly Needed[],
): z.ZodObject<LenientShape<Shape, Needed>, z.core.$strip> {
  const fields: Record<string, z.core.$ZodType> = {};
  for (const [name, schema] of Object.entries(shape)) {
    fields[name] = (needed as readonly string[]).includes(name)
      ? schema
      : z.optional(nullable(schema as z.ZodType)).catch(undefined);
  }
  // The record was built field by field from `shape`, which the compiler cannot follow.
  return z.object(fields) as unknown as z.ZodObject<LenientShape<Shape, Needed>, z.core.$strip>;
}
