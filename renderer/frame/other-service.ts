// Whether the project's lines belong to another service than the one that is connected.
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ConnectionEntry } from '../../shared/ipc/settings-requests.ts';
import { type ConnectionIdentity, LOCAL_ORIGIN } from '../../shared/model/connection.ts';
import { useAsk } from '../bridge/use-ask.ts';

/**
 * Whether lines of one account would go to another. Every machine has a local service of its own: a project of one goes
 * on with that of another by itself.
 */
export function isOtherService(
  own: ConnectionIdentity,
  { baseUrl, userId }: Pick<ConnectionEntry, 'baseUrl' | 'userId'>,
): boolean {
  if (baseUrl === null) return own.origin !== LOCAL_ORIGIN;
  return own.origin !== new URL(baseUrl).origin || own.userId !== userId;
}

/** The connection in use, where it answers and is not the project's own; null otherwise. */
export function useOtherService({ connection }: Pick<ProjectSummary, 'connection'>): ConnectionEntry | null {
  const { data: status } = useAsk('connection.status', {});
  const { data: connections } = useAsk('connection.list', {});
  const used = status?.state === 'ready' ? connections?.find(({ id }) => id === status.id) : undefined;
  return used && isOtherService(connection, used) ? used : null;
}
