// Findings that the producer has accepted.
import { z } from 'zod';
import type { Finding } from '../../../../shared/model/proof.ts';
import type { AcceptedFinding, AcceptedScope } from '../../../../shared/model/proofed-take.ts';
import type { Database } from '../folder/database.ts';
import { parseOrNull, readFindings } from './stored-findings.ts';

/** The columns that are needed to match findings. */
interface FindingsRow {
  readonly line_id: number;
  readonly findings: string;
  readonly finding_words: string;
}

const findingWordsSchema = z.array(z.object({ words: z.string(), voice: z.string().nullable() }));
export type FindingWords = z.infer<typeof findingWordsSchema>;

export interface AcceptedRow {
  readonly id: number;
  readonly scope: AcceptedScope;
  readonly kind: string;
  readonly words: string;
  readonly line_id: number | null;
  readonly from_word: number | null;
  readonly voice: string | null;
}

export const acceptedFindings = (db: Database): AcceptedRow[] =>
  db.prepare<AcceptedRow>('SELECT id, scope, kind, words, line_id, from_word, voice FROM accepted_findings').all();

/** Returns the findings of suspicious takes that the producer hasn't accepted. Leaves out takes without such findings. */
export function openFindings(db: Database): Map<number, Finding[]> {
  const accepted = acceptedFindings(db);
  const rows = db
    .prepare<FindingsRow & { readonly take_id: number }>(
      `SELECT take_id, line_id, findings, finding_words FROM take_proofs JOIN takes ON takes.id = take_proofs.take_id
       WHERE is_suspicious = 1`,
    )
    .all();
  const open = new Map<number, Finding[]>();
  for (const row of rows) {
    const findings = findingsOf(row);
    const isAccepted = new Set(acceptedIn(row, findings, accepted).map(({ finding }) => finding));
    const left = findings.filter((_, index) => !isAccepted.has(index));
    if (left.length > 0) open.set(row.take_id, left);
  }
  return open;
}

export interface MatchedFinding extends Pick<Finding, 'kind' | 'fromWord'> {
  readonly words: string;
  readonly voice: string | null;
  readonly lineId: number;
}

/** Returns null if there is no such finding. */
export function findingAt(row: FindingsRow, index: number): MatchedFinding | null {
  const finding = findingsOf(row)[index];
  return finding ? matchable(row, finding, wordsOfRow(row)[index]) : null;
}

const matchable = (
  { line_id }: FindingsRow,
  { kind, fromWord }: Finding,
  own: FindingWords[number] | undefined,
): MatchedFinding => ({ kind, fromWord, words: own?.words ?? '', voice: own?.voice ?? null, lineId: line_id });

export function matches(row: AcceptedRow, { kind, words, lineId, fromWord, voice }: MatchedFinding): boolean {
  if (row.kind !== kind || row.words !== words) return false;
  if (row.scope === 'line') return row.line_id === lineId && row.from_word === fromWord;
  return row.scope === 'word' || row.voice === voice;
}

export function acceptedIn(
  row: FindingsRow,
  findings: readonly Finding[],
  accepted: readonly AcceptedRow[],
): AcceptedFinding[] {
  if (accepted.length === 0 || findings.length === 0) return [];
  const words = wordsOfRow(row);
  return findings.flatMap((finding, index) => {
    const own = matchable(row, finding, words[index]);
    const scopes = new Set(accepted.filter((one) => matches(one, own)).map(({ scope }) => scope));
    return Array.from(scopes, (scope) => ({ finding: index, scope }));
  });
}

export const findingsOf = ({ findings }: Pick<FindingsRow, 'findings'>): Finding[] => readFindings(findings).findings;
const wordsOfRow = ({ finding_words }: FindingsRow): FindingWords =>
  findingWordsSchema.safeParse(parseOrNull(finding_words)).data ?? [];
