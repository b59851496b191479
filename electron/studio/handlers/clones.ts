// Cloned voices.
import { consentsAsJson, consentsAsText } from '../../core/library/consent-texts.ts';
import type { CloneDesk } from '../clone-desk.ts';
import type { ChannelsOf, HandlersOf } from '../handler-types.ts';
import type { HandlerParts } from './parts.ts';

export function cloneHandlers(
  { audition }: Pick<HandlerParts, 'audition'>,
  clones: CloneDesk,
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
      return audition.fetch((signal) => link.client.downloadBytes(address, { signal }));
    },
    'clone.consents': () => ({ json: consentsAsJson(clones.consents()), text: consentsAsText(clones.consents()) }),
  };
}
