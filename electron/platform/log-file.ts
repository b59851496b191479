// A JSON Lines file of limited size. The log never contains keys or script text.
import { appendFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, PRIVATE_MODE } from '../../node/files/make-folder.ts';

export type LogLevel = 'info' | 'warning' | 'error';

export interface Log {
  write(level: LogLevel, message: string): void;
  /** Logs only the location, not the values, and returns an id that is shown to the user. */
  defect(where: string, error: unknown): string;
  flush(): Promise<void>;
}

export interface LogOptions {
  readonly folder: string;
  /** In bytes. A full log replaces the previous one. */
  readonly largestBytes: number;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Entries that can't be written are dropped. */
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
      // The error can't be reported anywhere.
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

/** The message is omitted, because it might contain script text. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((row) => /^\s+at /.test(row));
  return [error.name, ...frames.slice(0, 8).map((row) => row.trim())].join(' | ');
}
