// How long a server asks to wait.

/** The longest wait that a refusal can ask for: the interface promises to accept again within it ("Errors"). */
export const LONGEST_REFUSAL_MS = 60_000;

/**
 * The wait of a `Retry-After` header, in milliseconds, from 0 to 60,000.
 *
 * @param value seconds or an HTTP date
 * @param now milliseconds since the epoch
 * @returns undefined where there is no such header, or none that can be read
 */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(0, Math.ceil(wait)), LONGEST_REFUSAL_MS);
}
