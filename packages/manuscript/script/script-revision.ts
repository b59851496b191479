// Compares a project's script with a new version, chapter by chapter, and combines the two if only some chapters are
// accepted.
import type { Paragraph } from '../../../shared/model/script.ts';
import { longestRising } from '../../../shared/rules/align-matching.ts';
import { at } from '../../../shared/rules/at.ts';
import { type ChapterRange, chaptersOf } from '../../../shared/rules/chapters.ts';

/** How a paragraph changed. `moved`: it is in another place; its words may differ too. */
export type ParagraphChange = 'same' | 'changed' | 'added' | 'removed' | 'moved';

/** A paragraph in both versions. An index is null if that version doesn't have it. */
export interface ComparedParagraph {
  readonly change: ParagraphChange;
  readonly before: string | null;
  readonly after: string | null;
}

/** How a chapter changed. `moved` says separately whether its position changed. */
export type ChapterChange = 'same' | 'changed' | 'added' | 'removed';

export interface ComparedChapter {
  /** The words of its heading; null for the text before the first heading. */
  readonly title: string | null;
  readonly change: ChapterChange;
  readonly moved: boolean;
  /** Its paragraphs in the order of the new version; removed ones are at their old place. */
  readonly paragraphs: readonly ComparedParagraph[];
  /** Indices of the old version's paragraphs that are not in the new version. */
  readonly removed: readonly number[];
  /** The chapter's index in each version; null if that version doesn't have it. */
  readonly oldChapter: number | null;
  readonly newChapter: number | null;
}

type ComparedWords = Pick<Paragraph, 'kind' | 'source' | 'gap'>;

/** Two versions of a script. For each new paragraph, the index of the old one, or null. */
export interface ScriptVersions {
  readonly old: readonly Paragraph[];
  readonly next: readonly Paragraph[];
  readonly oldOf: readonly (number | null)[];
}

/**
 * Compares two versions of a script.
 *
 * @returns the chapters in the new order. A removed chapter follows the one that it used to follow.
 */
export function compareScripts(versions: ScriptVersions): ComparedChapter[] {
  const { old, next, oldOf } = versions;
  const oldChapters = chaptersOf(old);
  const newChapters = chaptersOf(next);
  const pairs = pairChapters(versions, oldChapters, newChapters);
  const inPlace = new Set(longestRising(pairs.filter((pair) => pair !== null)));
  const pairedInOrder = pairs.flatMap((pair, chapter) => (pair === null ? [] : [chapter]));
  const stays = new Set(Array.from(inPlace, (index) => at(pairedInOrder, index)));
  const newOf = new Map(oldOf.flatMap((oldAt, newAt) => (oldAt === null ? [] : [[oldAt, newAt] as const])));
  const compared = newChapters.map((range, chapter): ComparedChapter => {
    const oldChapter = at(pairs, chapter);
    const before = oldChapter === null ? null : at(oldChapters, oldChapter);
    const paragraphs = compareParagraphs(versions, range, before, newOf);
    const removed = before === null ? [] : goneFrom(old, before, newOf);
    const change = before === null ? 'added' : isUntouched(paragraphs, old, before) ? 'same' : 'changed';
    const moved = before !== null && !stays.has(chapter);
    return { title: range.title, change, moved, paragraphs, removed, oldChapter, newChapter: chapter };
  });
  const kept = new Set(pairs);
  const gone = oldChapters.flatMap((range, chapter) =>
    kept.has(chapter) ? [] : [removedChapter(old, range, chapter, newOf)],
  );
  return insertInOldOrder(compared, gone);
}

/**
 * Finds for each new chapter the old one: the one with the same heading, or the one that most of its words come from.
 */
function pairChapters(
  { old, next, oldOf }: ScriptVersions,
  oldChapters: readonly ChapterRange[],
  newChapters: readonly ChapterRange[],
): (number | null)[] {
  const chapterOf = new Map<number, number>();
  oldChapters.forEach(({ first, end }, chapter) => {
    for (let index = first; index < end; index += 1) chapterOf.set(index, chapter);
  });
  const shares = newChapters.flatMap(({ first, end, heading }, chapter) => {
    const characters = new Map<number, number>();
    let total = 0;
    for (let index = first; index < end; index += 1) {
      const { source } = at(next, index);
      total += source.length;
      const from = oldOf[index] ?? null;
      const home = from === null ? undefined : chapterOf.get(from);
      if (home === undefined || from === null || at(old, from).kind === 'blank') continue;
      // An unchanged heading is stronger evidence than any other paragraph. A changed heading is none.
      const isHeading = index === heading;
      if (isHeading && at(old, from).source !== source) continue;
      characters.set(home, (characters.get(home) ?? 0) + (isHeading ? HEADING_WEIGHT : source.length));
    }
    return Array.from(characters, ([home, share]) => ({ chapter, home, share })).filter(
      ({ share }) => share >= Math.min(HEADING_WEIGHT, total * LEAST_SHARE),
    );
  });
  const pairs: (number | null)[] = newChapters.map(() => null);
  const used = new Set<number>();
  for (const { chapter, home } of shares.toSorted((a, b) => b.share - a.share)) {
    if (pairs[chapter] !== null || used.has(home)) continue;
    pairs[chapter] = home;
    used.add(home);
  }
  return pairs;
}

