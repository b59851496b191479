// Finds out which files of an export folder are ours, and which of those were edited.
import { basename } from 'node:path';
import { nameKey } from '../../../shared/rules/file-names.ts';
import { inParallel } from './disk.ts';
import { ExportError } from './export-error.ts';
import type { ExportFolder, OwnedFile } from './export-folder.ts';
import type { JournalReading } from './export-journal.ts';
import { MANIFEST_FILE, MANIFEST_TABLE, type Manifest, PARKED, WORK_FOLDER } from './manifest.ts';

const LOOKS_AT_ONCE = 16;

/** @throws ExportError `other-project` where the folder is another project's */
export function checkProject(
  outDir: string,
  mine: { readonly id: string },
  owner: { readonly id: string; readonly name: string } | null | undefined,
): void {
  if (!owner || owner.id === mine.id) return;
  throw new ExportError(
    'other-project',
    outDir,
    `The folder “${outDir}” holds the export of another project, “${owner.name}”; choose another folder.`,
  );
}

/** @throws ExportError `foreign-manifest` where our table's name is taken by a file that is not ours */
export async function checkTable(folder: ExportFolder): Promise<void> {
  if ((await folder.disk.look(folder.at(MANIFEST_TABLE))) === null) return;
  throw new ExportError(
    'foreign-manifest',
    folder.path,
    `The folder “${folder.path}” holds a ${MANIFEST_TABLE} that is not Lectern's; choose another folder.`,
  );
}

/**
 * Keeps a damaged list aside, under a name that says so.
 *
 * @returns the error that tells it
 */
export async function keepDamagedAside<Row extends OwnedFile>(
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
    names.push(await folder.putAside(name, aside));
  }
  return new ExportError(
    'damaged-manifest',
    folder.path,
    `The list of files in “${folder.path}” is damaged and was kept aside as ${names[0] ?? MANIFEST_FILE}; the audio in the folder counts as yours now, so export again and new files get other names, or choose another folder.`,
  );
}

/** Takes stock: what the manifest and the journal of a killed export say is ours, as far as it stands there. */
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
    // Files of ours took each other's places: only their bytes tell which this is, size and time may be the same.
    const hash = await folder.hashOf(file);
    const expected = folder.rowAt(file);
    const row = expected?.sha256 === hash ? expected : byHash.get(hash ?? '');
    if (row) folder.own({ ...row, file, sizeBytes: entry.sizeBytes, modifiedMs: entry.modifiedMs });
    else {
      // It came between the rename and the note, or is a person's: what it is can't be told any more.
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

/** The name of a file that waits for its place to be free. */
export function parkedName(index: number, file: string): string {
  return `${WORK_FOLDER}/${PARKED}${index}-${basename(file)}`;
}

/**
 * Looks at each of our files. Those that are gone are no longer ours; one that was only touched stays as it is.
 *
 * @returns the keys (`nameKey`) of those whose bytes were changed
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
