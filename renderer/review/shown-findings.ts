import type { Finding } from '../../shared/model/proof.ts';
import { MIN_LINES_OF_VOICE } from '../../shared/model/proof.ts';
import type { AcceptedScope, ProofedTake } from '../../shared/model/proofed-take.ts';
import { trimTo } from '../../shared/rules/characters.ts';
import { spokenWords } from '../../shared/rules/spoken-words.ts';
import { words } from '../locales/words.ts';
import { formatPosition } from '../ui/format.ts';

const t = words('proof');

export interface ShownFinding extends Finding {
  /** Index in the proof, which identifies the finding in requests. */
  readonly index: number;
  /** From 1, in the order of the findings in the take. */
  readonly number: number;
  /** The affected words of the take; for extra speech, the word next to it. */
  readonly words: string;
  /** Widest scope first. */
  readonly accepted: readonly AcceptedScope[];
  readonly look: FindingLook;
}

export interface FindingLook {
  readonly label: string;
  readonly confidence: string;
  readonly meaning: string;
  readonly colour: string;
}

const LIKELY = 0.7;
/** Matches punctuation around a word. */
const IN_WORDS = /[\p{L}\p{M}\p{N}]/u;
const MAX_LABEL_WORDS = 4;
const SCOPES: readonly AcceptedScope[] = ['word', 'voice', 'line'];

export const isStillLearning = ({ proof }: Pick<ProofedTake, 'proof'>): boolean =>
  proof !== null && proof.linesLearnt < MIN_LINES_OF_VOICE;

/**
 * Returns the findings to show. Leaves out the weak findings of takes that aren't suspicious, unless the voice is still
 * being learnt and no take can be suspicious yet.
 */
export function shownFindings({ text, proof, accepted }: ProofedTake): ShownFinding[] {
  if (proof === null) return [];
  const isShown = proof.isSuspicious || proof.linesLearnt < MIN_LINES_OF_VOICE;
  const sent = spokenWords(text).map((word) => trimTo(word.text, IN_WORDS));
  return proof.findings
    .map((finding, index) => ({ ...finding, index, accepted: scopesOf(accepted, index) }))
    .filter((finding) => isShown || finding.accepted.length > 0)
    .toSorted((a, b) => a.startSeconds - b.startSeconds)
    .map((finding, at) => {
      const concerned = wordsOf(sent, finding);
      return { ...finding, number: at + 1, words: concerned, look: lookOf(finding, concerned, sent.length) };
    });
}

const scopesOf = (accepted: ProofedTake['accepted'], index: number): AcceptedScope[] =>
  SCOPES.filter((scope) => accepted.some((one) => one.finding === index && one.scope === scope));

function wordsOf(sent: readonly string[], { fromWord, toWord }: Finding): string {
  const concerned = toWord > fromWord ? sent.slice(fromWord, toWord) : [sent[fromWord] ?? sent.at(-1) ?? ''];
  const shown =
    concerned.length > MAX_LABEL_WORDS ? [...concerned.slice(0, 2), '…', ...concerned.slice(-1)] : concerned;
  return shown.join(' ');
}

function lookOf(finding: Finding, concerned: string, count: number): FindingLook {
  const { kind, fromWord, toWord, heard } = finding;
  const isAtEnd = kind === 'extra' && toWord === fromWord && fromWord >= count;
  const label = isAtEnd ? t('label.extra-end', { words: concerned }) : t(`label.${kind}`, { words: concerned });
  return {
    label: heard === undefined || heard === '' ? label : `${label} · ${t('heard', { heard })}`,
    confidence: t(isLikely(finding) ? 'likely' : 'possible'),
    meaning: t(`meaning.${kind}`),
    colour: colourOf(finding),
  };
}

export const findingHint = ({ look, startSeconds }: ShownFinding): string =>
  [`${look.label} (${look.confidence}, ${formatPosition(startSeconds)})`, look.meaning].join('\n');

const isLikely = ({ confidence }: Pick<Finding, 'confidence'>): boolean => confidence >= LIKELY;
const colourOf = (finding: Pick<Finding, 'confidence'>): string => (isLikely(finding) ? 'var(--fail)' : 'var(--stale)');
