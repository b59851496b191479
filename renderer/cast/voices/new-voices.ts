// Voices that have been added while the window is open are marked in the list, such as those of a new voice pack.
import { useEffect } from 'react';
import { create } from 'zustand';
import { useAsk } from '../../bridge/use-ask.ts';

interface SeenVoices {
  readonly connection: string | null;
  readonly known: ReadonlySet<string>;
  readonly added: ReadonlySet<string>;
}

const NONE_SEEN: SeenVoices = { connection: null, known: new Set(), added: new Set() };

/** Voices of another connection, and the first voices of a connection, aren't new. */
export function withListedVoices(seen: SeenVoices, connection: string | null, ids: readonly string[]): SeenVoices {
  if (connection !== seen.connection || seen.known.size === 0) {
    return { connection, known: new Set(ids), added: new Set() };
  }
  const added = ids.filter((id) => !seen.known.has(id));
  if (added.length === 0) return seen;
  return { connection, known: new Set([...seen.known, ...added]), added: new Set([...seen.added, ...added]) };
}

const useSeenVoices = create<SeenVoices>()(() => NONE_SEEN);

export const forgetSeenVoices = (): void => useSeenVoices.setState(NONE_SEEN, true);

/** Returns the ids of the voices that have been added since they were first listed. */
export function useNewVoices(): ReadonlySet<string> {
  const { data: voices } = useAsk('cast.voices', {});
  const { data: status } = useAsk('connection.status', {});
  const connection = status?.id ?? null;
  useEffect(() => {
    if (!voices || !status) return;
    const ids = voices.map(({ id }) => id);
    useSeenVoices.setState((seen) => withListedVoices(seen, connection, ids));
  }, [voices, status, connection]);
  return useSeenVoices(({ added }) => added);
}
