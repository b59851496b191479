import { basename } from 'node:path';
import { nameKey } from '../../../../shared/rules/export/file-names.ts';
import { ExportError } from '../export-error.ts';
import { inParallel } from './disk.ts';
import type { ExportFolder, OwnedFile } from './export-folder.ts';
import { PARKED, WORK_FOLDER } from './exported-names.ts';

const CONCURRENT_CHECKS = 16;

/** @throws ExportError `other-project` if the folder belongs to another project */
export function checkProject(
  outDir: string,
  mine: { readonly id: string },
  owner: { readonly id: string; readonly name: string } | null | undefined,
): void {
  if (!owner || owner.id === mine.id) return;
  throw new ExportError({ kind: 'other-project', path: outDir, project: owner.name });
}

/** Renames a damaged list and returns the error to report. */
export async function quarantineDamaged<Row extends OwnedFile>(
  folder: ExportFolder<Row>,
  nowMs: number,
  lists: readonly [string, ...string[]],
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
  const [list] = lists;
  return new ExportError({ kind: 'damaged-manifest', path: folder.path, list, keptAs: names[0] ?? list });
}

export function parkedName(index: number, file: string): string {
  return `${WORK_FOLDER}/${PARKED}${index}-${basename(file)}`;
}

/**
 * Disowns missing files, accepts changed modification times, and returns the `nameKey`s of files with changed content.
 */
export async function survey<Row extends OwnedFile>(folder: ExportFolder<Row>): Promise<Set<string>> {
  const changed = new Set<string>();
  const trusted = new Map<string, Promise<boolean>>();
  await inParallel(folder.rows(), CONCURRENT_CHECKS, async (row) => {
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
