import { join } from 'node:path';
import { z } from 'zod';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { Clock } from '../ports.ts';
import { VersionedDocument } from './versioned-document.ts';

const documentSchema = z.object({
  version: z.literal(1),
  /** Units of work per millisecond (see `workOf`), keyed by origin and user id. */
  accounts: z.record(z.string(), z.number().positive()),
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
    const initial: PacesDocument = { version: 1, accounts: {} };
    return new ServicePaces(await VersionedDocument.open({ path, schema: documentSchema, initial, clock }));
  }

  of(account: ConnectionIdentity): number | null {
    return this.#document.value.accounts[accountKey(account)] ?? null;
  }

  async remember(account: ConnectionIdentity, pace: number): Promise<void> {
    const accounts = { ...this.#document.value.accounts, [accountKey(account)]: pace };
    await this.#document.change((value) => ({ ...value, accounts })).catch(() => {});
  }
}
