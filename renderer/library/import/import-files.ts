import type { QueryClient } from '@tanstack/react-query';
import type { BridgeError } from '../../../shared/ipc/envelope.ts';
import { typeByName } from '../../../shared/model/file-types.ts';
import { areBookParts, compareParts } from '../../../shared/rules/book-parts.ts';
import { ask, BridgeFailure } from '../../bridge/ask.ts';
import { askKey } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { notify, notifyError, notifyFailure } from '../../ui/overlays/toast.tsx';
import { whileReading } from '../../ui/reading.ts';
import { useView } from '../../ui/view-store.ts';

const t = words('library');

/** In bytes. No script is this large, so larger files, such as recordings, are rejected without being read. */
const MAX_FILE_BYTES = 100 * 1024 * 1024;

const MAX_FILES = 100;

interface ReadFile {
  readonly name: string;
  readonly importId: string;
}

/**
 * Reads files and shows their previews, sorted by file name. Files that look like the parts of one book have a joint
 * preview.
 */
export async function importFiles(all: readonly File[], client: QueryClient): Promise<void> {
  const files = all.slice(0, MAX_FILES);
  if (all.length > MAX_FILES) notify(t('import.parts.tooMany', { files: MAX_FILES }));
  const read: ReadFile[] = [];
  await whileReading(async () => {
    for (const file of files) {
      const importId = await readFile(file, files.length > 1, client);
      if (importId !== null) read.push({ name: file.name, importId });
    }
    read.sort((one, other) => compareParts(one.name, other.name));
    if (read.length > 1 && areBookParts(read.map(({ name }) => name))) {
      await joinImports(read.map(({ importId }) => importId));
      read.length = 0;
    }
  });
  const [first, ...later] = read.map(({ importId }) => importId);
  if (first !== undefined) useView.getState().showImport(first, later);
}

export async function joinImports(parts: readonly string[]): Promise<void> {
  const { importId } = await ask('project.joinImports', { importIds: [...parts] });
  useView.getState().showImport(importId, [], parts);
}

/** Returns null if the file can't be read, after showing the error. */
async function readFile(file: File, together: boolean, client: QueryClient): Promise<string | null> {
  if (file.size > MAX_FILE_BYTES) {
    notifyError(wrongTypeError(file.name) ?? { kind: 'import', file: file.name, problem: 'too-large' });
    return null;
  }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const preview = await ask('project.previewImport', { name: file.name, bytes, together });
    client.setQueryData(askKey('project.importPreview', { importId: preview.importId }), preview);
    return preview.importId;
  } catch (failure) {
    // Cancelling also skips the remaining files.
    if (isCancelled(failure)) throw failure;
    notifyReadFailure(file.name, failure);
    return null;
  }
}

/** Checks only the file name. Returns null for types that can be imported and for unknown types. */
export function wrongTypeError(file: string): BridgeError | null {
  const type = typeByName(file);
  return type === null ? null : { kind: 'import', file, problem: 'wrong-file', type };
}

const isCancelled = (failure: unknown): boolean =>
  failure instanceof BridgeFailure && failure.error.kind === 'cancelled';

/** If a file has been deleted since it was dropped, reading it fails with a DOMException instead of a bridge error. */
function notifyReadFailure(file: string, failure: unknown): void {
  if (failure instanceof DOMException) notifyError({ kind: 'import', file, problem: 'unreadable' });
  else notifyFailure(failure);
}
