// Puts things of some size, in order, into as few groups as a limit allows, none needlessly small.

/**
 * @param costs the size of each thing, 0 or more
 * @param limit the largest size of a group; a single thing above it gets a group of its own
 * @returns the index after each group's last thing: as few groups as can be, and of those the one whose largest group
 * is smallest
 */
export function packBalanced(costs: readonly number[], limit: number): number[] {
  const fewest = pack(costs, limit);
  if (fewest.length < 2) return fewest;
  let low = Math.ceil(costs.reduce((sum, cost) => sum + cost, 0) / fewest.length);
  let high = limit;
  let best = fewest;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const groups = pack(costs, middle);
    if (groups.length > fewest.length) {
      low = middle + 1;
    } else {
      high = middle;
      best = groups;
    }
  }
  return best;
}

/** Fills each group up to the limit before it starts the next. Things of no size never start one. */
function pack(costs: readonly number[], limit: number): number[] {
  const ends: number[] = [];
  let sum = 0;
  costs.forEach((cost, index) => {
    if (sum > 0 && cost > 0 && sum + cost > limit) {
      ends.push(index);
      sum = 0;
    }
    sum += cost;
  });
  if (costs.length > 0) ends.push(costs.length);
  return ends;
}
