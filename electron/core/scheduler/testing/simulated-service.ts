import { RATE_WINDOW_MS, type RateLimit } from '@lectern/tts-protocol';
import type { Clock } from '../../ports.ts';
import type { QueueItem, SendResult } from '../scheduler-types.ts';

export interface SeenRequest {
  readonly sentAt: number;
  readonly arrivedAt: number;
  readonly repliedAt: number;
  readonly characters: number;
  readonly ids: readonly string[];
}

export interface SimulatedServiceOptions {
  readonly clock: Clock;
  readonly limit: RateLimit;
  readonly latencyMs: () => number;
  readonly arrival: () => number;
}

/** Deterministic random numbers (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The minute up to a request's arrival includes both ends. */
export class SimulatedService {
  readonly requests: SeenRequest[] = [];
  refusals = 0;
  readonly #options: SimulatedServiceOptions;
  #window: { readonly at: number; readonly characters: number }[] = [];

  constructor(options: SimulatedServiceOptions) {
    this.#options = options;
  }

  async send(batch: readonly QueueItem[]): Promise<SendResult> {
    const { clock, latencyMs, arrival } = this.#options;
    const sentAt = clock.now();
    const latency = latencyMs();
    const characters = batch.reduce((sum, line) => sum + line.characters, 0);
    const arrivedAt = sentAt + Math.floor(latency * arrival());
    if (arrivedAt > sentAt) await clock.sleep(arrivedAt - sentAt);
    const accepted = this.#accepts(arrivedAt, characters);
    const repliedAt = sentAt + latency;
    if (repliedAt > arrivedAt) await clock.sleep(repliedAt - arrivedAt);
    this.requests.push({ sentAt, arrivedAt, repliedAt, characters, ids: batch.map((line) => line.id) });
    if (accepted) return { kind: 'accepted' };
    this.refusals += 1;
    return { kind: 'rate-limited' };
  }

  #accepts(now: number, characters: number): boolean {
    const { limit } = this.#options;
    this.#window = this.#window.filter((earlier) => earlier.at >= now - RATE_WINDOW_MS);
    const used = this.#window.reduce((sum, earlier) => sum + earlier.characters, 0);
    if (this.#window.length + 1 > (limit.requests ?? Infinity)) return false;
    if (used + characters > (limit.characters ?? Infinity)) return false;
    this.#window.push({ at: now, characters });
    return true;
  }
}

/** The maximum usage of any minute (both ends included), for any arrival between sending and reply. */
export function fullestMinute(requests: readonly SeenRequest[]): {
  readonly requests: number;
  readonly characters: number;
} {
  const changes = requests.flatMap(({ sentAt, repliedAt, characters }) => [
    { at: sentAt, requests: 1, characters },
    { at: repliedAt + RATE_WINDOW_MS + 0.5, requests: -1, characters: -characters },
  ]);
  changes.sort((a, b) => a.at - b.at);
  const most = { requests: 0, characters: 0 };
  const held = { requests: 0, characters: 0 };
  for (const change of changes) {
    held.requests += change.requests;
    held.characters += change.characters;
    most.requests = Math.max(most.requests, held.requests);
    most.characters = Math.max(most.characters, held.characters);
  }
  return most;
}
