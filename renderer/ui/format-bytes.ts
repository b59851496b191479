const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** A size as file managers show it: `912 bytes`, `4.6 MB`, `12 GB`. Steps of 1,000. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let value = bytes / 1_000;
  let unit = 0;
  // What would be shown as 1,000 belongs to the next unit.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}
