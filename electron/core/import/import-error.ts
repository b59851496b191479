/**
 * Why a file can't be imported. `binary`: no text at all. `empty`: no words in it. `encoding`: text, in characters that
 * can't be told. `unknown-format`: a document of a kind that is not read. `not-found`, `folder`, `unreadable` and
 * `too-large`: about the file itself.
 */
export type ImportProblem =
  | 'binary'
  | 'empty'
  | 'encoding'
  | 'unknown-format'
  | 'not-found'
  | 'folder'
  | 'unreadable'
  | 'too-large';

/** A script that can't be imported. The message is one sentence for the person who chose the file. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly kind: ImportProblem;
  /** The file as it was named. */
  readonly file: string;

  constructor(kind: ImportProblem, file: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.file = file;
  }
}
