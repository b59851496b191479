// How a line's words differ from those that one of its takes was made of.

import { inputParametersSchema } from '@lectern/tts-protocol';
import { NARRATOR } from '../../../../shared/model/cast.ts';
import type { Database } from '../folder/database.ts';
import { lineState } from '../lines/line-states.ts';
import type { RenderKeys } from '../lines/render-key.ts';

/** Both as they are sent, without turn prefixes. */
export interface TakeTextChange {
  /** The take's words, a row for each turn. */
  readonly before: string;
  /** Today's words, turn by turn. */
  readonly after: readonly { readonly role: string; readonly text: string }[];
}

/** Null where the words are the same, or where the line or the take is gone or can't be rendered as it stands. */
export function takeTextChange(db: Database, keys: RenderKeys, takeId: number): TakeTextChange | null {
  const take = db
    .prepare<{ readonly line_id: number; readonly request: string }>('SELECT line_id, request FROM takes WHERE id = ?')
    .get(takeId);
  const line = take && lineState(db, take.line_id);
  const built = line && keys.requestOf(line.turns, line.override);
  if (!take || !line || !built?.ok) return null;
  const before = db.readDocument(take.request, (value) => inputParametersSchema.parse(value), 'the request of a take');
  const [was, is] = [turnsOf(before), turnsOf(built.request)];
  const wording = (turns: readonly SentTurn[]) => turns.map(({ text }) => text).join('\n');
  if (wording(was) === wording(is)) return null;
  // A line of one role may have several turns of it; its request is one row for each all the same.
  const speakers = [...new Set(built.spoken.map(({ role }) => role))];
  const [first = NARRATOR] = speakers;
  const after = is.map(({ isSecond, text }) => ({ role: (isSecond ? speakers[1] : first) ?? first, text }));
  return { before: wording(was), after };
}

/** The words of a request, as far as they tell turns apart. */
interface SentWords {
  readonly text: string;
  readonly turn_prefix?: string | null | undefined;
  readonly turn_prefix_2?: string | null | undefined;
}

interface SentTurn {
  readonly isSecond: boolean;
  readonly text: string;
}

/** The rows of a request, each a turn; where two roles speak, a row begins with the prefix of one of them. */
export function turnsOf({ text, turn_prefix: first, turn_prefix_2: second }: SentWords): SentTurn[] {
  return text.split('\n').map((row) => {
    // One prefix may begin with the other: the longer one is the row's.
    const prefixes = [first, second].filter((prefix) => typeof prefix === 'string' && row.startsWith(`${prefix} `));
    const prefix = prefixes.toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0];
    if (prefix == null) return { isSecond: false, text: row };
    return { isSecond: prefix === second, text: row.slice(prefix.length + 1) };
  });
}
