import type { Suspicion } from '../../../../shared/model/take.ts';
import { lineNumber } from '../../../../shared/rules/line-number.ts';
import type { Database } from '../folder/database.ts';
import type { LineState } from '../lines/line-states.ts';
import { soundsOf } from './review-sounds.ts';

export interface SuspiciousTake {
  readonly lineId: number;
  readonly number: number;
  /** The displayed line number, such as `2.12`. */
  readonly label: string;
  readonly roles: readonly string[];
  readonly takeId: number;
  /** The producer has approved the take despite its suspicions. */
  readonly approved: boolean;
  readonly suspicions: readonly Suspicion[];
}

export interface JudgedTakes {
  readonly suspicious: readonly SuspiciousTake[];
  readonly unmeasured: number;
}

/** @param allowStale true if an older take is exported for lines without a fresh take */
export function suspiciousTakes(
  db: Database,
  lines: readonly LineState[],
  { allowStale = false }: { readonly allowStale?: boolean } = {},
): JudgedTakes {
  const sounds = soundsOf(db);
  sounds.refresh();
  const suspicious: SuspiciousTake[] = [];
  let unmeasured = 0;
  for (const line of lines) {
    const take = line.pick ?? (allowStale ? line.staleTake : null);
    if (!take) continue;
    const { takeId, approved } = take;
    if (!sounds.isMeasured(takeId)) unmeasured += 1;
    const suspicions = sounds.suspicionsOf(takeId, line);
    if (suspicions.length === 0) continue;
    const { id: lineId, number, roles } = line;
    suspicious.push({ lineId, number, label: lineNumber(line), roles, takeId, approved, suspicions });
  }
  return { suspicious, unmeasured };
}

export const unapprovedTakes = ({ suspicious }: Pick<JudgedTakes, 'suspicious'>): readonly SuspiciousTake[] =>
  suspicious.filter(({ approved }) => !approved);
