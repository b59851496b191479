// Cloned voices.
import { VOICE_SAMPLE_LIMIT } from '../../../../shared/rules/longest-speech.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import type { HandlerParts } from '../../session/handler-parts.ts';
import { consentsAsJson, consentsAsText } from './consent-texts.ts';
import type { VoiceCloning } from './voice-cloning.ts';

export function cloneHandlers(
  { audition }: Pick<HandlerParts, 'audition'>,
  clones: VoiceCloning,
): HandlersOf<ChannelsOf<'clone'>> {
  return {
    'clone.list': () => clones.list(),
    'clone.readSample': ({ name, bytes }) => clones.readSample(name, bytes),
    'clone.forgetSample'() {
      clones.forgetSample();
      return null;
    },
    'clone.create': (order) => clones.create(order),
    'clone.cancel'() {
      clones.cancel();
      return null;
    },
    'clone.delete': ({ voice }) => clones.remove(voice),
    async 'clone.dropDoubt'({ consentId }) {
      await clones.dropDoubt(consentId);
      return null;
    },
    async 'clone.sample'({ voice }) {
      const { link, address } = await clones.sampleOf(voice);
      return audition.fetch((signal, to) => link.client.download(address, { to, limit: VOICE_SAMPLE_LIMIT, signal }));
    },
    'clone.consents': () => ({ json: consentsAsJson(clones.consents()), text: consentsAsText(clones.consents()) }),
  };
}
