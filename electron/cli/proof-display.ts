// The output of `lectern proof`.
import { type Finding, MIN_LINES_OF_VOICE } from '../../shared/model/proof.ts';
import type {
  AcceptedScope,
  NotCompared,
  NotHeard,
  ProofedTake,
  ProofStatus,
  TakeRecogniser,
} from '../../shared/model/proofed-take.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { spokenWords } from '../../shared/rules/spoken-words.ts';
import type { LineState } from '../core/project/lines/line-states.ts';
import type { Project } from '../core/project/project.ts';
import { LineNames } from './line-names.ts';
import type { CommandOutput } from './output.ts';
import type { RetriedLines } from './proof-retry.ts';
import { findingText, notComparedText, notHeardText, t } from './words.ts';

/** Levels that cause exit status 1. Approved takes and accepted findings never do. */
export const PROOF_FAIL_ON = ['suspicious', 'findings', 'never'] as const;
export type ProofFailOn = (typeof PROOF_FAIL_ON)[number];

/** A line with the take that it exports or, if there is none, its latest take. */
export interface ProofedLine {
  readonly line: LineState;
  readonly take: ProofedTake | null;
  readonly isApproved: boolean;
  readonly exchanged: boolean;
}

/**
 * `learning`, `two-voices`: findings are only ranked, because too few lines by the voice are known, or because two voices
 * speak.
 */
type ComparedState = 'learnt' | 'learning' | 'two-voices' | 'not-compared' | 'waiting' | 'no-take';

/** Lines whose takes are most likely to have a fault come first. */
export function proofedLines(project: Project, chapters: readonly number[] | undefined): ProofedLine[] {
  const lines = project.lines.states().filter(({ chapterNumber }) => chapters?.includes(chapterNumber) ?? true);
  const takeIds = project.proofs.takesOfLines();
  const takes = new Map(
    project.proofs.takes(lines.flatMap(({ id }) => takeIds.get(id) ?? [])).map((take) => [take.takeId, take]),
  );
  const files = new Map(project.proofs.comparedFiles([...takes.keys()]).map((file) => [file.takeId, file]));
  return lines
    .map((line): ProofedLine => {
      const take = takes.get(takeIds.get(line.id) ?? 0) ?? null;
      const file = take && files.get(take.takeId);
      return {
        line,
        take,
        isApproved: take !== null && project.decisions.state(take.takeId)?.verdict === 'approved',
        exchanged: file != null && file.comparedHash !== file.audioHash,
      };
    })
    .toSorted((a, b) => rank(b) - rank(a));
}

const rank = ({ take }: ProofedLine): number =>
  take?.proof ? take.proof.score + (take.proof.isSuspicious ? SUSPICIOUS_FIRST : 0) : Number.NEGATIVE_INFINITY;
const SUSPICIOUS_FIRST = 1e9;

function stateOf({ take }: ProofedLine): ComparedState {
  if (!take) return 'no-take';
  if (take.notCompared) return 'not-compared';
  if (!take.proof) return 'waiting';
  if (take.voices.length > 1) return 'two-voices';
  return take.proof.linesLearnt < MIN_LINES_OF_VOICE ? 'learning' : 'learnt';
}

const openFindingsOf = (take: ProofedTake): Finding[] =>
  (take.proof?.findings ?? []).filter((_, at) => !take.accepted.some(({ finding }) => finding === at));

export function failsOn({ take, isApproved }: ProofedLine, level: ProofFailOn): boolean {
  if (level === 'never' || isApproved || !take?.proof) return false;
  return (level === 'findings' || take.proof.isSuspicious) && openFindingsOf(take).length > 0;
}

interface FindingReport {
  readonly kind: Finding['kind'];
  /** Counted from 0 in the take's words; `to_word` is one past the last one. */
  readonly from_word: number;
  readonly to_word: number;
  readonly words: string;
  /** Position in the take's file. */
  readonly start_seconds: number;
  readonly end_seconds: number;
  readonly confidence: number;
  readonly source: Finding['source'];
  readonly heard: string | null;
  readonly accepted: readonly AcceptedScope[];
}

interface LineReport {
  /** Line number in the whole script; `number` is the displayed one, such as `2.12`. */
  readonly line: number;
  readonly number: string;
  readonly chapter: string;
  readonly chapter_number: number;
  readonly role: string;
  readonly take: number | null;
  readonly state: ComparedState;
  /** Takes with higher scores are more likely to have a fault, even across voices and while a voice is being learnt. */
  readonly score: number | null;
  readonly suspicious: boolean;
  readonly approved: boolean;
  readonly lines_learnt: number;
  readonly not_compared: NotCompared | null;
  /** The speech recogniser that was installed for the take's language. */
  readonly recogniser: TakeRecogniser | null;
  /** Why the recogniser didn't listen to the take, or not to all of it. */
  readonly not_heard: NotHeard | null;
  /** Whether the take's file has been replaced since it was rendered. */
  readonly exchanged: boolean;
  readonly findings: readonly FindingReport[];
  readonly words?: readonly WordReport[];
}

