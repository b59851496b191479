// Logs JSON lines without keys, texts or audio URLs. `message` is a fixed sentence that names the event.

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface Logger {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info'] as const;
export type LogThreshold = (typeof LOG_LEVELS)[number];

export function createLogger(level: LogThreshold, write: (line: string) => void): Logger {
  const most = LOG_LEVELS.indexOf(level);
  const at = (name: Exclude<LogThreshold, 'silent'>) => {
    const isWanted = LOG_LEVELS.indexOf(name) <= most;
    return (fields: LogFields, message: string): void => {
      if (isWanted) write(`${JSON.stringify({ time: new Date().toISOString(), level: name, message, ...fields })}\n`);
    };
  };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** Returns a logger that adds fields to every line. */
export const withFields = (log: Logger, added: LogFields): Logger => ({
  info: (fields, message) => log.info({ ...added, ...fields }, message),
  warn: (fields, message) => log.warn({ ...added, ...fields }, message),
  error: (fields, message) => log.error({ ...added, ...fields }, message),
});

/** Returns the first stack frames of an error, without its message, which could contain client input. */
export function stackFrames({ message, stack = '' }: Error): string {
  // The stack starts with the original message, and a line of the message can look like a stack frame.
  const begin = stack.indexOf(message);
  const rows = (begin === -1 ? stack : stack.slice(begin + message.length)).split('\n');
  return rows
    .filter((row) => /^ {4}at .*:\d+:\d+\)?$/.test(row))
    .slice(0, 3)
    .map((row) => row.trim())
    .join(' ');
}
