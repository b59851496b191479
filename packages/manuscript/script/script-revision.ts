import type { Paragraph } from '../../../shared/model/script.ts';
import { longestIncreasing } from '../../../shared/rules/align-matching.ts';
import { at } from '../../../shared/rules/at.ts';
import { type ChapterRange, chaptersOf } from '../../../shared/rules/chapters.ts';

/** `moved` paragraphs may have been edited as well. */
export type ParagraphChange = 'same' | 'changed' | 'added' | 'removed' | 'moved';

/** A version's text is null if the version doesn't contain the paragraph. */
export interface ComparedParagraph {
  readonly change: ParagraphChange;
  readonly before: string | null;
  readonly after: string | null;
  /** Indices in the old and the new version; null if that version doesn't contain the paragraph. */
  readonly oldAt: number | null;
  readonly newAt: number | null;
}

export type ChapterChange = 'same' | 'changed' | 'added' | 'removed';

export interface ComparedChapter {
  /** Null for the text before the first heading. */
  readonly title: string | null;
  readonly change: ChapterChange;
  readonly moved: boolean;
  /** In the new order. Removed paragraphs are at their old position. */
  readonly paragraphs: readonly ComparedParagraph[];
  /** Indices in the old version. */
  readonly removed: readonly number[];
  /** Null if that version doesn't contain the chapter. */
  readonly oldChapter: number | null;
  readonly newChapter: number | null;
}

type ComparedWords = Pick<Paragraph, 'kind' | 'source' | 'gap'>;

/** `oldOf` maps each new paragraph to the index of its old version, or null. */
export interface ScriptVersions {
  readonly old: readonly Paragraph[];
  readonly next: readonly Paragraph[];
  readonly oldOf: readonly (number | null)[];
}

/** Returns chapters in the new order. Each removed chapter follows the chapter that preceded it in the old version. */
export function compareScripts(versions: ScriptVersions): ComparedChapter[] {
  const { old, next, oldOf } = versions;
  const oldChapters = chaptersOf(old);
  const newChapters = chaptersOf(next);
  const pairs = pairChapters(versions, oldChapters, newChapters);
  const inPlace = new Set(longestIncreasing(pairs.filter((pair) => pair !== null)));
  const pairedInOrder = pairs.flatMap((pair, chapter) => (pair === null ? [] : [chapter]));
  const stays = new Set(Array.from(inPlace, (index) => at(pairedInOrder, index)));
  const newOf = new Map(oldOf.flatMap((oldAt, newAt) => (oldAt === null ? [] : [[oldAt, newAt] as const])));
  const compared = newChapters.map((range, chapter): ComparedChapter => {
    const oldChapter = at(pairs, chapter);
    const before = oldChapter === null ? null : at(oldChapters, oldChapter);
    const paragraphs = compareParagraphs(versions, range, before, newOf);
    const removed = before === null ? [] : findRemoved(old, before, newOf);
    const change = before === null ? 'added' : isUnchanged(paragraphs, old, before) ? 'same' : 'changed';
    const moved = before !== null && !stays.has(chapter);
    return { title: range.title, change, moved, paragraphs, removed, oldChapter, newChapter: chapter };
  });
  const kept = new Set(pairs);
  const gone = oldChapters.flatMap((range, chapter) =>
    kept.has(chapter) ? [] : [removedChapter(old, range, chapter, newOf)],
  );
  return insertInOldOrder(compared, gone);
}

