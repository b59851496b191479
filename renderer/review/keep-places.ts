/**
 * Returns the lines in their new order, except that some stay after the line that they followed before. Otherwise, lines
 * that are rendered again would jump away as soon as their new takes arrive.
 * @param before the lines in the order in which they were shown
 * @param staying the lines that stay; those that aren't in both lists are ignored
 */
export function keepPlaces(
  before: readonly number[],
  now: readonly number[],
  staying: ReadonlySet<number>,
): readonly number[] {
  const there = new Set(now);
  const isStaying = new Set(before.filter((id) => staying.has(id) && there.has(id)));
  if (isStaying.size === 0) return now;
  const behind = new Map<number | null, number[]>();
  let last: number | null = null;
  for (const id of before) {
    if (isStaying.has(id)) behind.set(last, [...(behind.get(last) ?? []), id]);
    else if (there.has(id)) last = id;
  }
  const others = now.filter((id) => !isStaying.has(id));
  return [...(behind.get(null) ?? []), ...others.flatMap((id) => [id, ...(behind.get(id) ?? [])])];
}
