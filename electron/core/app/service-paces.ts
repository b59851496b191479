import { join } from 'node:path';
import { z } from 'zod';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { Clock } from '../ports.ts';
import { VersionedDocument } from './versioned-document.ts';

const documentSchema = z.object({
  version: z.literal(1),
  /** Units of work per millisecond (see `workOf`), keyed by origin and user id. */
  accounts: z.record(z.string(), z.number().positive()),
  /** Milliseconds that an idle service takes to start. */
  starts: z.record(z.string(), z.number().min(0)).default({}),
});
type PacesDocument = z.infer<typeof documentSchema>;

const accountKey = ({ origin, userId }: ConnectionIdentity): string => `${origin} ${userId}`;

/** Only used for estimates, so read and write errors are ignored. */
export class ServicePaces {
  readonly #document: VersionedDocument<PacesDocument>;

  private constructor(document: VersionedDocument<PacesDocument>) {
    this.#document = document;
  }

  static async open(dataFolder: string, clock: Clock): Promise<ServicePaces> {
    const path = join(dataFolder, 'service-paces.json');
    const initial: PacesDocument = { version: 1, accounts: {}, starts: {} };
    return new ServicePaces(await VersionedDocument.open({ path, schema: documentSchema, initial, clock }));
  }

  of(account: ConnectionIdentity): number | null {
    return this.#document.value.accounts[accountKey(account)] ?? null;
  }

  startOf(account: ConnectionIdentity): number | null {
    return this.#document.value.starts[accountKey(account)] ?? null;
  }

  /** Values that weren't measured are null; earlier ones are kept. */
  async remember(account: ConnectionIdentity, pace: number | null, startMs: number | null): Promise<void> {
    const key = accountKey(account);
    await this.#document
      .change((value) => ({
        ...value,
        accounts: pace === null ? value.accounts : { ...value.accounts, [key]: pace },
        starts: startMs === null ? value.starts : { ...value.starts, [key]: startMs },
      }))
      .catch(() => {});
  }
}