/** How many characters of text an unchanged heading is worth. */
const HEADING_WEIGHT = 400;
/** The minimum share of a chapter's words that must come from the old chapter. */
const LEAST_SHARE = 0.2;

function compareParagraphs(
  { old, next, oldOf }: ScriptVersions,
  range: ChapterRange,
  before: ChapterRange | null,
  newOf: ReadonlyMap<number, number>,
): ComparedParagraph[] {
  const isHere = (oldAt: number): boolean => before !== null && oldAt >= before.first && oldAt < before.end;
  const own: { readonly newAt: number; readonly oldAt: number }[] = [];
  for (let newAt = range.first; newAt < range.end; newAt += 1) {
    const oldAt = oldOf[newAt] ?? null;
    if (oldAt !== null && isHere(oldAt)) own.push({ newAt, oldAt });
  }
  const inOrder = new Set(longestRising(own.map(({ oldAt }) => oldAt)).map((index) => at(own, index).newAt));
  const compared: ComparedParagraph[] = [];
  let shown = before?.first ?? 0;
  const showGone = (until: number) => {
    for (; shown < until; shown += 1) {
      if (newOf.has(shown) || isBlank(at(old, shown))) continue;
      compared.push({ change: 'removed', before: at(old, shown).source, after: null });
    }
  };
  for (let newAt = range.first; newAt < range.end; newAt += 1) {
    const paragraph = at(next, newAt);
    if (isBlank(paragraph)) continue;
    const oldAt = oldOf[newAt] ?? null;
    if (oldAt !== null && inOrder.has(newAt)) {
      showGone(oldAt);
      shown = oldAt + 1;
    }
    compared.push(compareParagraph(oldAt === null ? null : at(old, oldAt), paragraph, inOrder.has(newAt)));
  }
  if (before) showGone(before.end);
  return compared;
}

function compareParagraph(before: ComparedWords | null, after: ComparedWords, inOrder: boolean): ComparedParagraph {
  if (before === null) return { change: 'added', before: null, after: after.source };
  const isSame = before.source === after.source;
  return { change: inOrder ? (isSame ? 'same' : 'changed') : 'moved', before: before.source, after: after.source };
}

/** Returns whether nothing in a chapter was added, removed, moved or changed. */
const isUntouched = (
  compared: readonly ComparedParagraph[],
  old: readonly ComparedWords[],
  { first, end }: ChapterRange,
) =>
  compared.every(({ change }) => change === 'same') &&
  compared.length === old.slice(first, end).filter((paragraph) => !isBlank(paragraph)).length;

const isBlank = ({ kind }: ComparedWords): boolean => kind === 'blank';

const goneFrom = (
  old: readonly ComparedWords[],
  { first, end }: ChapterRange,
  newOf: ReadonlyMap<number, number>,
): number[] =>
  Array.from({ length: end - first }, (_, index) => first + index).filter(
    (index) => !newOf.has(index) && !isBlank(at(old, index)),
  );

/** A removed chapter. Paragraphs that moved to other chapters are shown there. */
function removedChapter(
  old: readonly ComparedWords[],
  range: ChapterRange,
  chapter: number,
  newOf: ReadonlyMap<number, number>,
): ComparedChapter {
  const removed = goneFrom(old, range, newOf);
  const paragraphs = removed.map(
    (index): ComparedParagraph => ({ change: 'removed', before: at(old, index).source, after: null }),
  );
  const base = { title: range.title, change: 'removed', moved: false } as const;
  return { ...base, paragraphs, removed, oldChapter: chapter, newChapter: null };
}

/** Inserts old chapters after those that they used to follow. */
function insertInOldOrder(chapters: readonly ComparedChapter[], others: readonly ComparedChapter[]): ComparedChapter[] {
  const result = [...chapters];
  for (const other of others) {
    const own = other.oldChapter ?? 0;
    let place = 0;
    let nearest = -1;
    result.forEach(({ oldChapter }, index) => {
      if (oldChapter === null || oldChapter >= own || oldChapter < nearest) return;
      nearest = oldChapter;
      place = index + 1;
    });
    result.splice(place, 0, other);
  }
  return result;
}

/**
 * Combines the accepted changes with the old script. Chapters that are not accepted keep their words and place.
 *
 * @param chapters the result of `compareScripts`
 * @param isAccepted whether the change of the chapter at an index is accepted
 */
