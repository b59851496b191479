// A backup's name contains its creation time, so backups sort by time.

export const backupName = (at: number, version: number): string => `${formatBackupTime(at)}-format-${version}.db`;

/** Formats milliseconds since the epoch, for example as `2026-11-21T02-23-56-123Z`. */
export const formatBackupTime = (at: number): string =>
  new Date(at).toISOString().replaceAll(':', '-').replace('.', '-');

const MOMENT = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-format-\d+\.db$/;

/** Parses the time in a backup's name or path, in milliseconds since the epoch. Returns null for other names. */
export function parseBackupTime(path: string): number | null {
  const [, day, hours, minutes, seconds, milliseconds] = MOMENT.exec(path) ?? [];
  if (day === undefined) return null;
  const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
  return Number.isNaN(at) ? null : at;
}
