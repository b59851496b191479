import { join } from 'node:path';
import { type KnownPack, packCatalogueSchema, SHIPPED_PACKS } from '@lectern/tts-protocol';
import { errorCode, UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { readRegularFileSync } from '../../../../node/files/regular-file.ts';
import { isPrivateAddress } from '../../api/links.ts';

export function isFetchAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.username === '' && url.password === '' && isPrivateAddress(url);
}

const OWN_CATALOGUE = 'known-packs.json';
const MAX_CATALOGUE_BYTES = 4 * 1024 ** 2;

export interface KnownPacks {
  readonly packs: readonly KnownPack[];
  /** Path of the invalid field, '' if the whole file is invalid; null if it is valid or missing. */
  readonly ownProblem: string | null;
}

/** The user's packs come first and replace shipped packs with the same id. */
export function knownPacks(home: string): KnownPacks {
  const shipped = packCatalogueSchema.parse(SHIPPED_PACKS).packs;
  const own = ownPacks(join(home, 'service', OWN_CATALOGUE));
  if (typeof own === 'string') return { packs: shipped, ownProblem: own };
  const replaced = new Set(own.map(({ pack }) => pack.id));
  return { packs: [...own, ...shipped.filter(({ pack }) => !replaced.has(pack.id))], ownProblem: null };
}

/** Returns the packs or, if the text is invalid, the path of the invalid field. */
function ownPacks(path: string): readonly KnownPack[] | string {
  let value: unknown;
  try {
    const text = readRegularFileSync(path, MAX_CATALOGUE_BYTES, 'follow').toString('utf8');
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
