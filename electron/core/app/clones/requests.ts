import type { Audition } from '../../audition/audition.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { VOICE_SAMPLE_LIMIT } from '../../rules/longest-speech.ts';
import { consentsAsJson } from './consents-file.ts';
import type { VoiceCloning } from './voice-cloning.ts';

export interface CloneParts {
  readonly clones: VoiceCloning;
  readonly audition: Pick<Audition, 'fetch'>;
}

export function cloneHandlers({ clones, audition }: CloneParts): HandlersOf<ChannelsOf<'clone'>> {
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
      await clones.dropDoubtfulVoice(consentId);
      return null;
    },
    async 'clone.sample'({ voice }) {
      const { link, address } = await clones.sampleOf(voice);
      const { auditionId } = await audition.fetch((signal, to) =>
        link.client.download(address, { to, limit: VOICE_SAMPLE_LIMIT, signal }),
      );
      return { auditionId };
    },
    'clone.consents': () => ({ json: consentsAsJson(clones.consents()), records: [...clones.consents()] }),
  };
}
