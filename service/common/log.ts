// Log lines: JSON on stderr, one a row. They never carry keys, texts or audio addresses.

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface Logger {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info'] as const;
export type LogThreshold = (typeof LOG_LEVELS)[number];

/** A log that writes rows, those of a level and of the graver ones. */
export function rowLog(level: LogThreshold, write: (row: string) => void): Logger {
  const most = LOG_LEVELS.indexOf(level);
  const at = (name: Exclude<LogThreshold, 'silent'>) => {
    const isWanted = LOG_LEVELS.indexOf(name) <= most;
    return (fields: LogFields, message: string): void => {
      if (isWanted) write(`${JSON.stringify({ time: new Date().toISOString(), level: name, message, ...fields })}\n`);
    };
  };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** Where an error came from: its stack without its message, which could contain what a client sent. */
export function whereOf({ message, stack = '' }: Error): string {
  // The stack begins with the message as it was when the error was made. Its rows may look like those below it.
  const begin = stack.indexOf(message);
  const rows = (begin === -1 ? stack : stack.slice(begin + message.length)).split('\n');
  return rows
    .filter((row) => /^ {4}at .*:\d+:\d+\)?$/.test(row))
    .slice(0, 3)
    .map((row) => row.trim())
    .join(' ');
}
