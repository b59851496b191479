import { z } from 'zod';
import { anyPackDescriptionSchema } from './pack.ts';
import { isPackPath, PACK_LIMITS, sha256Schema } from './voice-pack.ts';

const packArchiveSchema = z.strictObject({
  /** An https URL, or http on this machine. */
  address: z.url({ protocol: /^https?$/ }).max(2000),
  bytes: z.int().min(1).max(PACK_LIMITS.bytes),
  sha256: sha256Schema,
  unpackedBytes: z.int().min(1).max(PACK_LIMITS.bytes).exactOptional(),
  form: z.literal('tar.bz2'),
  /** The archive's top-level folder, which contains the pack's files. */
  folder: z.string().refine((name) => isPackPath(name) && !name.includes('/'), 'must be the name of a folder'),
});

const knownPackSchema = z.strictObject({
  archive: packArchiveSchema,
  /** Becomes the installed `pack.json`, with a list of the archive's files added. */
  pack: anyPackDescriptionSchema,
});
export type KnownPack = z.infer<typeof knownPackSchema>;

export const packCatalogueSchema = z.strictObject({
  format: z.literal(1),
  packs: z
    .array(knownPackSchema)
    .max(1000)
    .refine((packs) => new Set(packs.map(({ pack }) => pack.id)).size === packs.length, 'must have unique IDs'),
});
export type PackCatalogueInput = z.input<typeof packCatalogueSchema>;

/**
 * Returns the installed size in bytes. If it is unknown, it is estimated from the archive's size, because models barely
 * compress.
 */
export const installedBytes = ({ bytes, unpackedBytes: known }: KnownPack['archive']): number =>
  known ?? Math.min(Math.ceil(bytes * 1.25), PACK_LIMITS.bytes);
