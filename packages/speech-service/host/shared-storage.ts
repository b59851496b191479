import { access, constants, mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CloneSampleStore } from '../ports/clones.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { isS3Address, parseS3Address, StorageAddressError } from '../s3/s3-address.ts';
import { S3Objects } from '../s3/s3-objects.ts';
import { FolderObjects } from '../store/folder-objects.ts';
import { CloneSamples } from '../voices/clone-samples.ts';
import { ObjectCloneSamples } from '../voices/object-clone-samples.ts';

/** The files that all processes of a service on several machines share. */
export interface SharedStorage {
  readonly objects: ObjectStore;
  readonly cloneSamples: CloneSampleStore;
}

/** Returns the absolute path of a folder. An `s3://` address is returned unchanged. */
export const resolveStorage = (address: string): string => (isS3Address(address) ? address : resolve(address));

/**
 * Opens the storage at an address: `s3://BUCKET/PREFIX?endpoint=…&region=…&path-style=…` or the path of an existing
 * folder. Checks that it can be read and written.
 * @param scratch this process's temporary folder
 * @throws StorageAddressError if the address is invalid; StoreUnavailableError if the store can't be used at the moment
 */
export async function openStorage(address: string, scratch: string): Promise<SharedStorage> {
  if (isS3Address(address)) {
    const location = parseS3Address(address);
    const objects = await S3Objects.load(location);
    await objects.check();
    await objects.checkWritable(scratch);
    // The slash keeps recordings out of the list of audio files, from which leftovers are removed.
    const recordings = await S3Objects.load({ ...location, prefix: `${location.prefix}clone-samples/` });
    return { objects, cloneSamples: new ObjectCloneSamples(recordings, join(scratch, 'clone-samples')) };
  }
  if (address === '') throw new StorageAddressError('The storage address is empty: enter a folder or s3:// address.');
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1];
  if (scheme !== undefined)
    throw new StorageAddressError(`The storage address starts with ${scheme}://: use s3:// or the path of a folder.`);
  const folder = resolve(address);
  await checkFolder(folder);
  const audio = join(folder, 'audio');
  await mkdir(audio, { recursive: true, mode: 0o700 });
  return { objects: new FolderObjects(audio), cloneSamples: new CloneSamples(join(folder, 'clone-samples')) };
}

async function checkFolder(path: string): Promise<void> {
  // Don't create the folder: if a shared drive isn't mounted, files would end up on this machine's own drive.
  const found = await stat(path).catch(() => undefined);
  if (found === undefined)
    throw new StorageAddressError(`The storage folder ${path} doesn’t exist: create it, or mount its drive.`);
  if (!found.isDirectory()) throw new StorageAddressError(`The storage folder ${path} is a file: enter a folder.`);
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new StorageAddressError(`The storage folder ${path} can’t be written: change its permissions.`);
  });
}
