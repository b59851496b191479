// The application's log: rows of JSON in a file of limited size. Never a key, never words of a script.
import { appendFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, PRIVATE_MODE } from '../../node/files/make-folder.ts';

export type LogLevel = 'info' | 'warning' | 'error';

export interface Log {
  write(level: LogLevel, message: string): void;
  /** Notes a defect of ours under an id that the producer sees. Only where it happened is noted, not on which values. */
  defect(where: string, error: unknown): string;
  /** Resolves when all that was written until now is on the disk, or could not be. */
  flush(): Promise<void>;
}

export interface LogOptions {
  readonly folder: string;
  /** A file larger than this becomes the older one; the older one before it goes. Bytes. */
  readonly largestBytes: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Letters and digits. */
  readonly newId: () => string;
}

/** A log in `lectern.log`, with `lectern.old.log` before it. A disk that is full costs rows, nothing else. */
export function createLog({ folder, largestBytes, now, newId }: LogOptions): Log {
  const path = join(folder, 'lectern.log');
  let rows: string[] = [];
  let writing: Promise<void> | null = null;

  const writeOut = async () => {
    try {
      await makeFolder(folder, PRIVATE_MODE);
      while (rows.length > 0) {
        const text = rows.join('');
        rows = [];
        const size = await sizeOf(path);
        if (size > 0 && size + text.length > largestBytes) await rename(path, join(folder, 'lectern.old.log'));
        await appendFile(path, text, { mode: 0o600 });
      }
    } catch {
      // There is nowhere to say so.
      rows = [];
    } finally {
      writing = null;
    }
  };
  const write = (level: LogLevel, message: string) => {
    rows.push(`${JSON.stringify({ time: new Date(now()).toISOString(), level, message })}\n`);
    writing ??= writeOut();
  };

  return {
    write,
    defect(where, error) {
      const id = newId();
      write('error', `${id} ${where}: ${describe(error)}`);
      return id;
    },
    flush: async () => {
      while (writing) await writing;
    },
  };
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** An error's kind and where it was thrown. Its message may quote what the producer wrote, and is left out. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((row) => /^\s+at /.test(row));
  return [error.name, ...frames.slice(0, 8).map((row) => row.trim())].join(' | ');
}
