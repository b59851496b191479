// Sends a dropped folder or archive to the studio in parts, because the page can't access its path.
import { PACK_PART_BYTES, type PackState } from '../../../shared/ipc/pack-requests.ts';
import { append } from '../../../shared/rules/lists.ts';
import { ask } from '../../bridge/ask.ts';

export interface DroppedPack {
  readonly name: string;
  readonly isFolder: boolean;
  readonly files: readonly { readonly path: string; readonly file: File }[];
}

const MAX_FILES = 5000;

/**
 * Must be called while the drop event is being handled. Returns null unless exactly one file or folder has been
 * dropped.
 */
export function droppedPack(transfer: DataTransfer): (() => Promise<DroppedPack>) | null {
  const [item, ...others] = [...transfer.items].filter(({ kind }) => kind === 'file');
  const file = item?.getAsFile();
  if (!item || others.length > 0) return null;
  const entry = item.webkitGetAsEntry();
  if (isFolder(entry)) return async () => ({ name: entry.name, isFolder: true, files: await filesIn(entry, '') });
  return file ? async () => ({ name: file.name, isFolder: false, files: [{ path: file.name, file }] }) : null;
}

/** Throws a BridgeFailure, or a DOMException if a file can't be read. */
export async function sendPack({ name, isFolder: asFolder, files }: DroppedPack): Promise<PackState> {
  const { wanted } = await ask('packs.receive', {
    name,
    isFolder: asFolder,
    files: files.map(({ path, file: { size } }) => ({ path, size })),
  });
  try {
    for (const at of wanted) {
      const file = files[at]?.file;
      if (file) await sendFile(at, file);
    }
  } catch (error) {
    if (error instanceof DOMException) await ask('packs.cancel', {});
    throw error;
  }
  return ask('packs.receiveEnd', {});
}

/** Sends at least one part for each file, so that empty files are created as well. */
async function sendFile(at: number, file: File): Promise<void> {
  let sent = 0;
  do {
    const bytes = new Uint8Array(await file.slice(sent, sent + PACK_PART_BYTES).arrayBuffer());
    await ask('packs.receivePart', { file: at, bytes });
    sent += bytes.byteLength;
  } while (sent < file.size);
}

const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry => entry?.isDirectory === true;

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

async function filesIn(folder: FileSystemDirectoryEntry, within: string): Promise<DroppedPack['files']> {
  const files: { path: string; file: File }[] = [];
  const reader = folder.createReader();
  const next = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  // `readEntries` returns a folder's entries in batches. An empty batch marks the end.
  for (let entries = await next(); entries.length > 0 && files.length <= MAX_FILES; entries = await next()) {
    for (const entry of entries) {
      const path = within + entry.name;
      if (isFolder(entry)) append(files, await filesIn(entry, `${path}/`));
      else if (isFile(entry))
        files.push({ path, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) });
    }
  }
  return files;
}
