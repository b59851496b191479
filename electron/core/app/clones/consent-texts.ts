// Consents to keep or to show: as a document, and as plain text.
import type { ConsentRecord } from '../../../../shared/model/consent.ts';

/** A JSON document of its own version, with moments as ISO 8601. */
export function consentsAsJson(consents: readonly ConsentRecord[]): string {
  const records = consents.map(({ voicesBefore: _, id: __, recordedAt, deletedAt, ...consent }) => ({
    ...consent,
    recordedAt: new Date(recordedAt).toISOString(),
    deletedAt: deletedAt === null ? null : new Date(deletedAt).toISOString(),
  }));
  return `${JSON.stringify({ lectern: 'consents', version: 1, consents: records }, null, 2)}\n`;
}

/** A paragraph for each, with an empty row between two. */
export const consentsAsText = (consents: readonly ConsentRecord[]): string =>
  consents.map((consent) => `${rowsOf(consent).join('\n')}\n`).join('\n');

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
    `Sample: ${sample.seconds.toFixed(1)} s, ${sample.sizeBytes} bytes, SHA-256 ${sample.sha256}; it was not kept`,
    ...(deletedAt === null ? [] : [`Voice deleted at: ${new Date(deletedAt).toISOString()}`]),
  ];
}
