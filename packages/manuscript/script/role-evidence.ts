import type { BlockEvidence } from '../../../shared/model/block-evidence.ts';
import { isTypedInCapitals, nameEvidence } from '../layout/name-evidence.ts';
import type { ImportedScript } from '../text/text-file.ts';
import { type RoleCandidate, roleCandidates } from './import-choices.ts';

export function roleEvidence(
  { document, kind, text, evidence }: Pick<ImportedScript, 'document' | 'kind' | 'text' | 'evidence'>,
  candidates: readonly RoleCandidate[] = roleCandidates(document, kind),
): ReadonlyMap<string, BlockEvidence> {
  const named = candidates.reduce((sum, { rows }) => sum + rows, 0);
  const share = named / Math.max(1, countRows(text));
  const typed = candidates.map(({ name, rows: times, isStated }): [string, BlockEvidence] => [
    name,
    isStated
      ? { stated: 'role-mark' }
      : nameEvidence({ form: 'colon', capitals: isTypedInCapitals(name), times, share }),
  ]);
  return new Map([...typed, ...(evidence ?? [])]);
}

const ROW = /\S[^\r\n]*/g;

/** Doesn't build a list, because a script may have hundreds of thousands of lines. */
function countRows(text: string): number {
  let rows = 0;
  ROW.lastIndex = 0;
  while (ROW.test(text)) rows += 1;
  return rows;
}
