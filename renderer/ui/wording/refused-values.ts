// What a person is told of a value that was not taken: every reason that the bridge knows.
import type { RefusedValue } from '../../../shared/ipc/envelope.ts';
import { MOST_RULES } from '../../../shared/ipc/pronunciation-requests.ts';
import { GAIN_DB, LONGEST_NOTE, SHORTEST_TRIMMED_SECONDS } from '../../../shared/model/take.ts';
import { LONGEST_ROLE_NAME } from '../../../shared/rules/role-names.ts';
import { LONGEST_TURN_PREFIX } from '../../../shared/rules/turn-prefix.ts';
import { words } from '../../locales/words.ts';
import { formatSigned } from '../format.ts';
import type { ErrorWords } from './error-words.ts';

const t = words('refusals');

/** What is refused with each of its reasons: `note.long-note`. */
type Refusal<V> = V extends { readonly field: infer F extends string; readonly reason: infer R extends string }
  ? `${F}.${R}`
  : never;

/** The words for a value that was not taken. */
export function wordRefusedValue(value: RefusedValue): ErrorWords {
  if (value.field === 'template') return { title: t('template.unusable.title'), detail: value.detail };
  // A field and a reason of one value belong together, which the compiler can't see of the two texts.
  const refusal = `${value.field}.${value.reason}` as Refusal<typeof value>;
  const limits = {
    rules: MOST_RULES,
    prefix: LONGEST_TURN_PREFIX,
    name: LONGEST_ROLE_NAME,
    seconds: SHORTEST_TRIMMED_SECONDS,
    minGain: formatSigned(GAIN_DB.min, 0),
    maxGain: formatSigned(GAIN_DB.max, 0),
    note: LONGEST_NOTE,
  };
  return { title: t(`${refusal}.title`), detail: t(`${refusal}.detail`, limits) };
}
