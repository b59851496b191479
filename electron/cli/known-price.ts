import { type ConnectionIdentity, LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import { type Price, priceOfConnection } from '../../shared/model/spending.ts';
import { ConnectionBook, type SavedConnection } from '../core/app/connections/connection-book.ts';
import { makeDataFolder } from '../core/local-service/data-folder.ts';
import { systemClock, systemRandom } from '../core/system.ts';

/**
 * What a connection charges, as it was set up in the window on this machine: so that a project's cap in money holds for a
 * command too. Null where it was not set up, or has no price.
 */
export async function knownPrice(identity: ConnectionIdentity): Promise<Price | null> {
  const book = await ConnectionBook.open(makeDataFolder(), { clock: systemClock, random: systemRandom });
  return priceOfConnection(book.list().find((saved) => isThe(identity, saved)) ?? null);
}

function isThe({ origin, userId }: ConnectionIdentity, saved: SavedConnection): boolean {
  if (saved.kind === 'local') return origin === LOCAL_ORIGIN;
  return new URL(saved.baseUrl).origin === origin && saved.userId === userId;
}
