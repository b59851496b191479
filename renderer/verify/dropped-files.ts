// Collects dropped files, including files in folders, up to a limit.
import { append } from '../../shared/rules/lists.ts';

export interface DroppedFile {
  readonly file: File;
  /** The `.c2pa` file next to it, if it was dropped too. */
  readonly sidecar: File | null;
}

export interface DroppedFiles {
  readonly files: readonly DroppedFile[];
  /** Number of files in folders that aren't audio. */
  readonly others: number;
  readonly isCut: boolean;
  readonly unreadableFolders: readonly string[];
}

export const MAX_FILES = 1000;
/** Folders with more entries than this are read only in part. */
const MAX_ENTRIES = 20_000;
const MAX_DEPTH = 16;

const AUDIO = /\.(?:mp3|wav|flac|m4a|m4b|mp4|ogg|oga|opus)$/i;
const SIDECAR = '.c2pa';

interface FoundFile {
  readonly file: File;
  /** Path of the folder it is in. */
  readonly within: string;
  readonly isInFolder: boolean;
}

/** Must be called while the drop event is being handled, because the transfer is empty afterwards. */
export function droppedFiles(transfer: DataTransfer): Promise<DroppedFiles> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const found = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  return collect(found);
}

async function collect(
  dropped: readonly { readonly entry: FileSystemEntry | null; readonly file: File | null }[],
): Promise<DroppedFiles> {
  const walk = new FolderWalk();
  for (const { entry, file } of dropped) {
    if (isFolder(entry)) await walk.add(entry, '', 0);
    else if (file) walk.found.push({ file, within: '', isInFolder: false });
  }
  return { ...paired(walk.found), isCut: walk.isCut || walk.audio > MAX_FILES, unreadableFolders: walk.unreadable };
}

class FolderWalk {
  readonly found: FoundFile[] = [];
  readonly unreadable: string[] = [];
  isCut = false;
  #entries = 0;

  get audio(): number {
    return this.found.filter(({ file, isInFolder }) => !isSidecar(file) && (!isInFolder || AUDIO.test(file.name)))
      .length;
  }

  async add(folder: FileSystemDirectoryEntry, within: string, depth: number): Promise<void> {
    const path = `${within}${folder.name}/`;
    try {
      for (const entry of await this.#entriesOf(folder)) {
        if (isFolder(entry)) {
          if (depth < MAX_DEPTH) await this.add(entry, path, depth + 1);
          else this.isCut = true;
        } else if (isFile(entry)) this.found.push({ file: await fileOf(entry), within: path, isInFolder: true });
      }
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.unreadable.push(folder.name);
    }
  }

  async #entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
    const entries: FileSystemEntry[] = [];
    const reader = folder.createReader();
    const next = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    // `readEntries` returns a folder's entries in batches. An empty batch marks the end.
    for (let batch = await next(); batch.length > 0; batch = await next()) {
      this.#entries += batch.length;
      if (this.#entries > MAX_ENTRIES) {
        this.isCut = true;
        break;
      }
      append(entries, batch);
    }
    return entries.toSorted((left, right) => left.name.localeCompare(right.name, undefined, { numeric: true }));
  }
}

/** Pairs `.c2pa` files with the audio files that they belong to. */
function paired(found: readonly FoundFile[]): Pick<DroppedFiles, 'files' | 'others'> {
  const sidecars = new Map(
    found.filter(({ file }) => isSidecar(file)).map((sidecar) => [`${sidecar.within}${stem(sidecar.file)}`, sidecar]),
  );
  const used = new Set<FoundFile>();
  const files: DroppedFile[] = [];
  let others = 0;
  for (const { file, within, isInFolder } of found) {
    if (isSidecar(file)) continue;
    if (isInFolder && !AUDIO.test(file.name)) {
      others += 1;
      continue;
    }
    const sidecar = sidecars.get(`${within}${stem(file)}`);
    if (sidecar) used.add(sidecar);
    files.push({ file, sidecar: sidecar?.file ?? null });
  }
  for (const sidecar of sidecars.values()) {
    if (used.has(sidecar)) continue;
    if (sidecar.isInFolder) others += 1;
    else files.push({ file: sidecar.file, sidecar: null });
  }
  return { files: files.slice(0, MAX_FILES), others };
}

const isSidecar = ({ name }: File): boolean => name.toLowerCase().endsWith(SIDECAR);

/** The name without its extension. */
const stem = ({ name }: File): string => (name.lastIndexOf('.') > 0 ? name.slice(0, name.lastIndexOf('.')) : name);

const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry => entry?.isDirectory === true;

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));
