import type { DocumentErrorKind, ImportErrorData } from '../../../shared/model/import-notes.ts';

/**
 * `wrong-file`: a known type that can't be imported. `protected`: needs a password. `drm`: copy-protected by a store.
 * `no-text`: contains only images. `too-complex`: exceeds the time or memory limit.
 */
export type ImportProblem =
  | 'binary'
  | 'empty'
  | 'encoding'
  | 'unknown-format'
  | 'damaged'
  | 'protected'
  | 'drm'
  | 'wrong-file'
  | 'no-text'
  | 'too-complex'
  | 'not-found'
  | 'folder'
  | 'unreadable'
  | 'too-large';

const PROBLEMS: Readonly<Record<ImportErrorData['kind'], ImportProblem>> = {
  'wrong-file': 'wrong-file',
  'not-text': 'binary',
  'unread-extension': 'unknown-format',
  'unclear-encoding': 'encoding',
  'no-words': 'empty',
  'matter-only': 'empty',
  'document-damaged': 'damaged',
  'document-protected': 'protected',
  'document-drm': 'drm',
  'document-no-text': 'no-text',
  'document-too-complex': 'too-complex',
  'document-too-large': 'too-large',
  'document-empty': 'empty',
  'file-not-found': 'not-found',
  'file-is-folder': 'folder',
  'file-not-regular': 'unreadable',
  'file-forbidden': 'unreadable',
  'file-unreadable': 'unreadable',
  'file-too-large': 'too-large',
  'file-too-many-rows': 'too-large',
};

export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly kind: ImportProblem;
  readonly problem: ImportErrorData;
  readonly file: string;

  constructor(problem: ImportErrorData, file: string, cause?: unknown) {
    super(`${problem.kind}: ${file}`, cause === undefined ? undefined : { cause });
    this.kind = PROBLEMS[problem.kind];
    this.problem = problem;
    this.file = file;
  }
}

export const documentError = (problem: DocumentErrorKind, file: string, cause?: unknown): ImportError =>
  new ImportError({ kind: `document-${problem}` }, file, cause);

/** Longer text would need gigabytes of memory. Shakespeare's complete plays have 130,000 lines. */
export const MAX_ROWS = 500_000;

/** Checks the number of non-blank lines. @throws ImportError `too-large` above `MAX_ROWS` */
export function checkRowCount(text: string, file: string): void {
  const row = /\S[^\n]*/g;
  for (let rows = 0; row.test(text); rows += 1) {
    if (rows === MAX_ROWS) throw new ImportError({ kind: 'file-too-many-rows', rows: MAX_ROWS }, file);
  }
}
