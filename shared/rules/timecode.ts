/** Formats a position, rounded to milliseconds: `01:02:03.045`. @param seconds at least 0 */
export function timecode(seconds: number): string {
  const total = Math.round(seconds * 1_000);
  const part = (unit: number, within: number, digits: number) =>
    String(Math.floor(total / unit) % within).padStart(digits, '0');
  return `${part(3_600_000, Number.MAX_SAFE_INTEGER, 2)}:${part(60_000, 60, 2)}:${part(1_000, 60, 2)}.${part(1, 1_000, 3)}`;
}
