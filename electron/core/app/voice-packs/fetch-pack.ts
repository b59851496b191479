// If the process is killed, either the old or the new pack is installed, and the download can be resumed.

import { type AnyPack, installedBytes, type KnownPack, PACK_LIMITS } from '@lectern/tts-protocol';
import { isBusy } from '../../../../node/sqlite/sqlite-codes.ts';
import { PackError } from '../../../../node/voice-packs/read-pack.ts';
import { FetchError, type FetchParts, type FetchProgress, fetchArchive } from './fetch-archive.ts';
import { installedPacks, installPack, type PackInstallation, packsFolder } from './installed-packs.ts';
import { discardPartialDownloads, PartialArchive } from './kept-archive.ts';

export interface NamedArchive {
  readonly address: string;
  readonly sha256: string;
}

export interface PackFetch
  extends Pick<Required<PackInstallation>, 'onFound' | 'onProgress'>,
    Pick<PackInstallation, 'signal'> {
  readonly home: string;
  readonly what: KnownPack | NamedArchive;
  readonly onFetching: (progress: FetchProgress) => void;
  /** Called with the unpacked bytes of the archive and its total size. */
  readonly onUnpacking: (done: number, total: number) => void;
}

/** Keeps received data on failure, unless the archive can't be installed. @throws FetchError; PackError and others */
export async function fetchPack(
  { home, what, signal = new AbortController().signal, onFetching, onUnpacking, onFound, onProgress }: PackFetch,
  parts: FetchParts,
): Promise<AnyPack> {
  const known = 'archive' in what ? what : undefined;
  const { address, sha256 } = 'archive' in what ? what.archive : what;
  const kept = await PartialArchive.open(home, sha256, known?.pack.id ?? null, parts.clock.now());
  let fate: 'keep' | 'remove' = 'keep';
  try {
    await fetchArchive(
      {
        address,
        sha256,
        bytes: known?.archive.bytes ?? null,
        roomToUnpack: (bytes) =>
          known ? installedBytes(known.archive) : Math.min(Math.ceil(bytes * 1.5), PACK_LIMITS.bytes),
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

/** Removes archives left over after a kill if their packs are installed. */
export function discardInstalled(home: string): void {
  const installed = new Set(installedPacks(packsFolder(home)).map(({ id }) => id));
  try {
    discardPartialDownloads(home, ({ pack }) => pack !== null && installed.has(pack));
  } catch (error) {
    // Another process is downloading the pack again.
    if (!isBusy(error)) throw error;
  }
}
