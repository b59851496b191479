import type { VoiceConnection } from '../api/voice-connection.ts';
import { refuse, requireFound } from '../bridge/request-error.ts';
import type { Project } from '../project/project.ts';

/**
 * Rejects a connection to a service other than the project's, because that service wouldn't have any of the project's
 * voices.
 * @throws RequestError `other-connection`
 */
export function refuseOtherService(
  project: Project,
  { identity }: { readonly identity: { readonly origin: string } },
): void {
  const { origin } = project.info().connection;
  if (origin === identity.origin) return;
  refuse({ kind: 'other-connection', projectOrigin: origin, connectedOrigin: identity.origin });
}

/**
 * Returns the current link and one of its voices, for an audition of project text.
 * @throws RequestError `other-connection`, `not-found`; the errors of `requireLink` and `voices`
 */
export async function requireAuditionVoice(
  project: Project,
  connections: Pick<VoiceConnection, 'requireLink' | 'voices'>,
  id: string,
) {
  const link = await connections.requireLink();
  refuseOtherService(project, link);
  const voice = (await connections.voices()).find((known) => known.id === id);
  return { link, voice: requireFound(voice, 'voice') };
}
