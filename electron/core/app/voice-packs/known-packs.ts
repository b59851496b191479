// Which packs can be fetched: those that Lectern knows, and those of the producer's own catalogue.
import { join } from 'node:path';
import { type KnownPack, packCatalogueSchema, SHIPPED_PACKS } from '@lectern/tts-protocol';
import { errorCode, UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { readRegularFileSync } from '../../../../node/files/regular-file.ts';
import { isPrivateAddress } from '../../api/links.ts';

/** Whether a pack may be fetched from there: over https, or from this machine. */
export function isFetchAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.username === '' && url.password === '' && isPrivateAddress(url);
}

/** The producer's own catalogue, in the local service's folder. */
const OWN_CATALOGUE = 'known-packs.json';
const MOST_CATALOGUE_BYTES = 4 * 1024 ** 2;

export interface KnownPacks {
  readonly packs: readonly KnownPack[];
  /** What of the producer's own catalogue makes no sense: a field, '' for all of it; null where it does, or isn't there. */
  readonly ownProblem: string | null;
}

/** Those of the producer come first, and take the place of ours that have the same identifier. @param home the data folder */
export function knownPacks(home: string): KnownPacks {
  const shipped = packCatalogueSchema.parse(SHIPPED_PACKS).packs;
  const own = ownPacks(join(home, 'service', OWN_CATALOGUE));
  if (typeof own === 'string') return { packs: shipped, ownProblem: own };
  const replaced = new Set(own.map(({ pack }) => pack.id));
  return { packs: [...own, ...shipped.filter(({ pack }) => !replaced.has(pack.id))], ownProblem: null };
}

/** @returns text: the field that is wrong */
function ownPacks(path: string): readonly KnownPack[] | string {
  let value: unknown;
  try {
    const text = readRegularFileSync(path, MOST_CATALOGUE_BYTES, 'follow').toString('utf8');
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    if (error instanceof SyntaxError || error instanceof UnsafeEntryError || errorCode(error) !== null) return '';
    throw error;
  }
  const parsed = packCatalogueSchema.safeParse(value);
  if (!parsed.success) return parsed.error.issues[0]?.path.join('.') ?? '';
  const { packs } = parsed.data;
  const open = packs.findIndex(({ archive }) => !isFetchAddress(archive.address));
  return open < 0 ? packs : `packs.${open}.archive.address`;
}