interface WordReport {
  readonly text: string;
  readonly start_seconds: number;
  readonly end_seconds: number;
  readonly confidence: number;
}

/** The object printed by `proof --json`. */
interface ProofReport {
  readonly project: string;
  readonly compared: number;
  readonly suspicious: number;
  readonly not_compared: number;
  /** Lines that the installed speech recogniser couldn't listen to. */
  readonly not_heard: number;
  /** Lines whose voice is still being learnt. */
  readonly learning: number;
  readonly waiting: number;
  readonly without_take: number;
  readonly voices: readonly {
    readonly voice: string;
    readonly language: string | null;
    readonly style: string | null;
    readonly lines_learnt: number;
    readonly learning: boolean;
  }[];
  /** Null without `--retry`. */
  readonly retried: RetriedLines | null;
  /** Worst first. */
  readonly lines: readonly LineReport[];
}

export function proofReport(
  project: Project,
  lines: readonly ProofedLine[],
  { withWords, retried }: { readonly withWords: boolean; readonly retried: RetriedLines | null },
): ProofReport {
  const count = (holds: (line: ProofedLine) => boolean): number => lines.filter(holds).length;
  return {
    project: project.dir,
    compared: count(({ take }) => take?.proof != null),
    suspicious: count(isSuspicious),
    not_compared: count((line) => stateOf(line) === 'not-compared'),
    not_heard: count(isNotHeard),
    learning: count((line) => stateOf(line) === 'learning'),
    waiting: count((line) => stateOf(line) === 'waiting'),
    without_take: count(({ take }) => take === null),
    voices: project.proofs.status().voices.map(voiceReport),
    retried,
    lines: lines.map((line) => lineReport(line, withWords)),
  };
}

const isSuspicious = ({ take }: ProofedLine): boolean =>
  take?.proof?.isSuspicious === true && openFindingsOf(take).length > 0;

const isNotHeard = ({ take }: ProofedLine): boolean => take?.notHeard != null && take.notHeard.kind !== 'words';

const voiceReport = ({ id, language, style, linesLearnt, isLearning }: ProofStatus['voices'][number]) => ({
  voice: id,
  language,
  style,
  lines_learnt: linesLearnt,
  learning: isLearning,
});

function lineReport(proofed: ProofedLine, withWords: boolean): LineReport {
  const { line, take, isApproved, exchanged } = proofed;
  return {
    line: line.number,
    number: lineNumber(line),
    chapter: line.chapterTitle,
    chapter_number: line.chapterNumber,
    role: line.roles.join(' + '),
    take: take?.takeId ?? null,
    state: stateOf(proofed),
    score: take?.proof?.score ?? null,
    suspicious: isSuspicious(proofed),
    approved: isApproved,
    lines_learnt: take?.proof?.linesLearnt ?? 0,
    not_compared: take?.notCompared ?? null,
    recogniser: take?.recogniser ?? null,
    not_heard: take?.notHeard ?? null,
    exchanged,
    findings: take ? findingReports(take) : [],
    ...(withWords && { words: take ? wordReports(take) : [] }),
  };
}

function findingReports({ text, proof, accepted }: ProofedTake): FindingReport[] {
  return (proof?.findings ?? []).map((finding, index) => ({
    kind: finding.kind,
    from_word: finding.fromWord,
    to_word: finding.toWord,
    words: wordsIn(text, finding),
    start_seconds: finding.startSeconds,
    end_seconds: finding.endSeconds,
    confidence: finding.confidence,
    source: finding.source,
    heard: finding.heard ?? null,
    accepted: accepted.flatMap((one) => (one.finding === index ? [one.scope] : [])),
  }));
}

function wordReports({ text, words }: ProofedTake): WordReport[] {
  const spoken = spokenWords(text);
  return words.map(({ startSeconds, endSeconds, confidence }, index) => ({
    text: spoken[index]?.text ?? '',
    start_seconds: startSeconds,
    end_seconds: endSeconds,
    confidence,
  }));
}

/** The words that a finding concerns; empty for extra speech between words. */
function wordsIn(text: string, { fromWord, toWord }: Finding): string {
  const words = spokenWords(text).slice(fromWord, toWord);
  const [first, last] = [words[0], words.at(-1)];
  return first && last ? text.slice(first.from, last.to) : '';
}

const CONTEXT_WORDS = 3;

/** Formats `… I didn’t [think] it polite …`. */
function wordsInContext(text: string, { fromWord, toWord }: Finding): string {
  const words = spokenWords(text);
  const join = (from: number, to: number): string =>
    words
      .slice(Math.max(0, from), to)
      .map((word) => word.text)
      .join(' ');
  const before = join(fromWord - CONTEXT_WORDS, fromWord);
  const after = join(toWord, toWord + CONTEXT_WORDS);
  return [
    ...(fromWord > CONTEXT_WORDS ? ['…'] : []),
    ...(before === '' ? [] : [before]),
    `[${join(fromWord, toWord)}]`,
    ...(after === '' ? [] : [after]),
    ...(toWord + CONTEXT_WORDS < words.length ? ['…'] : []),
  ].join(' ');
}

