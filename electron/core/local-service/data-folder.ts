import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { sweepParts } from '../../../node/files/durable-write.ts';
import { makeFolderSync, PRIVATE_MODE } from '../../../node/files/make-folder.ts';
import type { DataProblem } from '../../../shared/model/problems/machine-problem.ts';
import { folderProblem } from '../folder-problem.ts';

export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
  readonly problem: DataProblem;

  constructor(problem: Extract<DataProblem, { kind: 'folder' }>) {
    super(`${problem.problem.kind}: ${problem.folder}`);
    this.problem = problem;
  }
}

/** Returns `LECTERN_HOME`, or the operating system's standard location. */
export function dataFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const own = environment['LECTERN_HOME'];
  if (own) return resolve(own);
  const home = homedir();
  if (platform === 'win32') return join(environment['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Lectern');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Lectern');
  return join(environment['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'lectern');
}

/** @param setting the variable or option that selects another folder @throws DataFolderError */
export function checkDataFolder(folder: string, setting: string): void {
  const problem = folderProblem(folder);
  if (problem) throw new DataFolderError({ kind: 'folder', folder, setting, problem });
}

/** Sweeps only the folder and its direct subfolders, which contain settings, keys and stored replies. */
function sweepDataFolder(folder: string): void {
  const within = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const path of [folder, ...within.map(({ name }) => join(folder, name))]) sweepParts(path);
}

/** Also removes temporary files left by killed processes. @throws DataFolderError */
export function makeDataFolder(): string {
  const folder = dataFolder();
  checkDataFolder(folder, 'LECTERN_HOME');
  makeFolderSync(folder, PRIVATE_MODE);
  sweepDataFolder(folder);
  return folder;
}
