// What a reader came across and did not take over.
import { type ManuscriptNotice, manuscriptNoticeSchema } from '../../../shared/model/manuscript.ts';
import { countWords, sampleOf } from '../script/left-out-words.ts';

type ManuscriptNoticeKind = ManuscriptNotice['kind'];

const KINDS: readonly ManuscriptNoticeKind[] = manuscriptNoticeSchema.shape.kind.options;
const NONE = { count: 0, words: 0, sample: '' };

/** Counts what a document has of each kind, and keeps how it begins. */
export class LeftOut {
  readonly #found = new Map<ManuscriptNoticeKind, { count: number; words: number; sample: string }>();

  /** @param words those that are lost with it; empty: none */
  add(kind: ManuscriptNoticeKind, words = ''): void {
    this.#add(kind, 1, countWords(words), sampleOf(words));
  }

  /** @param count how many more of a kind without words there are; fewer than 0: those that are read after all */
  addCount(kind: ManuscriptNoticeKind, count: number): void {
    this.#add(kind, count, 0, '');
  }

  addAll(notices: readonly ManuscriptNotice[]): void {
    for (const { kind, count, words = 0, sample = '' } of notices) this.#add(kind, count, words, sample);
  }

  count(kind: ManuscriptNoticeKind): number {
    return this.#found.get(kind)?.count ?? 0;
  }

  notices(): ManuscriptNotice[] {
    return KINDS.flatMap((kind) => {
      const { count, words, sample } = this.#found.get(kind) ?? NONE;
      return count > 0 ? [{ kind, count, ...(words > 0 && { words, sample }) }] : [];
    });
  }

  #add(kind: ManuscriptNoticeKind, count: number, words: number, sample: string): void {
    const found = this.#found.get(kind) ?? { ...NONE };
    found.count += count;
    found.words += words;
    if (found.sample === '' && words > 0) found.sample = sample;
    this.#found.set(kind, found);
  }
}

/** Makes notices of what has no words. */
export function noticesOf(counts: Partial<Record<ManuscriptNoticeKind, number>>): ManuscriptNotice[] {
  const leftOut = new LeftOut();
  for (const [kind, count] of Object.entries(counts) as [ManuscriptNoticeKind, number][]) leftOut.addCount(kind, count);
  return leftOut.notices();
}

/** Adds what stands above or below the text of all pages, where it is words. */
export function addHead(leftOut: LeftOut, words: string): void {
  if (countWords(words) > 0) leftOut.add('running-heads', words);
}
