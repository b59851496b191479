import { inputParametersSchema } from '@lectern/tts-protocol';
import { NARRATOR } from '../../../../shared/model/cast.ts';
import type { Database } from '../folder/database.ts';
import { lineState } from '../lines/line-states.ts';
import type { RenderKeys } from '../lines/render-key.ts';

/** The text as submitted, without turn prefixes. */
export interface TakeTextChange {
  readonly before: string;
  readonly after: readonly { readonly role: string; readonly text: string }[];
}

/** Returns null if the text is the same or there is no text to compare it with. */
export function takeTextChange(db: Database, keys: RenderKeys, takeId: number): TakeTextChange | null {
  const take = db
    .prepare<{ readonly line_id: number; readonly request: string }>('SELECT line_id, request FROM takes WHERE id = ?')
    .get(takeId);
  const line = take && lineState(db, take.line_id);
  const built = line && keys.requestOf(line);
  if (!take || !line || !built?.ok) return null;
  const before = db.readDocument(take.request, (value) => inputParametersSchema.parse(value), 'takes.request');
  const [was, is] = [turnsOf(before), turnsOf(built.request)];
  const wording = (turns: readonly SentTurn[]) => turns.map(({ text }) => text).join('\n');
  if (wording(was) === wording(is)) return null;
  // A line with one role can have several turns. Each turn is a separate line in the request's text.
  const speakers = [...new Set(built.spoken.map(({ role }) => role))];
  const [first = NARRATOR] = speakers;
  const after = is.map(({ isSecond, text }) => ({ role: (isSecond ? speakers[1] : first) ?? first, text }));
  return { before: wording(was), after };
}

interface SentText {
  readonly text: string;
  readonly turn_prefix?: string | null | undefined;
  readonly turn_prefix_2?: string | null | undefined;
}

interface SentTurn {
  readonly isSecond: boolean;
  readonly text: string;
}

/**
 * Splits a request's text into turns, one per text line. If two roles speak, each turn starts with its role's prefix.
 */
export function turnsOf({ text, turn_prefix: first, turn_prefix_2: second }: SentText): SentTurn[] {
  return text.split('\n').map((row) => {
    // One prefix can start with the other, so the longest match takes precedence.
    const prefixes = [first, second].filter((prefix) => typeof prefix === 'string' && row.startsWith(`${prefix} `));
    const prefix = prefixes.toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0];
    if (prefix == null) return { isSecond: false, text: row };
    return { isSecond: prefix === second, text: row.slice(prefix.length + 1) };
  });
}
