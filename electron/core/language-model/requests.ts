import type { ChannelsOf, HandlersOf } from '../bridge/handler-types.ts';
import type { ModelController } from './model-controller.ts';

export function modelHandlers({ model }: { readonly model: ModelController }): HandlersOf<ChannelsOf<'model'>> {
  const { settings } = model;
  return {
    'model.settings': () => settings.entry(),
    'model.save': (choice) => settings.save(choice),
    'model.setConsent': ({ origin, hasConsent }) => settings.setConsent(origin, hasConsent),
    async 'model.forget'() {
      await settings.forget();
      return null;
    },
    'model.names': () => model.names(),
    'model.try': ({ text }) => model.try(text),
    'model.plan': ({ importId, choices }) => model.plan(importId, choices),
    'model.ask': ({ importId, choices, origin }) => model.ask(importId, choices, origin),
    async 'model.cancel'() {
      await model.cancel();
      return null;
    },
  };
}
