// The services that a producer has set up. Their keys are elsewhere (connection-keys.ts): this file may be read by anyone.
import { join } from 'node:path';
import { httpUrlSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { keyStorageSchema } from '../../../../shared/ipc/settings-requests.ts';
import { budgetSettingsSchema, inDoubtPolicySchema } from '../../../../shared/model/connection.ts';
import type { Clock, Random } from '../../ports.ts';
import { type DocumentProblem, VersionedDocument } from '../versioned-document.ts';

const commonShape = {
  /** Letters, digits, dashes and underscores. */
  id: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().min(1),
  budget: budgetSettingsSchema,
  /** For 1,000 characters; null: unknown, or free. */
  pricePerThousand: z.number().min(0).nullable(),
  currency: z.string(),
  /** What the service calls when a line or a batch has come to its end; null: nothing. */
  webhookUrl: httpUrlSchema.nullable().default(null),
  inDoubtPolicy: inDoubtPolicySchema.default('ask'),
};

const savedConnectionSchema = z.discriminatedUnion('kind', [
  /** The service that Lectern brings: its address and key are its own data folder's. */
  z.object({ ...commonShape, kind: z.literal('local') }),
  z.object({
    ...commonShape,
    kind: z.literal('account'),
    baseUrl: httpUrlSchema,
    userId: z.string().min(1),
    keyStorage: keyStorageSchema,
  }),
]);
/** A connection as it is kept. */
export type SavedConnection = z.infer<typeof savedConnectionSchema>;
export type SavedAccount = Extract<SavedConnection, { kind: 'account' }>;

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
/** What a connection is before it is kept. */
export type NewConnection = WithoutId<SavedConnection>;
type Changeable = Omit<SavedAccount, 'id' | 'kind'>;
/** What may be changed of one, its kind not being so. What is absent or undefined stays. */
export type ConnectionChange = { readonly [K in keyof Changeable]?: Changeable[K] | undefined };

const documentSchema = z.object({
  version: z.literal(1),
  connections: z.array(savedConnectionSchema),
  /** The one that was used last; null: none was. */
  lastUsedId: z.string().nullable(),
});
type ConnectionsDocument = z.infer<typeof documentSchema>;

const INITIAL: ConnectionsDocument = { version: 1, connections: [], lastUsedId: null };

export class ConnectionBook {
  readonly #document: VersionedDocument<ConnectionsDocument>;
  readonly #random: Random;

  private constructor(document: VersionedDocument<ConnectionsDocument>, random: Random) {
    this.#document = document;
    this.#random = random;
  }

  /** Opens `connections.json` in the application's data folder. Never fails: see `problem`. */
  static async open(
    dataFolder: string,
    { clock, random }: { readonly clock: Clock; readonly random: Random },
  ): Promise<ConnectionBook> {
    const path = join(dataFolder, 'connections.json');
    const document = await VersionedDocument.open({ path, schema: documentSchema, initial: INITIAL, clock });
    return new ConnectionBook(document, random);
  }

  get problem(): DocumentProblem | null {
    return this.#document.problem;
  }

  /** In the order in which they were set up. */
  list(): readonly SavedConnection[] {
    return this.#document.value.connections;
  }

  find(id: string): SavedConnection | null {
    return this.list().find((connection) => connection.id === id) ?? null;
  }

  /** The one that was used last, where it is still there. */
  lastUsed(): SavedConnection | null {
    const { lastUsedId } = this.#document.value;
    return lastUsedId === null ? null : this.find(lastUsedId);
  }

  /** @throws DocumentError where it holds for this process only */
  async add(connection: NewConnection): Promise<SavedConnection> {
    const added: SavedConnection = { ...connection, id: this.#random.id() };
    await this.#document.change((value) => ({ ...value, connections: [...value.connections, added] }));
    return added;
  }

  /**
   * Changes what is named. Address, user id and key storage are an account's: for the local service they count for nothing.
   *
   * @returns null: there is no such connection
   * @throws DocumentError where it holds for this process only
   */
  async update(id: string, change: ConnectionChange): Promise<SavedConnection | null> {
    const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const replace = (connection: SavedConnection): SavedConnection =>
      connection.id === id ? savedConnectionSchema.parse({ ...connection, ...changed }) : connection;
    await this.#document.change((value) => ({ ...value, connections: value.connections.map(replace) }));
    return this.find(id);
  }

  /** Puts one that was removed back, at its place in the list. @throws DocumentError where it holds for this process only */
  restore(connection: SavedConnection, at: number): Promise<void> {
    return this.#document.change((value) => ({
      ...value,
      connections: value.connections.toSpliced(at, 0, connection),
    }));
  }

  /** Notes that one is used. @throws DocumentError where it holds for this process only */
  use(id: string): Promise<void> {
    return this.#document.change((value) => ({ ...value, lastUsedId: id }));
  }

  /** Forgets one; its key is for `ConnectionKeys.forget`. @throws DocumentError where it holds for this process only */
  remove(id: string): Promise<void> {
    return this.#document.change(({ connections, lastUsedId, ...rest }) => ({
      ...rest,
      connections: connections.filter((connection) => connection.id !== id),
      lastUsedId: lastUsedId === id ? null : lastUsedId,
    }));
  }
}
