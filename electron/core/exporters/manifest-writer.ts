// Writes the manifest and its table, last of all and only where something changed.
import type { OutputFormat } from '../../../shared/service/vocabulary.ts';
import type { Clock } from '../ports.ts';
import type { ExportFolder } from './export-folder.ts';
import { endJournal } from './export-journal.ts';
import { MANIFEST_FILE, MANIFEST_TABLE, type Manifest, manifestTable, sha256 } from './manifest.ts';

/** What a manifest says of its export. */
export interface ManifestHead {
  readonly projectId: string;
  readonly projectName: string;
  readonly template: string;
  readonly format: OutputFormat;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Writes down which files are ours, and ends the journal. The table comes first: the list says what its bytes are, so
 * that a table which somebody changed goes to the bin, never away.
 *
 * @param former the manifest as it stands in the folder
 * @param order the export's files in script order; others come after them
 */
export async function writeManifest(
  folder: ExportFolder,
  head: ManifestHead,
  former: Manifest | null,
  order: readonly string[],
): Promise<Manifest> {
  await folder.settle();
  const places = new Map(order.map((file, index) => [file, index]));
  const placeOf = (file: string): number => places.get(file) ?? order.length;
  const files = folder.rows().sort((a, b) => placeOf(a.file) - placeOf(b.file) || a.number - b.number);
  const table = manifestTable(files);
  const tableSha256 = sha256(table);
  const manifest: Manifest = {
    lectern: 'line-files',
    version: 1,
    project: { id: head.projectId, name: head.projectName },
    exportedAt: new Date(head.clock.now()).toISOString(),
    template: head.template,
    format: head.format,
    tableSha256,
    files,
  };
  const standing = await tableHash(folder);
  if (standing !== tableSha256) {
    if (standing !== null && standing !== former?.tableSha256) await folder.binFile(MANIFEST_TABLE);
    await folder.replace(MANIFEST_TABLE, table);
  }
  if (!former || JSON.stringify({ ...former, exportedAt: '' }) !== JSON.stringify({ ...manifest, exportedAt: '' })) {
    await folder.replace(MANIFEST_FILE, `${JSON.stringify(manifest, null, 1)}\n`);
  }
  await folder.disk.flushFolder(folder.path);
  await endJournal(folder);
  await folder.close();
  return manifest;
}

async function tableHash(folder: ExportFolder): Promise<string | null> {
  const standing = await folder.disk.look(folder.at(MANIFEST_TABLE));
  return standing?.kind === 'file' ? sha256(await folder.disk.read(folder.at(MANIFEST_TABLE))) : null;
}
