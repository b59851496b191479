import { join } from 'node:path';
import { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';

export interface ProjectPaths {
  readonly folder: string;
  /** Access to the folder. It can contain anything, including links. */
  readonly files: UntrustedFolder;
  readonly database: string;
  readonly log: string;
  readonly logRecord: string;
  readonly takes: string;
  readonly backups: string;
  readonly lock: string;
  readonly seal: string;
  readonly reserve: string;
}

export function projectPaths(folder: string): ProjectPaths {
  return {
    folder,
    files: new UntrustedFolder(folder),
    database: join(folder, 'project.db'),
    log: join(folder, 'project.db-wal'),
    logRecord: join(folder, 'log.json'),
    takes: join(folder, 'takes'),
    backups: join(folder, 'backups'),
    lock: join(folder, 'writer.lock'),
    seal: join(folder, 'closed.json'),
    reserve: join(folder, 'journal.reserve'),
  };
}