/** Maximum number of lines listed that aren't suspicious. */
const MAX_RANKED = 20;
const MAX_UNCOMPARED = 20;

export function printProof(
  project: Project,
  lines: readonly ProofedLine[],
  retried: RetriedLines | null,
  output: CommandOutput,
): void {
  const names = new LineNames(lines.map(({ line }) => line));
  const report = proofReport(project, lines, { withWords: false, retried });
  const ranked = lines.filter((line) => !isSuspicious(line) && line.take && openFindingsOf(line.take).length > 0);
  output.result(t('proof.counts', { compared: report.compared, suspicious: report.suspicious }));
  for (const line of lines.filter(isSuspicious)) printLine(line, names, output);
  if (ranked.length > 0) output.result(t('proof.ranked', { lines: ranked.length }));
  for (const line of ranked.slice(0, MAX_RANKED)) printLine(line, names, output);
  if (ranked.length > MAX_RANKED) output.result(t('proof.more', { lines: ranked.length - MAX_RANKED }));
  for (const { voice, lines_learnt, learning } of report.voices) {
    if (learning) output.result(t('proof.learning', { voice, lines: lines_learnt, needed: MIN_LINES_OF_VOICE }));
  }
  printNotCompared(lines, names, output);
  printNotHeard(lines, names, output);
  if (report.waiting > 0) output.result(t('proof.waiting', { lines: report.waiting }));
  if (report.without_take > 0) output.result(t('proof.withoutTake', { lines: report.without_take }));
  if (retried) printRetried(retried, output);
}

function printLine({ line, take, isApproved }: ProofedLine, names: LineNames, output: CommandOutput): void {
  const score = (take?.proof?.score ?? 0).toFixed(2);
  output.result(
    t('proof.line', {
      line: names.nameOf(line.id),
      chapter: line.chapterTitle,
      score,
      approved: isApproved ? 'yes' : 'no',
    }),
  );
  for (const finding of take ? openFindingsOf(take) : []) {
    const { startSeconds, endSeconds, confidence, heard } = finding;
    const facts = {
      finding: findingText(finding.kind),
      words: wordsInContext(take?.text ?? '', finding),
      start: startSeconds.toFixed(2),
      end: endSeconds.toFixed(2),
      percent: Math.round(confidence * 100),
    };
    output.result(heard === undefined ? t('proof.finding', facts) : t('proof.findingHeard', { ...facts, heard }));
  }
}

function printNotCompared(lines: readonly ProofedLine[], names: LineNames, output: CommandOutput): void {
  const uncompared = lines.flatMap(({ line, take }) =>
    take?.notCompared ? [{ id: line.id, reason: take.notCompared }] : [],
  );
  if (uncompared.length === 0) return;
  output.result(t('proof.notCompared', { lines: uncompared.length }));
  for (const { id, reason } of uncompared.slice(0, MAX_UNCOMPARED)) {
    output.result(t('outcome.row', { line: names.nameOf(id), reason: notComparedText(reason) }));
  }
  if (uncompared.length > MAX_UNCOMPARED) output.result(t('proof.more', { lines: uncompared.length - MAX_UNCOMPARED }));
}

/** A recogniser that fails usually fails for all lines, so they are only listed if it couldn't judge some words. */
function printNotHeard(lines: readonly ProofedLine[], names: LineNames, output: CommandOutput): void {
  const unheard = lines.flatMap(({ line, take }) => (take?.notHeard ? [{ id: line.id, reason: take.notHeard }] : []));
  const failures = unheard.filter(({ reason }) => reason.kind !== 'words');
  for (const [reason, { length }] of Map.groupBy(failures, ({ reason }) => notHeardText(reason))) {
    output.result(t('proof.notHeard', { lines: length, reason }));
  }
  const unclear = unheard.filter(({ reason }) => reason.kind === 'words');
  if (unclear.length > 0) output.result(t('proof.unclear', { lines: unclear.length }));
  for (const { id, reason } of unclear.slice(0, MAX_UNCOMPARED)) {
    output.result(t('outcome.row', { line: names.nameOf(id), reason: notHeardText(reason) }));
  }
  if (unclear.length > MAX_UNCOMPARED) output.result(t('proof.more', { lines: unclear.length - MAX_UNCOMPARED }));
}

function printRetried({ rendered, better, characters, excluded }: RetriedLines, output: CommandOutput): void {
  output.result(t('proof.retried', { lines: rendered, better, characters }));
  const reasons = Map.groupBy(excluded, ({ reason }) => reason);
  for (const [reason, group] of reasons) output.result(t(`proof.notRetried.${reason}`, { lines: group.length }));
}
