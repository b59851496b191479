import { type ManuscriptNotice, manuscriptNoticeSchema } from '../../../shared/model/manuscript.ts';
import type { SourcePosition } from '../../../shared/model/source-position.ts';
import { countWords, sampleOf } from '../script/omitted-words.ts';

type ManuscriptNoticeKind = ManuscriptNotice['kind'];

const KINDS: readonly ManuscriptNoticeKind[] = manuscriptNoticeSchema.shape.kind.options;
/**
 * Kinds that are reported with the position of the first occurrence. Users don't look up page numbers or running heads.
 */
const KINDS_WITH_POSITION: ReadonlySet<ManuscriptNoticeKind> = new Set([
  ...(['comments', 'deletions', 'hidden', 'pictures', 'formulas', 'credits'] as const),
  ...(['damaged', 'inconsistent', 'pages-without-text', 'joined-cells'] as const),
]);

interface NoticeCount {
  count: number;
  words: number;
  sample: string;
  at: SourcePosition | undefined;
}

/** Counts skipped content by kind, with a sample and the position of the first occurrence. */
export class Omissions {
  readonly #found = new Map<ManuscriptNoticeKind, NoticeCount>();

  add(kind: ManuscriptNoticeKind, words = '', at?: SourcePosition): void {
    this.#add(kind, { count: 1, words: countWords(words), sample: sampleOf(words), at });
  }

  /** @param count negative if previously skipped content is read after all */
  addCount(kind: ManuscriptNoticeKind, count: number, at?: SourcePosition): void {
    this.#add(kind, { count, words: 0, sample: '', at });
  }

  addAll(notices: readonly ManuscriptNotice[], at?: SourcePosition): void {
    for (const { kind, count, words = 0, sample = '', at: own = at } of notices)
      this.#add(kind, { count, words, sample, at: own });
  }

  count(kind: ManuscriptNoticeKind): number {
    return this.#found.get(kind)?.count ?? 0;
  }

  notices(): ManuscriptNotice[] {
    return KINDS.flatMap((kind) => {
      const { count = 0, words = 0, sample = '', at } = this.#found.get(kind) ?? {};
      return count > 0 ? [{ kind, count, ...(words > 0 && { words, sample }), ...(at && { at }) }] : [];
    });
  }

  #add(kind: ManuscriptNoticeKind, { count, words, sample, at }: NoticeCount): void {
    const found = this.#found.get(kind) ?? { count: 0, words: 0, sample: '', at: undefined };
    if (found.count === 0 && count > 0 && KINDS_WITH_POSITION.has(kind)) found.at = at;
    found.count += count;
    found.words += words;
    if (found.sample === '' && words > 0) found.sample = sample;
    this.#found.set(kind, found);
  }
}

export function createNotices(counts: Partial<Record<ManuscriptNoticeKind, number>>): ManuscriptNotice[] {
  const leftOut = new Omissions();
  for (const [kind, count] of Object.entries(counts) as [ManuscriptNoticeKind, number][]) leftOut.addCount(kind, count);
  return leftOut.notices();
}

export function addInconsistentFiles(leftOut: Omissions, paths: readonly string[]): void {
  for (const part of paths) leftOut.add('inconsistent', '', { part });
}

export function addRunningHead(leftOut: Omissions, words: string): void {
  if (countWords(words) > 0) leftOut.add('running-heads', words);
}
