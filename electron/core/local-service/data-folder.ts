import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { sweepParts } from '../../../node/files/durable-write.ts';
import { makeFolderSync, PRIVATE_MODE } from '../../../node/files/make-folder.ts';
import { describeFolderProblem, type FolderProblem, folderProblem } from '../folder-problem.ts';

export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';

  constructor(folder: string, problem: FolderProblem, how: string) {
    const what = describeFolderProblem(problem, folder);
    super(`Lectern’s data folder ${folder} ${what}; set ${how} to a folder that can be written.`);
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

/** @throws DataFolderError if the folder can't be created or written to, naming the setting that changes it */
export function checkDataFolder(folder: string, how: string): void {
  const problem = folderProblem(folder);
  if (problem) throw new DataFolderError(folder, problem, how);
}

/** Only sweeps the folder and its direct subfolders, which contain settings, keys and stored replies. */
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
