/** Finding a map's first key steps over all that were deleted before it, so the oldest are deleted in groups. */
const GROUP = 1 / 8;

/**
 * Sets an entry of a map as its latest. Deletes the oldest entries once the map has an eighth more of them than it
 * should keep.
 *
 * @param most entries that are kept
 */
export function setLatest<K, V>(entries: Map<K, V>, key: K, value: V, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size <= most * (1 + GROUP)) return;
  for (const oldest of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(oldest);
  }
}
