// The connections.
import type { ChannelsOf, HandlersOf } from '../handler-types.ts';
import { failureOf } from '../to-bridge-error.ts';
import type { HandlerParts } from './parts.ts';

export function settingsHandlers({ connections }: HandlerParts): HandlersOf<ChannelsOf<'connection'>> {
  return {
    'connection.list': () => connections.list(),
    'connection.status': () => connections.status(),
    'connection.useLocal': ({ plan }) => connections.useLocal(plan),
    async 'connection.add'({ key, ...account }) {
      const outcome = await connections.add(account, key);
      if (!outcome.ok) return { ok: false, failure: failureOf(outcome.problem) };
      return { ok: true, status: connections.status(), voices: outcome.voices };
    },
    'connection.cancelCheck'() {
      connections.cancelCheck();
      return null;
    },
    'connection.update': ({ id, ...change }) => connections.update(id, change),
    'connection.enterKey': ({ id, key }) => connections.enterKey(id, key),
    'connection.use': ({ id }) => connections.use(id),
    'connection.remove': ({ id }) => connections.remove(id),
    async 'connection.test'({ id }) {
      const { voices, problem } = await connections.test(id);
      return { voices, failure: problem && failureOf(problem) };
    },
  };
}
