// List operations without a length limit. Spreading a list into a call (`push(...list)`) passes its items on the stack,
// which overflows at about 120,000 items; scripts/lint/spread-arguments.grit rejects it.

export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** Returns the largest number, or `-Infinity` if there are none. */
export function largest(numbers: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const number of numbers) found = Math.max(found, number);
  return found;
}

/** Returns the smallest number, or `Infinity` if there are none. */
export function smallest(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const number of numbers) found = Math.min(found, number);
  return found;
}
