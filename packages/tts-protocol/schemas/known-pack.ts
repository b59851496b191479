// Packs that can be fetched: where their archives lie, what these must be, and what is in them.
import { z } from 'zod';
import { isPackPath, PACK_LIMITS, packHeadSchema, sha256Schema } from './voice-pack.ts';

const packArchiveSchema = z.strictObject({
  /** Over https, or from this machine. */
  address: z.url({ protocol: /^https?$/ }).max(2000),
  /** As it is fetched. One of another size is another one. */
  bytes: z.int().min(1).max(PACK_LIMITS.bytes),
  sha256: sha256Schema,
  /** Of all files in it, where that is known. */
  unpackedBytes: z.int().min(1).max(PACK_LIMITS.bytes).exactOptional(),
  form: z.literal('tar.bz2'),
  /** The one folder at its top, in which the pack's files lie. */
  folder: z.string().refine((name) => isPackPath(name) && !name.includes('/'), 'must be the name of a folder'),
});

const knownPackSchema = z.strictObject({
  archive: packArchiveSchema,
  /** What becomes its `pack.json`, together with a list of the files that are found in the archive. */
  pack: packHeadSchema,
});
export type KnownPack = z.infer<typeof knownPackSchema>;

/** A catalogue: Lectern brings one, and a producer may write another one. */
export const packCatalogueSchema = z.strictObject({
  format: z.literal(1),
  packs: z
    .array(knownPackSchema)
    .max(1000)
    .refine((packs) => new Set(packs.map(({ pack }) => pack.id)).size === packs.length, 'must have one id each'),
});
/** A catalogue as it is written: what has a default may be left out. */
export type WrittenCatalogue = z.input<typeof packCatalogueSchema>;

/** Bytes that a pack has once it is installed, as far as that is known before: models hardly become smaller in an archive. */
export const unpackedBytes = ({ bytes, unpackedBytes: known }: KnownPack['archive']): number =>
  known ?? Math.min(Math.ceil(bytes * 1.25), PACK_LIMITS.bytes);
