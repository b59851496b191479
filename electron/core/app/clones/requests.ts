// Cloned voices.

import { LOCAL_ORIGIN } from '../../../../shared/model/connection.ts';
import type { ConsentRecord } from '../../../../shared/model/consent.ts';
import { VOICE_SAMPLE_LIMIT } from '../../../../shared/rules/longest-speech.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import type { HandlerParts } from '../../session/handler-parts.ts';
import type { VoiceCloning } from './voice-cloning.ts';

// Consents to keep or to show: as a document, and as plain text.

/** A JSON document of its own version, with moments as ISO 8601. */
function consentsAsJson(consents: readonly ConsentRecord[]): string {
  const records = consents.map(({ voicesBefore: _, id: __, recordedAt, deletedAt, ...consent }) => ({
    ...consent,
    recordedAt: new Date(recordedAt).toISOString(),
    deletedAt: deletedAt === null ? null : new Date(deletedAt).toISOString(),
  }));
  return `${JSON.stringify({ lectern: 'consents', version: 1, consents: records }, null, 2)}\n`;
}

/** A paragraph for each, with an empty row between two. */
const consentsAsText = (consents: readonly ConsentRecord[]): string =>
  consents.map((consent) => `${rowsOf(consent).join('\n')}\n`).join('\n');

/** Of a sample that was sent to a service. */
const keptOf = ({ origin }: ConsentRecord['connection']): string =>
  origin === LOCAL_ORIGIN ? 'at most ten seconds of it are kept until the voice is deleted' : 'it was not kept';

function rowsOf({ voiceName, voice, person, purpose, givenOn, statement, ...consent }: ConsentRecord): string[] {
  const { recordedAt, deletedAt, connection, sample } = consent;
  return [
    `Voice: ${voiceName}`,
    `Identifier: ${voice ?? 'not known: it is in doubt whether the voice was made'}`,
    `Service: ${connection.name} (${connection.origin}, user ${connection.userId})`,
    `Person: ${person}`,
    `Purpose: ${purpose}`,
    `Given on: ${givenOn}`,
    `Recorded at: ${new Date(recordedAt).toISOString()}`,
    `Statement: ${statement}`,
    `Sample: ${sample.seconds.toFixed(1)} s, ${sample.sizeBytes} bytes, SHA-256 ${sample.sha256}; ${keptOf(connection)}`,
    ...(deletedAt === null ? [] : [`Voice deleted at: ${new Date(deletedAt).toISOString()}`]),
  ];
}

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
      const { auditionId } = await audition.fetch((signal, to) =>
        link.client.download(address, { to, limit: VOICE_SAMPLE_LIMIT, signal }),
      );
      return { auditionId };
    },
    'clone.consents': () => ({ json: consentsAsJson(clones.consents()), text: consentsAsText(clones.consents()) }),
  };
}
