import { openRegularFile, readRegularFile } from '../../../node/files/regular-file.ts';
import { CONTAINERS, detectFormat } from '../containers/detect-container.ts';
import { SourceFile } from '../containers/source-file.ts';
import { sidecarPath } from '../signing/sign-file.ts';
import { activeLabel } from './manifest-store.ts';

export interface StoredManifest {
  /** Label of the active manifest, such as `urn:c2pa:…`. */
  readonly id: string;
  readonly store: Uint8Array;
}

/** Larger ones are unlikely to be Lectern's. */
const MAX_BYTES = 4 * 1024 ** 2;

/**
 * Returns the manifest store in an audio file or in the `.c2pa` file next to it, without validating it. Null if there is
 * none, or if it can't be read.
 */
export async function readManifest(path: string): Promise<StoredManifest | null> {
  try {
    const store = (await embeddedStore(path)) ?? (await readRegularFile(sidecarPath(path), MAX_BYTES, 'follow'));
    return { id: activeLabel(store), store };
  } catch {
    return null;
  }
}

async function embeddedStore(path: string): Promise<Buffer | null> {
  const file = await openRegularFile(path, 'follow');
  try {
    const source = await SourceFile.of(file);
    const format = await detectFormat(source);
    const [place] = format === null || format === 'ogg' ? [] : await CONTAINERS[format].findManifests(source);
    if (place === undefined) return null;
    return await source.readExactly(place.store.start, Math.min(MAX_BYTES, place.store.end - place.store.start));
  } finally {
    await file.close();
  }
}
