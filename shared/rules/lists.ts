// Use `append` instead of spreading a list into a call (`push(...list)`), which overflows the stack at about
// 120,000 items.

export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

export function largest(numbers: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const number of numbers) found = Math.max(found, number);
  return found;
}

export function smallest(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const number of numbers) found = Math.min(found, number);
  return found;
}
