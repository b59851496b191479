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
  // Application documents, including unreadable ones that have been set aside.
  return KIND_OF[name] ?? (/\.json(\.|$)/.test(name) ? 'settings' : 'other');
}

const CLEANABLE = ['cache', join('logs', 'lectern.old.log')];

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

/** Returns the number of bytes freed. Files that can't be deleted are left in place. */
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

/** Measures a file, or all files in a folder. Skips files that disappear while it runs. */
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
