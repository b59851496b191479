// Audio that is gone from a project and that an export of it still has: it is taken from there before anything is paid
// again. An export folder may be anyone's: what its list says is a hint, and the bytes themselves decide.
import { join } from 'node:path';
import { UntrustedFolder } from '../../../node/files/untrusted-folder.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import type { Project } from '../project/project.ts';
import type { MissingAudio } from '../project/takes/take-store.ts';
import { exportMemory } from './export-memory.ts';
import { type ManifestRow, readManifest } from './manifest.ts';

/** What exports still had of audio that is gone. Counts are of audio files. */
export interface RecoveredAudio {
  readonly recovered: number;
  /** What only stands in other forms in an export: converted, trimmed or made louder. */
  readonly converted: number;
  /** Where that is; null where there is none. */
  readonly convertedIn: string | null;
}

const NOTHING: RecoveredAudio = { recovered: 0, converted: 0, convertedIn: null };

/**
 * Puts audio that is remembered as missing or damaged back from exports. Nothing is read where none is.
 *
 * @param folders export folders to look into beside those that the project remembers; absolute paths
 * @throws ProjectError
 */
export async function recoverAudio(project: Project, folders: readonly string[] = []): Promise<RecoveredAudio> {
  const lost = new Map(project.takes.missingAudio().map((audio) => [audio.hash, audio]));
  if (lost.size === 0) return NOTHING;
  let recovered = 0;
  const converted = new Map<string, string>();
  for (const outDir of new Set([...folders, ...exportFolders(project)])) {
    const manifest = await readManifest(outDir).catch(() => null);
    const folder = new UntrustedFolder(outDir);
    for (const row of manifest?.files ?? []) {
      const audio = lost.get(row.sha256);
      if (audio && (await putBack(project, folder, row, audio))) {
        lost.delete(audio.hash);
        recovered += 1;
      } else if (lost.has(row.audioHash) && row.audioHash !== row.sha256) converted.set(row.audioHash, outDir);
    }
  }
  const left = [...converted].filter(([hash]) => lost.has(hash));
  return { recovered, converted: left.length, convertedIn: left[0]?.[1] ?? null };
}

/** The folders that the project was exported to, or is to be. */
function exportFolders(project: Project): string[] {
  const { choice, report, presets } = exportMemory(project);
  return [choice, report, ...presets].flatMap((one) => one?.outDir ?? []);
}

/** @returns false where the file is not there, is none, or holds something else */
async function putBack(
  project: Project,
  folder: UntrustedFolder,
  row: ManifestRow,
  audio: MissingAudio,
): Promise<boolean> {
  try {
    const path = join(folder.path, ...row.file.split('/'));
    if (!(await folder.look(path))) return false;
    const file = await folder.openToRead(path);
    try {
      return await project.takes.putBack(audio, file);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ProjectError) throw error;
    return false;
  }
}
