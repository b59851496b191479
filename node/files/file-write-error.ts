/** The file system refused bytes of a file. `code` is its own, such as `ENOSPC`. */
export class FileWriteError extends Error {
  override readonly name = 'FileWriteError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
