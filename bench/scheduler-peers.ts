// Schedules the same book with two npm rate limiters. They don't create batches, so this script passes them batches in
// several sizes and reports the best result.

import { RATE_WINDOW_MS, type RateLimit } from '@lectern/tts-protocol';
import Bottleneck from 'bottleneck';
import PQueue from 'p-queue';
import { type SeenRequest, SimulatedService, seeded } from '../electron/core/scheduler/testing/simulated-service.ts';
import type { Book } from './scheduler-books.ts';
import { withVirtualTimers } from './scheduler-time.ts';

export interface PeerResult {
  readonly lastSubmissionMs: number;
  readonly refusals: number;
}

type Batch = Book['lines'];
type Submit = (batch: Batch, countCharacters: number, send: () => Promise<boolean>) => Promise<void>;

interface Peer {
  /** Creates a limiter. @param largest the largest batch in characters */
  readonly limiter: (limit: Required<RateLimit>, largest: number) => Submit;
}

/** Nests two limiters that are refilled every minute: one counts characters, the other counts requests. */
export const bottleneck: Peer = {
  limiter(limit) {
    const reservoir = (amount: number) =>
      new Bottleneck({ reservoir: amount, reservoirRefreshAmount: amount, reservoirRefreshInterval: RATE_WINDOW_MS });
    const countCharacters = reservoir(limit.characters);
    // Bottleneck's own `chain` would count characters for both limiters, including the one that limits requests.
    const requests = reservoir(limit.requests);
    const submit = (weight: number, send: () => Promise<boolean>) =>
      countCharacters.schedule({ weight }, () => requests.schedule(send));
    return async (_, weight, send) => {
      while (!(await submit(weight, send))) await wait(RATE_WINDOW_MS);
    };
  },
};

/**
 * Strict mode uses an exact sliding window. It only counts requests, so the limit must assume that every batch has the
 * maximum size.
 */
export const pQueue: Peer = {
  limiter(limit, largest) {
    const intervalCap = Math.max(1, Math.min(limit.requests, Math.floor(limit.characters / largest)));
    const queue = new PQueue({ strict: true, interval: RATE_WINDOW_MS, intervalCap });
    return async (_, __, send) => {
      while (!(await queue.add(send))) await wait(RATE_WINDOW_MS);
    };
  },
};

/** Returns the result for the batch size that finishes submitting first. */
export async function bestResult(
  peer: Peer,
  book: Book,
  limit: Required<RateLimit>,
  seed: number,
): Promise<PeerResult> {
  let best: PeerResult | null = null;
  for (const parts of [5, 10, 20]) {
    const result = await simulate(peer, book, limit, Math.floor(limit.characters / parts), seed);
    if (!best || result.lastSubmissionMs < best.lastSubmissionMs) best = result;
  }
  if (!best) throw new Error('no batch size was tried');
  return best;
}

function simulate(
  peer: Peer,
  book: Book,
  limit: Required<RateLimit>,
  maxCharacters: number,
  seed: number,
): Promise<PeerResult> {
  return withVirtualTimers(async (clock) => {
    const random = seeded(seed);
    const latencyMs = () => Math.floor(random() * 2_000);
    const service = new SimulatedService({ clock, limit, latencyMs, arrival: random });
    const batches = packBatches(book.lines, maxCharacters);
    const largest = Math.max(...batches.map(countCharacters));
    const submit = peer.limiter(limit, largest);
    const start = clock.now();
    await Promise.all(
      batches.map((batch) =>
        submit(batch, countCharacters(batch), async () => (await service.send(batch)).kind === 'accepted'),
      ),
    );
    const last = service.requests.reduce((latest: number, { sentAt }: SeenRequest) => Math.max(latest, sentAt), start);
    return { lastSubmissionMs: last - start, refusals: service.refusals };
  });
}

/** Packs lines in script order into batches of at most 50 lines and `maxCharacters` characters. */
function packBatches(lines: Batch, maxCharacters: number): Batch[] {
  const batches: Book['lines'][number][][] = [];
  let current: Book['lines'][number][] = [];
  let size = 0;
  for (const line of lines) {
    if (current.length === 50 || (current.length > 0 && size + line.characters > maxCharacters)) {
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

function countCharacters(batch: Batch): number {
  return batch.reduce((sum, line) => sum + line.characters, 0);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
