import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ObjectStore } from '../ports/objects.ts';
import { FolderObjects } from '../store/folder-objects.ts';
import { isS3Address, parseS3Address, StorageAddressError } from './s3-address.ts';
import { S3Objects } from './s3-objects.ts';

async function openFolder(path: string): Promise<FolderObjects> {
  // Not created here: if a shared drive isn't mounted, files would end up on this machine's own drive.
  const found = await stat(path).catch(() => undefined);
  if (found === undefined)
    throw new StorageAddressError(`The storage folder ${path} doesn’t exist: create it, or mount its drive.`);
  if (!found.isDirectory()) throw new StorageAddressError(`The storage folder ${path} is a file: name a folder.`);
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new StorageAddressError(`The storage folder ${path} can’t be written: change its permissions.`);
  });
  return new FolderObjects(path);
}

/**
 * Opens the store at an address: `s3://BUCKET/PREFIX?endpoint=…&region=…&path-style=…` or the path of an existing folder,
 * which several machines can share. Checks that the store can be used.
 * @throws StorageAddressError if the address is invalid; StoreUnavailableError if the store can't be used at the moment
 */
export async function openObjectStore(address: string): Promise<ObjectStore> {
  if (isS3Address(address)) {
    const objects = await S3Objects.load(parseS3Address(address));
    await objects.check();
    return objects;
  }
  if (address === '') throw new StorageAddressError('The storage address is empty: name a folder or an s3:// address.');
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1];
  if (scheme !== undefined)
    throw new StorageAddressError(`The storage address starts with ${scheme}://: use s3:// or the path of a folder.`);
  return openFolder(resolve(address));
}
