import { join } from 'node:path';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { abbreviateHome } from '../../folder-problem.ts';
import { inspectLocalService } from '../../local-service/running-service.ts';
import type { Clock } from '../../ports.ts';
import { repeatable, type UndoLog } from '../../undo/undo-log.ts';
import type { ConnectionManager } from './connection-manager.ts';

export interface SettingsParts {
  readonly connections: ConnectionManager;
  readonly undo: Pick<UndoLog, 'add'>;
  /** Lectern's own folder. */
  readonly home: string;
  readonly clock: Clock;
}

export function settingsHandlers({
  connections,
  undo,
  home,
  clock,
}: SettingsParts): HandlersOf<ChannelsOf<'connection'>> {
  return {
    'connection.list': () => connections.list(),
    'connection.status': () => connections.status(),
    'connection.useLocal': ({ plan }) => connections.useLocal(plan),
    async 'connection.add'({ key, ...account }) {
      const outcome = await connections.add(account, key);
      if (!outcome.ok) return { ok: false, failure: outcome.problem };
      return { ok: true, status: connections.status(), voices: outcome.voices };
    },
    'connection.cancelCheck'() {
      connections.cancelCheck();
      return null;
    },
    'connection.update': ({ id, ...change }) => connections.update(id, change),
    'connection.enterKey': ({ id, key, use }) => connections.enterKey(id, key, use),
    'connection.use': ({ id }) => connections.use(id),
    async 'connection.remove'({ id }) {
      await connections.remove(id);
      const restore = () => connections.restore(id);
      const step = undo.add(repeatable(undefined, restore, () => connections.remove(id)));
      return { step, connections: await connections.list() };
    },
    async 'connection.test'({ id }) {
      const { problem, ...findings } = await connections.test(id);
      return { ...findings, failure: problem };
    },
    async 'connection.local'() {
      const folder = join(home, 'service');
      return { ...(await inspectLocalService(folder, clock)), folder: abbreviateHome(folder) };
    },
  };
}
