import { LOCAL_ORIGIN } from '../../../shared/model/connection.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import type { VoiceConnection } from '../api/voice-connection.ts';
import { refuse, requireFound } from '../bridge/request-error.ts';
import { auditionRoute } from '../rules/audition-route.ts';
import type { Audition } from './audition.ts';
import { renderSingle, streamAudition } from './booked-audition.ts';

interface ImportAudition {
  readonly role: string;
  readonly text: string;
  readonly voice: string;
}

export interface ImportAuditionParts {
  readonly connections: Pick<VoiceConnection, 'requireLink' | 'voices'>;
  readonly audition: Pick<Audition, 'start' | 'fetch'>;
}

/** @throws RequestError if the voice is unknown or the text contains nothing to speak; ServiceError */
export async function auditionImport(
  { role, text, voice: id }: ImportAudition,
  { connections, audition }: ImportAuditionParts,
): Promise<{ readonly auditionId: string }> {
  const link = await connections.requireLink();
  const voices = await connections.voices();
  const voice = requireFound(
    voices.find((known) => known.id === id),
    'voice',
  );
  const roles = new Map([[role, { name: role, voice: id, parameters: {}, turnPrefix: null }]]);
  const withParameters = link.identity.origin === LOCAL_ORIGIN;
  const line = { kind: 'speech' as const, turns: [{ role, text }], override: null, roles, rules: [] };
  const request = streamAudition({ settings: () => DEFAULT_PROJECT_SETTINGS }, line, withParameters);
  if (!request.ok) return refuse({ kind: 'invalid', field: 'audition', reason: request.problem.kind });
  const { parameters } = request;
  const way = auditionRoute(voice.voice_engine ?? null);
  const begun =
    way.endpoint === 'stream'
      ? await audition.start(link.client, { ...parameters, voice_engine: way.engine })
      : await audition.fetch((signal, to) => {
          const asked = withParameters ? { ...parameters, voice: id } : { text: parameters.text, voice: id };
          return renderSingle(link.client, asked, way.engine, { to, signal });
        });
  return { auditionId: begun.auditionId };
}
