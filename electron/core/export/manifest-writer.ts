// Writes the manifest and its table, last of all and only where something changed.
import type { OutputFormat } from '../../../shared/service/vocabulary.ts';
import type { Clock } from '../ports.ts';
import type { ExportFolder } from './export-folder.ts';
import { endJournal } from './export-journal.ts';
import { MANIFEST_FILE, MANIFEST_TABLE, type Manifest, manifestTable, type ReadManifest, sha256 } from './manifest.ts';

/** What a manifest says of its export. */
export interface ManifestHead {
  readonly projectId: string;
  readonly projectName: string;
  readonly template: string;
  readonly format: OutputFormat;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Writes down which files are ours, and ends the journal. The table comes first: the list holds its hash, so that an
 * edited table goes to the bin instead of being lost.
 *
 * @param former the manifest as it stands in the folder
 * @param order the export's files in script order; others come after them
 */
export async function writeManifest(
  folder: ExportFolder,
  head: ManifestHead,
  former: ReadManifest | null,
  order: readonly string[],
): Promise<ReadManifest> {
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
  if ((await tableHash(folder)) !== tableSha256) {
    await folder.replaceList(MANIFEST_TABLE, table, former?.tableSha256 ?? null);
  }
  let hash = former?.sha256 ?? '';
  if (!former || contentOf(former) !== contentOf(manifest)) {
    const text = `${JSON.stringify(manifest, null, 1)}\n`;
    await folder.replaceList(MANIFEST_FILE, text, former?.sha256 ?? null);
    hash = sha256(text);
  }
  await folder.disk.flushFolder(folder.path);
  await endJournal(folder);
  await folder.close();
  return { ...manifest, sha256: hash };
}

/** Two lists that differ in the moment of their export alone are the same. */
const contentOf = ({ sha256: _, ...manifest }: Manifest & { readonly sha256?: string }): string =>
  JSON.stringify({ ...manifest, exportedAt: '' });

async function tableHash(folder: ExportFolder): Promise<string | null> {
  const standing = await folder.disk.look(folder.at(MANIFEST_TABLE));
  return standing?.kind === 'file' ? folder.hashOf(MANIFEST_TABLE) : null;
}
