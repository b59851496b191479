import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RateLimit } from '@lectern/tts-protocol';
import { type BudgetSettings, budgetSettingsSchema } from '../../../../shared/model/connection.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import type { LimitsProblem } from '../limits-file.ts';
import { LimitsStore } from '../limits-store.ts';
import { RateBudget } from '../rate-budget.ts';
import type { Reservation, ReserveResult } from '../scheduler-types.ts';

export const ACCOUNT = { origin: 'https://service.test', userId: 'ada' };

export class TemporaryLimits {
  readonly clock = new FakeClock();
  readonly problems: LimitsProblem[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), 'lectern-limits-'));
  readonly path = join(this.folder, 'limits.db');
  readonly #stores: LimitsStore[] = [];

  /** As another process, or the same one after a restart, would open it. */
  open(): LimitsStore {
    const store = new LimitsStore(this.path, { clock: this.clock, report: (problem) => this.problems.push(problem) });
    this.#stores.push(store);
    return store;
  }

  budget(settings: BudgetSettings, store = this.open(), account = ACCOUNT): RateBudget {
    return new RateBudget({ store, clock: this.clock, account, settings });
  }

  dispose(): void {
    for (const store of this.#stores) store.close();
    rmSync(this.folder, { recursive: true });
  }
}

export function byHand(batch: RateLimit, more: Partial<BudgetSettings> = {}): BudgetSettings {
  return budgetSettingsSchema.parse({ plan: 'hacker', limits: { batch }, ...more });
}

export function granted(result: ReserveResult): Reservation {
  if (!result.ok) throw new Error(`no room: ${result.kind}`);
  return result.reservation;
}
