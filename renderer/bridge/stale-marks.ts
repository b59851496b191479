// Which replies have become stale, gathered, so that a storm of events asks for each of them only now and then.
import type { QueryClient } from '@tanstack/react-query';
import type { Channel } from '../../shared/ipc/contract.ts';

/** Between two rounds of asking again pass at least this many milliseconds. */
const ROUND_MS = 250;
/** A round that took long is followed by a rest this many times as long, so that large lists leave the window its time. */
const REST = 4;
/** The longest rest. Milliseconds. */
const LONGEST_REST_MS = 3_000;

export interface StaleMarks {
  /** Has every reply of these channels asked again soon: those in view by themselves, others when they come into view. */
  mark(...channels: Channel[]): void;
  /** Forgets what is marked. */
  clear(): void;
}

/**
 * A round starts a moment after the first mark and waits for its replies: an answer that takes long is never called off
 * by the next event, and one that was asked before a change is asked once more after it.
 */
export function createStaleMarks(client: QueryClient): StaleMarks {
  const marked = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let asking = false;
  let restUntil = 0;

  const plan = () => {
    if (timer !== null || asking || marked.size === 0) return;
    timer = setTimeout(() => void round(), Math.max(ROUND_MS, restUntil - performance.now()));
  };
  const round = async () => {
    timer = null;
    asking = true;
    const channels = new Set(marked);
    marked.clear();
    const startedAt = performance.now();
    await client.invalidateQueries({ predicate: ({ queryKey }) => channels.has(String(queryKey[0])) });
    asking = false;
    const endedAt = performance.now();
    restUntil = endedAt + Math.min(REST * (endedAt - startedAt), LONGEST_REST_MS);
    plan();
  };

  return {
    mark(...channels) {
      for (const channel of channels) marked.add(channel);
      plan();
    },
    clear() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      marked.clear();
    },
  };
}
