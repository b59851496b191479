import { at } from '../../../../shared/rules/at.ts';
import type { TokenLink } from './token-links.ts';

export type AlignedKind = 'same' | 'contraction' | 'replaced' | 'missing' | 'extra';

/** A step of an alignment, with the tokens that it consumes on each side. */
export interface AlignmentStep {
  readonly kind: AlignedKind;
  readonly written: number;
  readonly writtenEnd: number;
  readonly heard: number;
  readonly heardEnd: number;
}

export interface AlignmentCosts {
  missing(written: number): number;
  extra(heard: number): number;
  replaced(written: number, heard: number): number;
}

/** An alignment uses 8 bytes for each pair of a written and a heard token. */
export const MAX_PAIRS = 4_000_000;

const [MISSING, EXTRA, REPLACED, FIRST_LINK] = [1, 2, 3, 4];

/** Returns the cheapest alignment of two lists of tokens, whose lengths multiplied must not exceed `MAX_PAIRS`. */
export function alignTokens(
  writtenCount: number,
  heardCount: number,
  links: readonly TokenLink[],
  costs: AlignmentCosts,
): AlignmentStep[] {
  const width = heardCount + 1;
  const cost = new Float32Array((writtenCount + 1) * width).fill(Number.POSITIVE_INFINITY);
  const arrivedBy = new Int32Array(cost.length);
  const startingAt = new Map<number, number[]>();
  for (const [index, { written, heard }] of links.entries()) {
    const cell = written * width + heard;
    const known = startingAt.get(cell);
    if (known) known.push(index);
    else startingAt.set(cell, [index]);
  }
  const reach = (cell: number, total: number, how: number): void => {
    if (total >= at(cost, cell)) return;
    cost[cell] = total;
    arrivedBy[cell] = how;
  };
  cost[0] = 0;
  for (let written = 0; written <= writtenCount; written += 1) {
    for (let heard = 0; heard <= heardCount; heard += 1) {
      const cell = written * width + heard;
      const here = at(cost, cell);
      for (const index of startingAt.get(cell) ?? []) {
        const link = at(links, index);
        reach(cell + link.writtenLength * width + link.heardLength, here + link.cost, FIRST_LINK + index);
      }
      const [hasWritten, hasHeard] = [written < writtenCount, heard < heardCount];
      if (hasWritten && hasHeard) reach(cell + width + 1, here + costs.replaced(written, heard), REPLACED);
      if (hasWritten) reach(cell + width, here + costs.missing(written), MISSING);
      if (hasHeard) reach(cell + 1, here + costs.extra(heard), EXTRA);
    }
  }
  return stepsTo(writtenCount, heardCount, (written, heard) => at(arrivedBy, written * width + heard), links);
}

function stepsTo(
  writtenCount: number,
  heardCount: number,
  arrivedBy: (written: number, heard: number) => number,
  links: readonly TokenLink[],
): AlignmentStep[] {
  const steps: AlignmentStep[] = [];
  let [writtenEnd, heardEnd] = [writtenCount, heardCount];
  while (writtenEnd > 0 || heardEnd > 0) {
    const how = arrivedBy(writtenEnd, heardEnd);
    const link = how >= FIRST_LINK ? at(links, how - FIRST_LINK) : null;
    const written = writtenEnd - (link?.writtenLength ?? (how === EXTRA ? 0 : 1));
    const heard = heardEnd - (link?.heardLength ?? (how === MISSING ? 0 : 1));
    const kind = link?.kind ?? (how === MISSING ? 'missing' : how === EXTRA ? 'extra' : 'replaced');
    steps.push({ kind, written, writtenEnd, heard, heardEnd });
    [writtenEnd, heardEnd] = [written, heard];
  }
  return steps.reverse();
}
