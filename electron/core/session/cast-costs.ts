import type { CastOutlook } from '../../../shared/ipc/cast-requests.ts';
import { priceOf, priceOfConnection } from '../../../shared/model/spending.ts';
import type { ConnectionManager } from '../app/connections/connection-manager.ts';
import type { CastChange } from '../project/cast/cast-outlook.ts';
import type { ProjectSession } from './project-session.ts';

/** What a change would do, with what it costs over the connection in use. */
export async function outlookOf(
  session: ProjectSession,
  { connections }: { readonly connections: Pick<ConnectionManager, 'current'> },
  change: CastChange,
): Promise<CastOutlook> {
  const outlook = await session.figures.ask('castOutlook', change);
  const price = priceOfConnection(connections.current);
  const cost = price && { amount: priceOf(outlook.characters, price), currency: price.currency };
  return { ...outlook, price: cost };
}
