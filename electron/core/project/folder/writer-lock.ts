import { takeLock } from '../../../../node/files/lock-file.ts';
import { ProjectError } from './project-error.ts';
import { asProjectError } from './project-failure.ts';
import type { ProjectPaths } from './project-paths.ts';

/** The right to write a project, held by one process at a time. */
export interface WriterLock {
  /** Gives it back. */
  release(): void;
}

/**
 * Takes the right to write a project.
 *
 * @throws ProjectError `in-use` while another process (or this one) holds it; `read-only` where it can't be made; `unsafe`
 */
export function takeWriterLock({ files, folder, lock }: ProjectPaths): WriterLock {
  try {
    return { release: takeLock(files, lock) };
  } catch (error) {
    const failure = asProjectError(error, folder);
    // The lock holds nothing worth repairing; a damaged one would keep its project closed for ever.
    if (failure instanceof ProjectError && failure.problem.kind === 'damaged') {
      throw new ProjectError({ kind: 'damaged', path: folder, detail: `remove ${lock}`, backup: null }, error);
    }
    throw failure;
  }
}
