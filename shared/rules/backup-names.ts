// What the copies of a project's database are called: their names tell when they were made, and sort by it.

/** @param at milliseconds since the epoch @param version the format of the copy */
export const backupName = (at: number, version: number): string => `${momentInName(at)}-format-${version}.db`;

/** A moment as a part of a file's name: `2026-11-21T02-23-56-123Z`. @param at milliseconds since the epoch */
export const momentInName = (at: number): string => new Date(at).toISOString().replaceAll(':', '-').replace('.', '-');

const MOMENT = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-format-\d+\.db$/;

/** When a backup was made, by its name or path: milliseconds since the epoch; null where that is no backup's name. */
export function backupMoment(path: string): number | null {
  const [, day, hours, minutes, seconds, milliseconds] = MOMENT.exec(path) ?? [];
  if (day === undefined) return null;
  const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
  return Number.isNaN(at) ? null : at;
}
