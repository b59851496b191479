// What lies in Lectern's own folder, and what of it can go.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DATA_KINDS, DataPart } from '../../../../shared/ipc/settings-requests.ts';

type Kind = (typeof DATA_KINDS)[number];

const KIND_OF: Readonly<Record<string, Kind>> = {
  service: 'service',
  window: 'window',
  logs: 'logs',
  cache: 'cache',
  'model-answers': 'answers',
  keys: 'keys',
  'export-folders': 'settings',
};

function kindOf(name: string): Kind {
  if (name.startsWith('limits.db')) return 'limits';
  // Documents of the application, and what was put aside of them because it could not be read.
  return KIND_OF[name] ?? (/\.json(\.|$)/.test(name) ? 'settings' : 'other');
}

/** What is made again by itself when it is missing. */
const CLEANABLE = ['cache', join('logs', 'lectern.old.log')];

/** How much lies there, by what it is for; kinds of which there is nothing are left out. */
export async function dataParts(folder: string): Promise<DataPart[]> {
  const parts = new Map<Kind, DataPart>();
  for (const name of await readdir(folder).catch(() => [])) {
    const kind = kindOf(name);
    const before = parts.get(kind) ?? { kind, bytes: 0, files: 0 };
    const { bytes, files } = await sizeOf(join(folder, name));
    parts.set(kind, { kind, bytes: before.bytes + bytes, files: before.files + files });
  }
  return [...parts.values()].filter(({ files }) => files > 0).toSorted((a, b) => b.bytes - a.bytes);
}

/** @returns bytes that were freed; what can't be deleted stays */
export async function cleanDataFolder(folder: string): Promise<number> {
  let freed = 0;
  for (const name of CLEANABLE) {
    const path = join(folder, name);
    const { bytes } = await sizeOf(path);
    const isGone = await rm(path, { recursive: true, force: true }).then(
      () => true,
      () => false,
    );
    if (isGone) freed += bytes;
  }
  return freed;
}

/** Of a file, or of all files below a folder; files that disappear during the count are left out. */
async function sizeOf(path: string): Promise<{ readonly bytes: number; readonly files: number }> {
  const found = await stat(path).catch(() => null);
  if (!found) return { bytes: 0, files: 0 };
  if (!found.isDirectory()) return { bytes: found.size, files: 1 };
  let bytes = 0;
  let files = 0;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    const size = await stat(join(entry.parentPath, entry.name)).then(
      (each) => each.size,
      () => 0,
    );
    bytes += size;
    files += 1;
  }
  return { bytes, files };
}
