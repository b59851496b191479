import type { ChannelsOf, Emit, HandlersOf } from '../../bridge/handler-types.ts';
import type { HandlerParts } from '../../session/handler-parts.ts';
import { repeatable } from '../../undo/undo-log.ts';
import { VoiceEngines } from './voice-engines.ts';

export function engineHandlers(parts: HandlerParts, emit: Emit): HandlersOf<ChannelsOf<'engines'>> {
  const { connections, audition, ports, undo } = parts;
  const engines = new VoiceEngines({ ports, connections, emit });
  return {
    async 'engines.list'() {
      return { engines: await engines.list() };
    },
    'engines.look': () => engines.look(),
    'engines.ask': (question) => engines.ask(question),
    async 'engines.try'(trial) {
      const startedAt = ports.clock.monotonic();
      const { auditionId } = await audition.fetch(async (signal, to) => {
        await to.write(await engines.try(trial, signal));
      });
      return { auditionId, milliseconds: Math.round(ports.clock.monotonic() - startedAt) };
    },
    async 'engines.save'({ name, ...change }) {
      return { engines: await engines.save(name, change) };
    },
    async 'engines.remove'({ name }) {
      const left = await engines.remove(name);
      const restore = async () => void (await engines.restore(name));
      const remove = async () => void (await engines.remove(name));
      return { step: undo.add(repeatable(undefined, restore, remove)), engines: left };
    },
  };
}
