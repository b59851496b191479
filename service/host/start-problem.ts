// Why a service can't start, for a person.
import { isCorrupt, isFull, isReadOnly } from '../../node/sqlite-codes.ts';

/**
 * One sentence for whatever kept a service from starting: what, where, and what to do.
 *
 * @param dataFolder null where it was not known yet
 */
export function startProblem(error: unknown, dataFolder: string | null): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall, path, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE') {
    return `The port ${port} is used by another program: name another one with --port, or none for a free one.`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return `The port ${port} may not be used by this account: name one of 1024 or more with --port.`;
  }
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}: name another one with --host.`;
  const folder = `The data folder ${dataFolder ?? ''}`.trimEnd();
  const other = 'name another folder with --data';
  if (code === 'ENOSPC' || isFull(error)) {
    return `${folder} is on a drive that is full: make room, or ${other}.`;
  }
  if (isCorrupt(error)) {
    return `${folder} holds a damaged database (${error.message}): move the folder away to start with an empty one, or ${other}.`;
  }
  if (isReadOnly(error)) return `${folder} can’t be written: ${other}.`;
  // Node's recursive mkdir says ENOENT of a drive that is read-only.
  if (path !== undefined && /^(EROFS|EACCES|EPERM|ENOTDIR|EEXIST|ENOENT)$/.test(code ?? '')) {
    return `${folder} can’t be made or written at ${path} (${code}): ${other}.`;
  }
  return error.message;
}
