import { join } from 'node:path';
import { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';

/** Where things lie in a project's folder. */
export interface ProjectPaths {
  readonly folder: string;
  /** The way to them: anyone may have put anything there. */
  readonly files: UntrustedFolder;
  readonly database: string;
  readonly log: string;
  /** What the log has to hold. */
  readonly logRecord: string;
  readonly takes: string;
  readonly backups: string;
  readonly lock: string;
  readonly seal: string;
  /** Room for what became of a batch, should the disk be full then. */
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
