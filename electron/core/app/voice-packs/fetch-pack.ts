// Fetches a pack and installs it. Killed at any moment, it leaves the pack that was there or the new one, and what has arrived.

import { type KnownPack, PACK_LIMITS, unpackedBytes, type VoicePack } from '@lectern/tts-protocol';
import { isBusy } from '../../../../node/sqlite/sqlite-codes.ts';
import { PackError } from '../../../../node/voice-packs/read-pack.ts';
import { FetchError, type FetchParts, type FetchProgress, fetchArchive } from './fetch-archive.ts';
import { installedPacks, installPack, type PackInstallation, packsFolder } from './installed-packs.ts';
import { discardArrived, KeptArchive } from './kept-archive.ts';

/** An archive that says itself what is in it. */
export interface NamedArchive {
  readonly address: string;
  readonly sha256: string;
}

export interface PackFetch
  extends Pick<Required<PackInstallation>, 'onFound' | 'onProgress'>,
    Pick<PackInstallation, 'signal'> {
  /** The data folder. */
  readonly home: string;
  readonly what: KnownPack | NamedArchive;
  readonly onFetching: (progress: FetchProgress) => void;
  /** Called with the bytes of the archive that were unpacked, of how many. */
  readonly onUnpacking: (done: number, total: number) => void;
}

/**
 * Fetches a pack, as far as it hasn't arrived, and installs it. What has arrived stays where the fetch ends before that, but
 * for an archive that can't be installed.
 *
 * @throws FetchError; PackError; the signal's reason; what the system says; what SQLite says, `isBusy` while someone else
 *   fetches it, or installs a pack
 */
export async function fetchPack(
  { home, what, signal = new AbortController().signal, onFetching, onUnpacking, onFound, onProgress }: PackFetch,
  parts: FetchParts,
): Promise<VoicePack> {
  const known = 'archive' in what ? what : undefined;
  const { address, sha256 } = 'archive' in what ? what.archive : what;
  const kept = await KeptArchive.open(home, sha256, known?.pack.id ?? null, parts.clock.now());
  let fate: 'keep' | 'remove' = 'keep';
  try {
    await fetchArchive(
      {
        address,
        sha256,
        bytes: known?.archive.bytes ?? null,
        roomToUnpack: (bytes) =>
          known ? unpackedBytes(known.archive) : Math.min(Math.ceil(bytes * 1.5), PACK_LIMITS.bytes),
        into: kept,
        signal,
        onProgress: onFetching,
      },
      parts,
    );
    const pack = await installPack({
      source: kept.path,
      known: known ? [known] : [],
      folder: packsFolder(home),
      signal,
      onLooked: onUnpacking,
      onFound,
      onProgress,
    });
    fate = 'remove';
    return pack;
  } catch (error) {
    if (error instanceof PackError || (error instanceof FetchError && error.problem.kind === 'wrong-archive'))
      fate = 'remove';
    throw error;
  } finally {
    await kept.close(fate);
  }
}

/** Removes what a killed process left of archives whose packs it had installed. */
export function discardInstalled(home: string): void {
  const installed = new Set(installedPacks(packsFolder(home)).map(({ id }) => id));
  try {
    discardArrived(home, ({ pack }) => pack !== null && installed.has(pack));
  } catch (error) {
    // Another process fetches it again.
    if (!isBusy(error)) throw error;
  }
}
