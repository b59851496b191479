// Backup names contain their creation time and sort by it.

export const backupName = (at: number, version: number): string => `${momentInName(at)}-format-${version}.db`;

/** Formats milliseconds since the epoch, for example as `2026-11-21T02-23-56-123Z`. */
export const momentInName = (at: number): string => new Date(at).toISOString().replaceAll(':', '-').replace('.', '-');

const MOMENT = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-format-\d+\.db$/;

/**
 * Parses the time in a backup's name or path, in milliseconds since the epoch. Returns null if it isn't a backup name.
 */
export function backupMoment(path: string): number | null {
  const [, day, hours, minutes, seconds, milliseconds] = MOMENT.exec(path) ?? [];
  if (day === undefined) return null;
  const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
  return Number.isNaN(at) ? null : at;
}
