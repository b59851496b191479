// The same book through two limiters from npm. Neither makes batches, so each gets them ready-made, in several sizes,
// and its best result counts.

import { RATE_WINDOW_MS, type RateLimit } from '@lectern/tts-protocol';
import Bottleneck from 'bottleneck';
import PQueue from 'p-queue';
import { type SeenRequest, SimulatedService, seeded } from '../electron/core/scheduler/testing/simulated-service.ts';
import type { Book } from './scheduler-books.ts';
import { onVirtualTimers } from './scheduler-time.ts';

export interface PeerResult {
  readonly lastDepartureMs: number;
  readonly refusals: number;
}

type Batch = Book['lines'];
type Submit = (batch: Batch, characters: number, send: () => Promise<boolean>) => Promise<void>;

interface Peer {
  /** Makes a limiter for a limit, given the largest batch in characters. */
  readonly limiter: (limit: Required<RateLimit>, largest: number) => Submit;
}

/** Two limiters, one in the other: one reservoir weighs characters, one counts requests; both are filled up each minute. */
export const bottleneck: Peer = {
  limiter(limit) {
    const reservoir = (amount: number) =>
      new Bottleneck({ reservoir: amount, reservoirRefreshAmount: amount, reservoirRefreshInterval: RATE_WINDOW_MS });
    const characters = reservoir(limit.characters);
    // Its own `chain` would weigh requests by their characters too.
    const requests = reservoir(limit.requests);
    const submit = (weight: number, send: () => Promise<boolean>) =>
      characters.schedule({ weight }, () => requests.schedule(send));
    return async (_, weight, send) => {
      while (!(await submit(weight, send))) await wait(RATE_WINDOW_MS);
    };
  },
};

/** Strict mode, an exact sliding window. It counts requests alone, so its cap is that of the largest batches. */
export const pQueue: Peer = {
  limiter(limit, largest) {
    const intervalCap = Math.max(1, Math.min(limit.requests, Math.floor(limit.characters / largest)));
    const queue = new PQueue({ strict: true, interval: RATE_WINDOW_MS, intervalCap });
    return async (_, __, send) => {
      while (!(await queue.add(send))) await wait(RATE_WINDOW_MS);
    };
  },
};

/** The best of several batch sizes: the one whose last departure is earliest. */
export async function bestOf(peer: Peer, book: Book, limit: Required<RateLimit>, seed: number): Promise<PeerResult> {
  let best: PeerResult | null = null;
  for (const parts of [5, 10, 20]) {
    const result = await play(peer, book, limit, Math.floor(limit.characters / parts), seed);
    if (!best || result.lastDepartureMs < best.lastDepartureMs) best = result;
  }
  if (!best) throw new Error('no batch size was tried');
  return best;
}

function play(peer: Peer, book: Book, limit: Required<RateLimit>, most: number, seed: number): Promise<PeerResult> {
  return onVirtualTimers(async (clock) => {
    const random = seeded(seed);
    const latencyMs = () => Math.floor(random() * 2_000);
    const service = new SimulatedService({ clock, limit, latencyMs, arrival: random });
    const batches = packed(book.lines, most);
    const largest = Math.max(...batches.map(characters));
    const submit = peer.limiter(limit, largest);
    const start = clock.now();
    await Promise.all(
      batches.map((batch) =>
        submit(batch, characters(batch), async () => (await service.send(batch)).kind === 'accepted'),
      ),
    );
    const last = service.requests.reduce((latest: number, { sentAt }: SeenRequest) => Math.max(latest, sentAt), start);
    return { lastDepartureMs: last - start, refusals: service.refusals };
  });
}

/** Batches of at most 50 lines and `most` characters, in script order. */
function packed(lines: Batch, most: number): Batch[] {
  const batches: Book['lines'][number][][] = [];
  let current: Book['lines'][number][] = [];
  let size = 0;
  for (const line of lines) {
    if (current.length === 50 || (current.length > 0 && size + line.characters > most)) {
      batches.push(current);
      current = [];
      size = 0;
    }
    current.push(line);
    size += line.characters;
  }
  if (current.length > 0) batches.push(current);
  return batches;
}

function characters(batch: Batch): number {
  return batch.reduce((sum, line) => sum + line.characters, 0);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
