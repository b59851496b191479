import type { BlockEvidence, NameForm } from '../../../../shared/model/block-evidence.ts';
import { normaliseRoleName } from '../../../../shared/rules/role-names.ts';
import { isMannerOrNoise, isNameList } from '../../layout/layout-names.ts';
import { isProductionTerm } from '../../layout/layout-words.ts';
import { isUppercase, nameEvidence } from '../../layout/name-evidence.ts';
import { roleCandidates, suggestedRoles } from '../../script/import-choices.ts';
import { isNonRole } from '../spoken-role.ts';

export type EvidenceByName = ReadonlyMap<string, BlockEvidence>;

export interface ColonMark {
  /** The name without the brackets that follow. */
  readonly name: string;
  /** Absent for unknown names in capitals. */
  readonly evidence?: BlockEvidence | undefined;
  /** The speech, preceded by any brackets that follow the name. */
  readonly words: string;
}

/** `(sighs) MARA: …`: a direction before the name. */
const DIRECTION_FIRST = /^[([]([^()[\]]{1,60})[)\]] {0,4}(?=[^\s:：][^:：]{0,60}[:：])/;
/** `MARA [sighs]: …` */
const DIRECTION_AFTER_NAME = /^([^:：([]{1,60}?) ?[([]([^()[\]]{1,60})[)\]] ?(?=[:：])/;
const BRACKETED_NAME = /^\[([^[\]]{1,40})\][:：]? {0,4}(?=\S)/;
/** `[SPEAKER_00]: …` */
const BRACKETS_BEFORE_COLON = /^\[([^[\]]{1,40})\][:：]/;
/** `Adeyemi, Ruth: …` */
const LAST_NAME_FIRST = /^(\p{Lu}[\p{L}\p{M}'’-]{1,30}), (\p{Lu}[\p{L}\p{M}'’. -]{1,30}):(?=\s)/u;

/** If recurring names begin more than this share of lines, other names are accepted, too. */
const MIN_NAMED_SHARE = 0.5;

/** Returns names in capitals and recurring names. If such names begin most lines, returns all names. */
export function namesBeforeColons(rows: readonly string[]): EvidenceByName {
  const bare = rows.map((row) => row.replace(DIRECTION_FIRST, '').replace(DIRECTION_AFTER_NAME, '$1'));
  const candidates = roleCandidates(bare.join('\n'), 'script');
  const usual = new Set(suggestedRoles(candidates, 'script').map(normaliseRoleName));
  const named = candidates.reduce(
    (sum, { name, rows: count }) => sum + (usual.has(normaliseRoleName(name)) ? count : 0),
    0,
  );
  const names = new Map<string, BlockEvidence>();
  const add = (name: string, form: NameForm, times: number): void => {
    const features = { form, capitals: isUppercase(name), times, share: named / Math.max(1, bare.length) };
    names.set(normaliseRoleName(name), nameEvidence(features));
  };
  const areMostlyNamed = named > 0 && named >= bare.length * MIN_NAMED_SHARE;
  for (const { name, rows: times } of candidates) {
    const isRole = isNameList(name) && !isProductionTerm(name.toUpperCase()) && !isNonRole(name);
    if (usual.has(normaliseRoleName(name)) || (areMostlyNamed && isRole)) add(name, 'colon', times);
  }
  const bracketed = rows.filter((row) => BRACKETS_BEFORE_COLON.test(row));
  const areBracketed = bracketed.length >= Math.max(2, rows.length * MIN_NAMED_SHARE);
  for (const [name, times] of areBracketed
    ? countNames(bracketed, BRACKETED_NAME)
    : recurringNames(bare, BRACKETED_NAME)) {
    if (isNameList(name) && !isMannerOrNoise(name) && !isNonRole(name)) add(name, 'square', times);
  }
  for (const [name, times] of recurringNames(bare, LAST_NAME_FIRST)) {
    if (!name.split(', ').some((part) => names.has(part))) add(name, 'colon', times);
  }
  return names;
}

const recurringNames = (rows: readonly string[], pattern: RegExp): [name: string, times: number][] =>
  countNames(rows, pattern).filter(([, count]) => count > 1);

function countNames(rows: readonly string[], pattern: RegExp): [name: string, times: number][] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = pattern
      .exec(row)?.[0]
      .replace(/[[\]:：]/g, '')
      .trim();
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts];
}

/** Reads `MARA (whispering): …`. Returns null for unknown names. */
export function colonMark(row: string, names: EvidenceByName): ColonMark | null {
  const direction = DIRECTION_FIRST.exec(row);
  const behind = direction && readMark(row.slice(direction[0].length), names);
  if (direction && behind) return { ...behind, words: `(${(direction[1] ?? '').trim()}) ${behind.words}` };
  const [whole = '', inBrackets = ''] = BRACKETED_NAME.exec(row) ?? [];
  const evidence = names.get(normaliseRoleName(inBrackets));
  if (evidence) return { name: inBrackets.trim(), evidence, words: row.slice(whole.length) };
  return readMark(row, names);
}

function readMark(row: string, names: EvidenceByName): ColonMark | null {
  const colon = row.slice(0, 80).search(/[:：]/);
  if (colon < 1) return null;
  const [name = '', manner] = row.slice(0, colon).split(/[([]/, 2);
  const evidence = names.get(normaliseRoleName(name));
  if (!evidence && !(manner !== undefined && isUppercase(name))) return null;
  const words = row.slice(colon + 1).trim();
  return {
    evidence,
    name: name.trim().replace(/^([^,]+), (.+)$/, LAST_NAME_FIRST.test(row) && !isUppercase(name) ? '$2 $1' : '$1, $2'),
    words: manner === undefined ? words : `(${manner.replace(/[()[\]]/g, '').trim()}) ${words}`,
  };
}
