// Export folders aren't trusted: only files with the right hash are restored.
import { join } from 'node:path';
import { UntrustedFolder } from '../../../node/files/untrusted-folder.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import type { Project } from '../project/project.ts';
import type { MissingAudio } from '../project/takes/take-store.ts';
import { exportSettings } from './export-memory.ts';
import { type ManifestRow, readManifest } from './files/line-list.ts';

export interface RecoveredAudio {
  readonly recovered: number;
  /** Takes that only exist in modified form: converted, trimmed or with a gain. */
  readonly converted: number;
  readonly convertedIn: string | null;
}

const NOTHING_RECOVERED: RecoveredAudio = { recovered: 0, converted: 0, convertedIn: null };

/**
 * Restores missing audio from exports. Reads no exports if nothing is missing. `folders` are absolute.
 * @throws ProjectError
 */
export async function recoverAudio(project: Project, folders: readonly string[] = []): Promise<RecoveredAudio> {
  const lost = new Map(project.takes.missingAudio().map((audio) => [audio.hash, audio]));
  if (lost.size === 0) return NOTHING_RECOVERED;
  let recovered = 0;
  const converted = new Map<string, string>();
  for (const outDir of new Set([...folders, ...exportFolders(project)])) {
    const manifest = await readManifest(outDir).catch(() => null);
    const folder = new UntrustedFolder(outDir);
    for (const row of manifest?.files ?? []) {
      const audio = lost.get(row.sha256);
      if (audio && (await restoreTake(project, folder, row, audio))) {
        lost.delete(audio.hash);
        recovered += 1;
      } else if (lost.has(row.audioHash) && row.audioHash !== row.sha256) converted.set(row.audioHash, outDir);
    }
  }
  const left = [...converted].filter(([hash]) => lost.has(hash));
  return { recovered, converted: left.length, convertedIn: left[0]?.[1] ?? null };
}

function exportFolders(project: Project): string[] {
  const { choice, report, presets } = exportSettings(project);
  return [choice, report, ...presets].flatMap((one) => one?.outDir ?? []);
}

/** Restores a take from a file. Returns false if the file is missing, isn't a regular file, or has another hash. */
async function restoreTake(
  project: Project,
  folder: UntrustedFolder,
  row: ManifestRow,
  audio: MissingAudio,
): Promise<boolean> {
  try {
    const path = join(folder.path, ...row.file.split('/'));
    if (!(await folder.stat(path))) return false;
    const file = await folder.openForReading(path);
    try {
      return await project.takes.restoreAudio(audio, file);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ProjectError) throw error;
    return false;
  }
}