/** Pairs chapters by an unchanged heading or, failing that, by where most of the words come from. */
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
      // An unchanged heading is the strongest evidence.
      const isHeading = index === heading;
      if (isHeading && at(old, from).source !== source) continue;
      characters.set(home, (characters.get(home) ?? 0) + (isHeading ? UNCHANGED_HEADING_WEIGHT : source.length));
    }
    return Array.from(characters, ([home, share]) => ({ chapter, home, share })).filter(
      ({ share }) => share >= Math.min(UNCHANGED_HEADING_WEIGHT, total * MIN_COMMON_SHARE),
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

/** In characters of text. */
const UNCHANGED_HEADING_WEIGHT = 400;
const MIN_COMMON_SHARE = 0.2;

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
  const inOrder = new Set(longestIncreasing(own.map(({ oldAt }) => oldAt)).map((index) => at(own, index).newAt));
  const compared: ComparedParagraph[] = [];
  let shown = before?.first ?? 0;
  const showGone = (until: number) => {
    for (; shown < until; shown += 1) {
      if (newOf.has(shown) || isBlank(at(old, shown))) continue;
      compared.push(removedParagraph(old, shown));
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
    const compare = compareParagraph(oldAt === null ? null : at(old, oldAt), paragraph, inOrder.has(newAt));
    compared.push({ ...compare, oldAt, newAt });
  }
  if (before) showGone(before.end);
  return compared;
}

const removedParagraph = (old: readonly ComparedWords[], oldAt: number): ComparedParagraph => ({
  change: 'removed',
  before: at(old, oldAt).source,
  after: null,
  oldAt,
  newAt: null,
});

function compareParagraph(
  before: ComparedWords | null,
  after: ComparedWords,
  inOrder: boolean,
): Pick<ComparedParagraph, 'change' | 'before' | 'after'> {
  if (before === null) return { change: 'added', before: null, after: after.source };
  const isSame = before.source === after.source;
  return { change: inOrder ? (isSame ? 'same' : 'changed') : 'moved', before: before.source, after: after.source };
}

const isUnchanged = (
  compared: readonly ComparedParagraph[],
  old: readonly ComparedWords[],
  { first, end }: ChapterRange,
) =>
  compared.every(({ change }) => change === 'same') &&
  compared.length === old.slice(first, end).filter((paragraph) => !isBlank(paragraph)).length;

const isBlank = ({ kind }: ComparedWords): boolean => kind === 'blank';

const findRemoved = (
  old: readonly ComparedWords[],
  { first, end }: ChapterRange,
  newOf: ReadonlyMap<number, number>,
): number[] =>
  Array.from({ length: end - first }, (_, index) => first + index).filter(
    (index) => !newOf.has(index) && !isBlank(at(old, index)),
  );

/** Paragraphs that moved to another chapter are shown in that chapter. */
function removedChapter(
  old: readonly ComparedWords[],
  range: ChapterRange,
  chapter: number,
  newOf: ReadonlyMap<number, number>,
): ComparedChapter {
  const removed = findRemoved(old, range, newOf);
  const paragraphs = removed.map((index) => removedParagraph(old, index));
  const base = { title: range.title, change: 'removed', moved: false } as const;
  return { ...base, paragraphs, removed, oldChapter: chapter, newChapter: null };
}

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
 * Returns the script with the accepted changes. Rejected chapters keep their text and position, and paragraphs that would
 * move to a rejected chapter stay where they are.
 * @param isKept whether a paragraph of an accepted chapter, by its index in the comparison, stays as in the old version
 */
export function acceptChapters(
  versions: ScriptVersions,
  chapters: readonly ComparedChapter[],
  isAccepted: (index: number) => boolean,
  isKept: (index: number, paragraph: number) => boolean = () => false,
): string {
  const { old, next } = versions;
  const oldChapters = chaptersOf(old);
  const newChapters = chaptersOf(next);
  const staying: ComparedChapter[] = [];
  const declined: ComparedChapter[] = [];
  const kept = new Set<ComparedChapter>();
  /** Accepted chapters in which paragraphs stay as in the old version. */
  const mixed = new Map<ComparedChapter, string>();
  const movedTo = new Map(
    chapters.flatMap(({ paragraphs }, index) =>
      paragraphs.flatMap(({ oldAt, newAt }) => (oldAt === null || newAt === null ? [] : [[oldAt, index] as const])),
    ),
  );
  const refusedMoves = (index: number): number[] => {
    const { first, end, heading } = oldChapters[chapters[index]?.oldChapter ?? -1] ?? { first: 0, end: 0 };
    return Array.from({ length: end - first }, (_, place) => first + place).filter((oldAt) => {
      const home = movedTo.get(oldAt) ?? index;
      return oldAt !== heading && home !== index && !isAccepted(home);
    });
  };
  chapters.forEach((chapter, index) => {
    if (isAccepted(index)) {
      const stays = chapter.paragraphs.map((_, paragraph) => isKept(index, paragraph));
      const unmoved = refusedMoves(index);
      if (stays.includes(true) || unmoved.length > 0)
        mixed.set(chapter, mixedText(versions, chapter, { stays, unmoved }, newChapters, oldChapters));
      if (chapter.newChapter !== null) staying.push(chapter);
      else if (mixed.has(chapter)) declined.push(chapter);
    } else if (chapter.oldChapter !== null) {
      kept.add(chapter);
      (chapter.moved || chapter.newChapter === null ? declined : staying).push(chapter);
    }
  });
  const order = insertInOldOrder(
    staying,
    declined.toSorted((a, b) => (a.oldChapter ?? 0) - (b.oldChapter ?? 0)),
  );
  const texts = order.map((chapter, index) => {
    const mixedWords = mixed.get(chapter);
    if (mixedWords !== undefined)
      return index < order.length - 1 ? endWithBlankRow(mixedWords) : endOfScript(mixedWords);
    const [version, ranges, own] = kept.has(chapter)
      ? ([old, oldChapters, chapter.oldChapter] as const)
      : ([next, newChapters, chapter.newChapter] as const);
    const text = rangeText(version, ranges[own ?? -1]);
    if (index < order.length - 1) return endWithBlankRow(text);
    return own === ranges.length - 1 ? text : endOfScript(text);
  });
  return texts.join('');
}

const endOfScript = (text: string): string => (text.trim() === '' ? '' : `${text.trimEnd()}\n`);

interface StayingParagraphs {
  /** For each paragraph of the comparison. */
  readonly stays: readonly boolean[];
  /** Indices in the old version of paragraphs that the comparison shows in another chapter. */
  readonly unmoved: readonly number[];
}

/** Joins the new version's paragraphs with those that stay. A removed chapter keeps its heading with them. */
function mixedText(
  { old, next }: ScriptVersions,
  { paragraphs, oldChapter, newChapter }: ComparedChapter,
  { stays, unmoved }: StayingParagraphs,
  newChapters: readonly ChapterRange[],
  oldChapters: readonly ChapterRange[],
): string {
  const range = newChapter === null ? null : at(newChapters, newChapter);
  const heading = newChapter === null && oldChapter !== null ? at(oldChapters, oldChapter).heading : null;
  let text = '';
  let shown = range?.first ?? 0;
  const write = ({ source, gap }: Pick<ComparedWords, 'source' | 'gap'>) => {
    text += source + gap;
  };
  const insert = (source: string) => {
    text = `${endWithBlankRow(text)}${source}\n\n`;
  };
  let stayed = 0;
  const insertUnmoved = (until: number) => {
    for (; stayed < unmoved.length && at(unmoved, stayed) < until; stayed += 1)
      insert(at(old, at(unmoved, stayed)).source);
  };
  paragraphs.forEach(({ oldAt, newAt, change }, index) => {
    const own = oldAt === null ? null : at(old, oldAt).source;
    if (oldAt !== null && change !== 'moved') insertUnmoved(oldAt);
    if (newAt === null) {
      if (own !== null && (stays[index] || oldAt === heading)) insert(own);
      return;
    }
    for (; shown < newAt; shown += 1) write(at(next, shown));
    shown = newAt + 1;
    if (!stays[index]) write(at(next, newAt));
    else if (own !== null && change !== 'added') write({ source: own, gap: at(next, newAt).gap });
  });
  for (; shown < (range?.end ?? 0); shown += 1) write(at(next, shown));
  insertUnmoved(Number.POSITIVE_INFINITY);
  return text;
}

const rangeText = (paragraphs: readonly ComparedWords[], range: ChapterRange | undefined): string =>
  range === undefined
    ? ''
    : paragraphs
        .slice(range.first, range.end)
        .map(({ source, gap }) => source + gap)
        .join('');

/** A script's last chapter may lack a blank line. */
const endWithBlankRow = (text: string): string => {
  const words = text.trimEnd();
  const rows = text.slice(words.length).split('\n').length - 1;
  return text === '' || rows >= 2 ? text : `${words}\n\n`;
};

export interface RenamedRole {
  readonly from: string;
  readonly into: string;
}

/** Minimum share of comparable paragraphs that belonged to the old role. */
const MIN_RENAMED_SHARE = 0.5;
/** Minimum share of paragraphs that are comparable. */
const MIN_COMPARABLE_SHARE = 0.2;

/** Finds roles that no longer exist and whose single-role paragraphs now have a new role. */
export function renamedRoles({ old, next, oldOf }: ScriptVersions): RenamedRole[] {
  const before = new Set(old.flatMap(paragraphRoles));
  const after = new Set(next.flatMap(paragraphRoles));
  const speakers = new Map<string, string>();
  for (const paragraph of old) {
    const role = soleRole(paragraph);
    if (role !== null && !after.has(role)) speakers.set(paragraphWords(paragraph), role);
  }
  const counts = new Map<string, Map<string, number>>();
  const totals = new Map<string, number>();
  next.forEach((paragraph, index) => {
    const into = soleRole(paragraph);
    if (into === null || before.has(into)) return;
    totals.set(into, (totals.get(into) ?? 0) + 1);
    const from = oldOf[index] ?? null;
    const previous = speakers.get(paragraphWords(paragraph)) ?? (from === null ? null : soleRole(at(old, from)));
    if (previous === null || after.has(previous)) return;
    const own = counts.get(into) ?? new Map<string, number>();
    counts.set(into, own);
    own.set(previous, (own.get(previous) ?? 0) + 1);
  });
  const renamed: RenamedRole[] = [];
  const taken = new Set<string>();
  for (const [into, own] of counts) {
    const [best] = Array.from(own).toSorted((a, b) => b[1] - a[1]);
    const telling = [...own.values()].reduce((sum, count) => sum + count, 0);
    if (!best || taken.has(best[0]) || best[1] < MIN_RENAMED_SHARE * telling) continue;
    if (telling < MIN_COMPARABLE_SHARE * (totals.get(into) ?? 0)) continue;
    taken.add(best[0]);
    renamed.push({ from: best[0], into });
  }
  return renamed;
}

const paragraphWords = ({ lines }: Paragraph): string =>
  lines.flatMap(({ turns }) => turns.map(({ text }) => text.replace(/\s+/g, ' ').trim())).join(' ');

const paragraphRoles = ({ lines }: Paragraph): string[] =>
  lines.flatMap(({ turns }) => turns.flatMap(({ role }) => (role === null ? [] : [role])));

function soleRole(paragraph: Paragraph): string | null {
  const roles = new Set(paragraphRoles(paragraph));
  const [only] = roles;
  return roles.size === 1 ? (only ?? null) : null;
}

export function restoreRoleNames(source: string, renamed: readonly RenamedRole[]): string {
  if (renamed.length === 0) return source;
  return source
    .split('\n')
    .map((row) => {
      const role = renamed.find(({ into }) => row.startsWith(`${into}:`));
      return role === undefined ? row : role.from + row.slice(role.into.length);
    })
    .join('\n');
}
