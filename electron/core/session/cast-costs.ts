import type { CastOutlook } from '../../../shared/ipc/cast-requests.ts';
import { priceOf, priceOfConnection } from '../../../shared/model/price.ts';
import type { ConnectionManager } from '../app/connections/connection-manager.ts';
import { refuse } from '../bridge/request-error.ts';
import type { ServiceLink } from '../production/service-link.ts';
import type { CastChange } from '../project/cast/cast-outlook.ts';
import type { Project } from '../project/project.ts';
import type { ProjectSession } from './project-session.ts';

/**
 * A project's voices are its own service's: another one would only say that it knows none of them.
 *
 * @throws RequestError `other-connection`
 */
export function refuseOtherService(project: Project, { identity }: Pick<ServiceLink, 'identity'>): void {
  const { origin } = project.info().connection;
  if (origin === identity.origin) return;
  refuse({ kind: 'other-connection', projectOrigin: origin, connectedOrigin: identity.origin });
}

/** What a change would do, with what it costs over the connection in use. */
export async function outlookOf(
  session: ProjectSession,
  { connections }: { readonly connections: Pick<ConnectionManager, 'current'> },
  change: CastChange,
): Promise<CastOutlook> {
  const outlook = await session.reader.ask('castOutlook', change);
  const price = priceOfConnection(connections.current);
  const cost = price && { amount: priceOf(outlook.characters, price), currency: price.currency };
  return { ...outlook, price: cost };
}
