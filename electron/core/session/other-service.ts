import { refuse } from '../bridge/request-error.ts';
import type { ServiceLink } from '../production/service-link.ts';
import type { Project } from '../project/project.ts';

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
