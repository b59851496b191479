import type { QueryClient } from '@tanstack/react-query';
import type { Finding } from '../../shared/model/proof.ts';
import type { ProofedTake } from '../../shared/model/proofed-take.ts';
import type { TakeSummary } from '../../shared/model/take.ts';
import { matchWords, shownPlace, shownRange, shownWords } from '../../shared/rules/match-words.ts';
import { spokenWords } from '../../shared/rules/spoken-words.ts';
import { askQuery } from '../bridge/use-ask.ts';
import type { TakePart } from '../ui/sound/play-line.ts';
import type { ComparedParts } from './compare.tsx';
import { useCurrentFinding } from './play-finding.ts';

/** Returns the parts of two takes with the words of a finding in one of them. Null if neither has a finding. */
export async function comparedParts(
  client: QueryClient,
  takes: readonly [TakeSummary, TakeSummary],
): Promise<ComparedParts | null> {
  const proofed = await client.fetchQuery(askQuery('proof.takes', { takeIds: takes.map(({ id }) => id) }));
  const [one, other] = takes.map(({ id }) => proofed.find(({ takeId }) => takeId === id));
  return one && other ? partsOf(one, other, useCurrentFinding.getState()) : null;
}

interface HeardFinding {
  readonly takeId: number | null;
  readonly index: number | null;
}

/** @param heard the finding that was played last, which is preferred */
export function partsOf(one: ProofedTake, other: ProofedTake, heard: HeardFinding): ComparedParts | null {
  const [inOne, inOther] = [findingOf(one, heard), findingOf(other, heard)];
  if (inOne && (inOne.isHeard || !inOther?.isHeard)) {
    const part = partInOther(one, inOne.finding, other);
    return part && [inOne.finding, part];
  }
  const part = inOther && partInOther(other, inOther.finding, one);
  return part && inOther ? [part, inOther.finding] : null;
}

function findingOf({ takeId, proof, accepted }: ProofedTake, heard: HeardFinding) {
  const findings = proof?.findings ?? [];
  const last = heard.takeId === takeId && heard.index !== null ? findings[heard.index] : undefined;
  const finding = last ?? findings.find((_, index) => !accepted.some((each) => each.finding === index));
  return finding && { finding, isHeard: last !== undefined };
}

/** Returns when the words of a finding are spoken in another take, whose text may differ. */
function partInOther({ text }: ProofedTake, { fromWord, toWord }: Finding, other: ProofedTake): TakePart | null {
  const matches = matchWords(spokenWords(text), shownWords(other.text));
  const range =
    toWord > fromWord
      ? shownRange(matches, { from: fromWord, to: toWord })
      : { from: shownPlace(matches, fromWord), to: shownPlace(matches, fromWord) };
  if (!range) return null;
  const first = other.words[range.from];
  const last = other.words[range.to - 1];
  const startSeconds = first?.startSeconds ?? last?.endSeconds;
  if (startSeconds === undefined) return null;
  return {
    startSeconds,
    endSeconds: Math.max(startSeconds, (range.to > range.from ? last?.endSeconds : null) ?? startSeconds),
  };
}
