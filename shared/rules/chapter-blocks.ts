// Which chapters move together, and where a step up or down leads.

/** A chapter as far as its place is concerned. */
interface Placed {
  /** Null: what stands before the first heading, which can't be moved. */
  readonly id: number | null;
  readonly level: number | null;
}

/**
 * Where the chapters end that a chapter takes along: one of the first level takes those of the second level behind it.
 *
 * @param chapters in script order
 * @param at its index
 * @returns the index of the first chapter that stays
 */
export function blockEnd(chapters: readonly Placed[], at: number): number {
  let end = at + 1;
  if (chapters[at]?.level !== 1) return end;
  while (end < chapters.length && chapters[end]?.level === 2) end += 1;
  return end;
}

/**
 * Before which chapter one stands after a step up or down; null: at the end. Undefined where it can't go further. One of
 * the first level steps over the next one of its level, with all that this one takes along.
 */
export function stepOf(chapters: readonly Placed[], id: number, by: -1 | 1): number | null | undefined {
  const at = chapters.findIndex((chapter) => chapter.id === id);
  const chapter = chapters[at];
  if (!chapter) return undefined;
  if (by === -1) {
    let above = at - 1;
    if (chapter.level === 1) while (above > 0 && chapters[above]?.level === 2) above -= 1;
    return chapters[above]?.id ?? undefined;
  }
  const end = blockEnd(chapters, at);
  if (end >= chapters.length) return undefined;
  const after = chapter.level === 1 ? blockEnd(chapters, end) : end + 1;
  return chapters[after]?.id ?? null;
}
