// Measures attribution against annotated speakers: how many quotations are claimed, and how many claims are right.
import { type Attribution, CLAIMED_FROM } from '../attribute.ts';
import type { QuotationPlace } from './alignment.ts';
import type { AnnotatedNovel } from './corpus.ts';

/** The result for an annotated quotation. */
export interface JudgedQuotation {
  /** 0 if the quotation wasn't found, or has no probable speaker. */
  readonly confidence: number;
  readonly isRight: boolean;
}

/** The counts of a novel, or of several. */
export interface Score {
  readonly quotations: number;
  readonly claimed: number;
  /** Of those claimed. */
  readonly right: number;
}

/** The role that reads a quotation; `''` is the first-person narrator. */
const roleOf = ({ speaker }: Attribution): string => speaker ?? '';

/**
 * Judges a novel. A role counts as the character who says most of its quotations, or whose name it has.
 *
 * @param places as `alignQuotations` returns them
 */
export function judgeNovel(
  novel: AnnotatedNovel,
  attributions: readonly (readonly Attribution[])[],
  places: readonly (QuotationPlace | null)[],
): JudgedQuotation[] {
  const found = places.map((place) => {
    const attribution = place === null ? undefined : attributions[place.paragraph]?.[place.quotation];
    return attribution !== undefined && attribution.confidence > 0 ? attribution : null;
  });
  const counts = new Map<string, Map<string, number>>();
  for (const [at, { speaker }] of novel.quotations.entries()) {
    const attribution = found[at];
    if (!attribution || speaker === null) continue;
    const role = roleOf(attribution);
    const characters = counts.get(role) ?? new Map<string, number>();
    counts.set(role, characters.set(speaker, (characters.get(speaker) ?? 0) + 1));
  }
  const characterOf = new Map(Array.from(counts, ([role, characters]) => [role, mostFrequent(characters)]));
  return novel.quotations.map(({ speaker }, at) => {
    const attribution = found[at];
    if (!attribution) return { confidence: 0, isRight: false };
    const role = roleOf(attribution);
    const isNamed = speaker !== null && (novel.namesOf.get(speaker)?.has(role.toLowerCase()) ?? false);
    const isRight = speaker !== null && (isNamed || characterOf.get(role) === speaker);
    return { confidence: attribution.confidence, isRight };
  });
}

/** Returns the key with the highest count; null if there is none. */
export function mostFrequent<Key>(counts: ReadonlyMap<Key, number>): Key | null {
  let [best, most]: [Key | null, number] = [null, 0];
  for (const [key, count] of counts) if (count > most) [best, most] = [key, count];
  return best;
}

/** @param from the lowest confidence of a claim */
export function scoreOf(judged: readonly JudgedQuotation[], from: number = CLAIMED_FROM): Score {
  const claimed = judged.filter(({ confidence }) => confidence >= from);
  const right = claimed.filter(({ isRight }) => isRight);
  return { quotations: judged.length, claimed: claimed.length, right: right.length };
}

/** Returns the share of right claims, from 0 to 1, if a given share of all quotations is claimed, the surest ones first. */
export function precisionAt(judged: readonly JudgedQuotation[], share: number): number {
  const surest = judged.toSorted((a, b) => b.confidence - a.confidence).slice(0, Math.round(judged.length * share));
  return surest.filter(({ isRight }) => isRight).length / surest.length;
}
