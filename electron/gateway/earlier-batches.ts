import type { CountedBatch } from '@lectern/speech-service/upstream';
import type { LimitsStore } from '../core/scheduler/limits-store.ts';
import { type Account, COUNTS_AFTER_LOSS_MS, COUNTS_AFTER_REPLY_MS } from '../core/scheduler/scheduler-types.ts';

/** Counts the batches of earlier gateways towards the limits per minute. Call this before anything is sent. */
export function countEarlierBatches(store: LimitsStore, account: Account, batches: readonly CountedBatch[]): void {
  store.change((ledger, now) => {
    for (const { number, characters, age, hasReply } of batches) {
      const countsMs = hasReply ? COUNTS_AFTER_REPLY_MS : COUNTS_AFTER_LOSS_MS;
      const expiresAt = now - Math.floor(age) + countsMs;
      if (expiresAt <= now) continue;
      ledger.put(account, 'batch', {
        id: `batch ${number}`,
        characters,
        sentAt: Math.min(now, expiresAt - countsMs),
        expiresAt,
        inFlight: false,
      });
    }
  });
}
