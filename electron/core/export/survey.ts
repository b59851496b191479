// Finds the owned files of an export folder and those that were edited.
import { basename } from 'node:path';
import { nameKey } from '../../../shared/rules/file-names.ts';
import { inParallel } from './disk.ts';
import { ExportError } from './export-error.ts';
import type { ExportFolder, OwnedFile } from './export-folder.ts';
import type { JournalReading } from './export-journal.ts';
import { foreignList, MANIFEST_FILE, MANIFEST_TABLE, type Manifest, PARKED, WORK_FOLDER } from './manifest.ts';

const LOOKS_AT_ONCE = 16;

/** @throws ExportError `other-project` if the folder belongs to another project */
export function checkProject(
  outDir: string,
  mine: { readonly id: string },
  owner: { readonly id: string; readonly name: string } | null | undefined,
): void {
  if (!owner || owner.id === mine.id) return;
  throw new ExportError({ kind: 'other-project', path: outDir, project: owner.name });
}

/** @throws ExportError `foreign-manifest` if a foreign file has the name of the table */
export async function checkTable(folder: ExportFolder): Promise<void> {
  if ((await folder.disk.look(folder.at(MANIFEST_TABLE))) === null) return;
  throw foreignList(folder.path, MANIFEST_TABLE);
}

/** Renames a damaged list and returns the error to report. */
export async function quarantineDamaged<Row extends OwnedFile>(
  folder: ExportFolder<Row>,
  nowMs: number,
  lists: readonly string[] = [MANIFEST_FILE, MANIFEST_TABLE],
): Promise<ExportError> {
  const stamp = new Date(nowMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const names: string[] = [];
  for (const name of lists) {
    if ((await folder.disk.look(folder.at(name))) === null) continue;
    const [stem, extension] = name.split('.');
    const aside = (number: number) => `${stem}.damaged-${stamp}${number === 1 ? '' : `-${number}`}.${extension}`;
    names.push(await folder.moveToFreeName(name, aside));
  }
  const list = lists[0] ?? MANIFEST_FILE;
  return new ExportError({ kind: 'damaged-manifest', path: folder.path, list, keptAs: names[0] ?? list });
}

/** Registers the files listed in the manifest and in the journal of a killed export, as far as they exist. */
export async function recover(
  folder: ExportFolder,
  manifest: Manifest | null,
  journal: JournalReading | null,
): Promise<void> {
  const known = [...(manifest?.files ?? []), ...(journal?.parked ?? []), ...(journal?.done ?? [])];
  for (const row of known) folder.own(row);
  const certain = new Set(journal?.done.map((row) => nameKey(row.file)));
  const byHash = new Map(known.map((row) => [row.sha256, row]));
  for (const file of journal?.planned ?? []) {
    if (certain.has(nameKey(file))) continue;
    const entry = (await folder.isWithinFolders(file)) ? await folder.disk.look(folder.at(file)) : null;
    if (entry?.kind !== 'file') continue;
    // Owned files swapped names, and their size and time may be equal, so only the hash identifies this one.
    const hash = await folder.hashOf(file);
    const expected = folder.rowAt(file);
    const row = expected?.sha256 === hash ? expected : byHash.get(hash ?? '');
    if (row) folder.own({ ...row, file, sizeBytes: entry.sizeBytes, modifiedMs: entry.modifiedMs });
    else {
      // Either placed just before the kill or a foreign file; there is no way to know.
      if (expected) folder.disown(expected);
      await folder.binFile(file);
    }
  }
  await folder.sweepPartials();
  for (const name of await folder.disk.list(folder.at(WORK_FOLDER))) {
    if (name.startsWith(PARKED) && !folder.rowAt(`${WORK_FOLDER}/${name}`))
      await folder.binFile(`${WORK_FOLDER}/${name}`);
  }
}

/** Returns the work folder name of a file that waits until its new name is free. */
export function parkedName(index: number, file: string): string {
  return `${WORK_FOLDER}/${PARKED}${index}-${basename(file)}`;
}

/**
 * Checks all owned files. Missing files are no longer owned, and files with only a new time stay unchanged.
 *
 * @returns the keys (`nameKey`) of files with other bytes
 */
export async function survey<Row extends OwnedFile>(folder: ExportFolder<Row>): Promise<Set<string>> {
  const changed = new Set<string>();
  const trusted = new Map<string, Promise<boolean>>();
  await inParallel(folder.rows(), LOOKS_AT_ONCE, async (row) => {
    const parent = row.file.slice(0, Math.max(0, row.file.lastIndexOf('/')));
    const within = trusted.get(parent) ?? folder.isWithinFolders(row.file);
    trusted.set(parent, within);
    const entry = (await within) ? await folder.disk.look(folder.at(row.file)) : null;
    if (entry?.kind !== 'file') return folder.disown(row);
    if (entry.sizeBytes === row.sizeBytes && entry.modifiedMs === row.modifiedMs) return;
    if (await hasBytes(folder, row)) folder.own({ ...row, modifiedMs: entry.modifiedMs });
    else changed.add(nameKey(row.file));
  });
  return changed;
}

async function hasBytes<Row extends OwnedFile>(folder: ExportFolder<Row>, row: Row): Promise<boolean> {
  return (await folder.hashOf(row.file)) === row.sha256;
}
