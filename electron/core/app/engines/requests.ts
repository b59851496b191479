import type { Audition } from '../../audition/audition.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import type { Clock } from '../../ports.ts';
import { repeatable, type UndoLog } from '../../undo/undo-log.ts';
import type { VoiceEngines } from './voice-engines.ts';

export interface EngineParts {
  readonly engines: VoiceEngines;
  readonly audition: Pick<Audition, 'fetch'>;
  readonly undo: Pick<UndoLog, 'add'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export function engineHandlers({ engines, audition, undo, clock }: EngineParts): HandlersOf<ChannelsOf<'engines'>> {
  return {
    async 'engines.list'() {
      return { engines: await engines.list() };
    },
    'engines.look': () => engines.detect(),
    'engines.ask': (question) => engines.ask(question),
    async 'engines.try'(trial) {
      const startedAt = clock.monotonic();
      const { auditionId } = await audition.fetch(async (signal, to) => {
        await to.write(await engines.try(trial, signal));
      });
      return { auditionId, milliseconds: Math.round(clock.monotonic() - startedAt) };
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
