import { join } from 'node:path';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { withoutHome } from '../../folder-problem.ts';
import { inspectLocalService } from '../../local-service/running-service.ts';
import type { HandlerParts } from '../../session/handler-parts.ts';
import { repeatable } from '../../undo/undo-log.ts';

export function settingsHandlers({ connections, ports, undo }: HandlerParts): HandlersOf<ChannelsOf<'connection'>> {
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
    'connection.confirmKey': ({ id, origin }) => connections.confirmKey(id, origin),
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
      const folder = join(ports.home, 'service');
      return { ...(await inspectLocalService(folder, ports.clock)), folder: withoutHome(folder) };
    },
  };
}
