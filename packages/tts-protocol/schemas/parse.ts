import { z } from 'zod';

/** Treats null like absent, and parses both as absent. */
export function nullable<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();
}

type LenientShape<Shape extends z.core.$ZodShape, Needed extends keyof Shape> = {
  [K in keyof Shape]: K extends Needed ? Shape[K] : z.ZodOptional<z.ZodType<NonNullable<z.output<Shape[K]>>>>;
};

/** Returns a lenient schema: fields in `needed` must be valid, others are parsed as absent if they are malformed. */
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
  // The compiler can't follow that `fields` has the same keys as `shape`.
  return z.object(fields) as unknown as z.ZodObject<LenientShape<Shape, Needed>, z.core.$strip>;
}
