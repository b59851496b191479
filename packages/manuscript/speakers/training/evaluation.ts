import { type Attribution, CLAIMED_FROM } from '../attribute.ts';
import type { QuotationPlace } from './alignment.ts';
import type { AnnotatedNovel } from './corpus.ts';

export interface EvaluatedQuotation {
  /** 0 if there is no probable speaker. */
  readonly confidence: number;
  readonly isRight: boolean;
}

export interface Score {
  readonly quotations: number;
  readonly claimed: number;
  /** Of those claimed. */
  readonly right: number;
}

/** `''` stands for the first-person narrator. */
const attributedRole = ({ speaker }: Attribution): string => speaker ?? '';

/** Evaluates attributions. A role counts as the character that has its name or most of its quotations. */
export function evaluateNovel(
  novel: AnnotatedNovel,
  attributions: readonly (readonly Attribution[])[],
  places: readonly (QuotationPlace | null)[],
): EvaluatedQuotation[] {
  const found = places.map((place) => {
    const attribution = place === null ? undefined : attributions[place.paragraph]?.[place.quotation];
    return attribution !== undefined && attribution.confidence > 0 ? attribution : null;
  });
  const counts = new Map<string, Map<string, number>>();
  for (const [at, { speaker }] of novel.quotations.entries()) {
    const attribution = found[at];
    if (!attribution || speaker === null) continue;
    const role = attributedRole(attribution);
    const characters = counts.get(role) ?? new Map<string, number>();
    counts.set(role, characters.set(speaker, (characters.get(speaker) ?? 0) + 1));
  }
  const characterOf = new Map(Array.from(counts, ([role, characters]) => [role, mostFrequent(characters)]));
  return novel.quotations.map(({ speaker }, at) => {
    const attribution = found[at];
    if (!attribution) return { confidence: 0, isRight: false };
    const role = attributedRole(attribution);
    const isNamed = speaker !== null && (novel.namesOf.get(speaker)?.has(role.toLowerCase()) ?? false);
    const isRight = speaker !== null && (isNamed || characterOf.get(role) === speaker);
    return { confidence: attribution.confidence, isRight };
  });
}

export function mostFrequent<Key>(counts: ReadonlyMap<Key, number>): Key | null {
  let [best, most]: [Key | null, number] = [null, 0];
  for (const [key, count] of counts) if (count > most) [best, most] = [key, count];
  return best;
}

export function computeScore(evaluated: readonly EvaluatedQuotation[], from: number = CLAIMED_FROM): Score {
  const claimed = evaluated.filter(({ confidence }) => confidence >= from);
  const right = claimed.filter(({ isRight }) => isRight);
  return { quotations: evaluated.length, claimed: claimed.length, right: right.length };
}

/** Returns the precision from 0 to 1 when only this share of all quotations is attributed, surest first. */
export function precisionAt(evaluated: readonly EvaluatedQuotation[], share: number): number {
  const surest = evaluated
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, Math.round(evaluated.length * share));
  return surest.filter(({ isRight }) => isRight).length / surest.length;
}