export function acceptChapters(
  { old, next }: ScriptVersions,
  chapters: readonly ComparedChapter[],
  isAccepted: (index: number) => boolean,
): string {
  const staying: ComparedChapter[] = [];
  const declined: ComparedChapter[] = [];
  const kept = new Set<ComparedChapter>();
  chapters.forEach((chapter, index) => {
    if (isAccepted(index)) {
      if (chapter.newChapter !== null) staying.push(chapter);
    } else if (chapter.oldChapter !== null) {
      kept.add(chapter);
      (chapter.moved || chapter.newChapter === null ? declined : staying).push(chapter);
    }
  });
  const oldChapters = chaptersOf(old);
  const newChapters = chaptersOf(next);
  const order = insertInOldOrder(
    staying,
    declined.toSorted((a, b) => (a.oldChapter ?? 0) - (b.oldChapter ?? 0)),
  );
  const texts = order.map((chapter, index) => {
    const isKept = kept.has(chapter);
    const [version, ranges, own] = isKept
      ? ([old, oldChapters, chapter.oldChapter] as const)
      : ([next, newChapters, chapter.newChapter] as const);
    const text = textOf(version, ranges[own ?? -1]);
    if (index < order.length - 1) return withBreak(text);
    return own === ranges.length - 1 ? text : `${text.trimEnd()}\n`;
  });
  return texts.join('');
}

const textOf = (paragraphs: readonly ComparedWords[], range: ChapterRange | undefined): string =>
  range === undefined
    ? ''
    : paragraphs
        .slice(range.first, range.end)
        .map(({ source, gap }) => source + gap)
        .join('');

/** The last chapter of a script may end without a blank row. */
const withBreak = (text: string): string => {
  const words = text.trimEnd();
  const rows = text.slice(words.length).split('\n').length - 1;
  return text === '' || rows >= 2 ? text : `${words}\n\n`;
};

/** A role that has a new name in the new version. */
export interface RenamedRole {
  readonly from: string;
  readonly into: string;
}

/** The minimum share of comparable paragraphs that belonged to the old role. */
const RENAMED_SHARE = 0.5;
/** The minimum share of all paragraphs that are comparable. */
const LEAST_TELLING = 0.2;

/**
 * Finds roles that are missing from the new version and whose paragraphs belong to a new role. Only paragraphs with a
 * single role are compared, by position or else by words.
 */
export function renamedRoles({ old, next, oldOf }: ScriptVersions): RenamedRole[] {
  const before = new Set(old.flatMap(rolesIn));
  const after = new Set(next.flatMap(rolesIn));
  const speakers = new Map<string, string>();
  for (const paragraph of old) {
    const role = soleRole(paragraph);
    if (role !== null && !after.has(role)) speakers.set(wordsOf(paragraph), role);
  }
  const counts = new Map<string, Map<string, number>>();
  const totals = new Map<string, number>();
  next.forEach((paragraph, index) => {
    const into = soleRole(paragraph);
    if (into === null || before.has(into)) return;
    totals.set(into, (totals.get(into) ?? 0) + 1);
    const from = oldOf[index] ?? null;
    const former = speakers.get(wordsOf(paragraph)) ?? (from === null ? null : soleRole(at(old, from)));
    if (former === null || after.has(former)) return;
    const own = counts.get(into) ?? new Map<string, number>();
    counts.set(into, own);
    own.set(former, (own.get(former) ?? 0) + 1);
  });
  const renamed: RenamedRole[] = [];
  const taken = new Set<string>();
  for (const [into, own] of counts) {
    const [best] = Array.from(own).toSorted((a, b) => b[1] - a[1]);
    const telling = [...own.values()].reduce((sum, count) => sum + count, 0);
    if (!best || taken.has(best[0]) || best[1] < RENAMED_SHARE * telling) continue;
    if (telling < LEAST_TELLING * (totals.get(into) ?? 0)) continue;
    taken.add(best[0]);
    renamed.push({ from: best[0], into });
  }
  return renamed;
}

const wordsOf = ({ lines }: Paragraph): string =>
  lines.flatMap(({ turns }) => turns.map(({ text }) => text.replace(/\s+/g, ' ').trim())).join(' ');

const rolesIn = ({ lines }: Paragraph): string[] =>
  lines.flatMap(({ turns }) => turns.flatMap(({ role }) => (role === null ? [] : [role])));

function soleRole(paragraph: Paragraph): string | null {
  const roles = new Set(rolesIn(paragraph));
  const [only] = roles;
  return roles.size === 1 ? (only ?? null) : null;
}

/** Returns a paragraph's rows with the former names, so that its words are recognised. */
export function withFormerNames(source: string, renamed: readonly RenamedRole[]): string {
  if (renamed.length === 0) return source;
  return source
    .split('\n')
    .map((row) => {
      const role = renamed.find(({ into }) => row.startsWith(`${into}:`));
      return role === undefined ? row : role.from + row.slice(role.into.length);
    })
    .join('\n');
}
