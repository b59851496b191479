const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size as a person reads it: `64 MB`, `1.5 GB`, `800 bytes`. A unit is 1,024 of the one before. */
export function sizeInWords(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1_024 ** step;
  return `${Number(size.toFixed(size < 10 ? 1 : 0))} ${UNITS[step]}`;
}
