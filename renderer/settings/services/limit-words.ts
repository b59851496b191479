// What limits come to, in words.
import type { BudgetSettings } from '../../../shared/model/connection.ts';
import { fullLimit } from '../../../shared/rules/limit-share.ts';
import type { Scope } from '../../../shared/service/plans.ts';
import { formatCounted } from '../../ui/format.ts';

/** What is counted together, as it is called here. */
export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  batch: 'Runs (batches)',
  single: 'Single lines',
  stream: 'Auditions (streams)',
  read: 'Asking how lines stand',
  list: 'Lists of voices',
  clone: 'Clones of voices',
};

/** A book of some 90,000 words, in characters. */
const BOOK_CHARACTERS = 500_000;
const LINES_IN_A_BATCH = 50;
/** What is spoken in a minute of the clock's speech, roughly, in characters. */
const SPOKEN_IN_A_MINUTE = 900;

/** What a run may do under these settings, in one or two sentences. */
export function runWords(budget: BudgetSettings): string {
  const { requests, characters } = fullLimit(budget, 'batch');
  if (requests === undefined && characters === undefined) {
    return 'Nothing is limited: a run sends as fast as the service takes it.';
  }
  const parts = [
    ...(requests === undefined
      ? []
      : [
          `${formatCounted(requests, 'batch', 'batches')} (up to ${formatCounted(requests * LINES_IN_A_BATCH, 'line')})`,
        ]),
    ...(characters === undefined
      ? []
      : [`${formatCounted(characters, 'character')}, about ${spoken(characters / SPOKEN_IN_A_MINUTE)} of speech`]),
  ];
  const book = characters === undefined ? '' : ` A book of 500,000 characters is on its way ${within(characters)}.`;
  return `In any minute a run sends at most ${parts.join(' and ')}.${book}`;
}

/** A minute's worth is sent at once, and as much again each minute. */
function within(charactersAMinute: number): string {
  const minutes = Math.ceil(BOOK_CHARACTERS / charactersAMinute) - 1;
  return minutes < 1 ? 'at once' : `after ${spoken(minutes)}`;
}

function spoken(minutes: number): string {
  if (minutes < 90) return formatCounted(Math.max(1, Math.round(minutes)), 'minute');
  return formatCounted(Math.round(minutes / 6) / 10, 'hour');
}
