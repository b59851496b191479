import type { CastOutlook } from '../../../../shared/ipc/cast-requests.ts';
import { priceOf, priceOfConnection } from '../../../../shared/model/spending.ts';
import type { PlannedCast } from './cast-outlook.ts';

interface PricedConnection {
  readonly current: Parameters<typeof priceOfConnection>[0];
}

interface OutlookReader {
  query(question: 'castOutlook', change: PlannedCast): Promise<Omit<CastOutlook, 'price'>>;
}

/** Returns the effect of a change and the cost of rendering its lines on the current connection. */
export async function pricedOutlook(
  { reader }: { readonly reader: OutlookReader },
  { connections }: { readonly connections: PricedConnection },
  change: PlannedCast,
): Promise<CastOutlook> {
  const outlook = await reader.query('castOutlook', change);
  return { ...outlook, price: costOf(outlook.characters, connections) };
}

export function costOf(characters: number, { current }: PricedConnection) {
  const price = priceOfConnection(current);
  return price && { amount: priceOf(characters, price), currency: price.currency };
}
