/** What the system calls an error, such as `ENOENT`; null for what is no error of the system's. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}
