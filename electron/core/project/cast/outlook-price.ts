import type { CastOutlook } from '../../../../shared/ipc/cast-requests.ts';
import { priceOf, priceOfConnection } from '../../../../shared/model/spending.ts';
import type { CastChange } from './cast-outlook.ts';

interface PricedConnection {
  readonly current: Parameters<typeof priceOfConnection>[0];
}

interface OutlookReader {
  ask(question: 'castOutlook', change: CastChange): Promise<Omit<CastOutlook, 'price'>>;
}

/** Returns the effect of a change and the cost of rendering its lines on the current connection. */
export async function outlookOf(
  { reader }: { readonly reader: OutlookReader },
  { connections }: { readonly connections: PricedConnection },
  change: CastChange,
): Promise<CastOutlook> {
  const outlook = await reader.ask('castOutlook', change);
  return { ...outlook, price: costOf(outlook.characters, connections) };
}

export function costOf(characters: number, { current }: PricedConnection) {
  const price = priceOfConnection(current);
  return price && { amount: priceOf(characters, price), currency: price.currency };
}
