// Compares voices using the same text. Each voice's audio is requested once and then cached.

import { AudioFormatError } from '@lectern/audio';
import type { LenientVoice } from '@lectern/tts-protocol';
import type { WordsToCompare } from '../../../../shared/ipc/cast-requests.ts';
import { LOCAL_ORIGIN } from '../../../../shared/model/connection.ts';
import { priceOfConnection } from '../../../../shared/model/spending.ts';
import type { DownloadSink } from '../../api/download.ts';
import { ServiceError } from '../../api/service-error.ts';
import type { VoiceConnection, VoiceLink } from '../../api/voice-connection.ts';
import type { AuditionCache } from '../../audition/audition-cache.ts';
import { refuseOtherService, requireAuditionVoice } from '../../audition/audition-voice.ts';
import { auditionRequest, bookedAudition, renderSingle } from '../../audition/booked-audition.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { refuse, requireFound } from '../../bridge/request-error.ts';
import type { Clock } from '../../ports.ts';
import { auditionRoute } from '../../rules/audition-route.ts';
import type { Projects } from '../../session/projects.ts';
import type { Project } from '../project.ts';
import { textOfRole } from './cast-roles.ts';
import { costOf } from './outlook-price.ts';

type CompareChannel = Extract<ChannelsOf<'cast'>, 'cast.compareVoice' | 'cast.compareOutlook'>;

export interface CompareParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly connections: Pick<VoiceConnection, 'current' | 'requireLink' | 'voices'>;
  readonly kept: Pick<AuditionCache, 'has' | 'get'>;
  readonly clock: Clock;
}

export function compareHandlers(parts: CompareParts): HandlersOf<CompareChannel> {
  const { projects, connections, kept, clock } = parts;
  return {
    async 'cast.compareOutlook'({ voices: ids, ...words }) {
      const { project } = projects.requireSession();
      const link = await connections.requireLink();
      refuseOtherService(project, link);
      const listed = new Map((await connections.voices()).map((voice) => [voice.id, voice]));
      const voices = ids.flatMap((id) => {
        const voice = listed.get(id);
        if (!voice) return [];
        const asked = comparedRequest(project, link, voice, words);
        const problem = asked.ok ? null : asked.problem.kind;
        const isKept = asked.ok && kept.has(asked.key);
        return [{ voice: id, characters: asked.ok ? asked.characters : 0, isKept, problem }];
      });
      const characters = voices.reduce((sum, { isKept, ...voice }) => sum + (isKept ? 0 : voice.characters), 0);
      return { voices, characters, price: costOf(characters, connections) };
    },
    async 'cast.compareVoice'({ voice: id, ...words }) {
      const session = projects.requireSession();
      const { link, voice } = await requireAuditionVoice(session.project, connections, id);
      const asked = comparedRequest(session.project, link, voice, words);
      if (!asked.ok) return refuse({ kind: 'invalid', field: 'audition', reason: asked.problem.kind });
      const { key, characters, speak } = asked;
      const entry = {
        session,
        connection: link.identity,
        price: priceOfConnection(connections.current),
        lineId: words.text === null ? words.lineId : null,
        role: words.role,
        characters,
        now: clock.now(),
      };
      try {
        const audition = await kept.get(key, (signal, to) => bookedAudition(entry, () => speak(signal, to)));
        const { auditionId, loudnessLufs, truePeakDbtp } = audition;
        return { auditionId, characters, loudnessLufs, truePeakDbtp };
      } catch (error) {
        if (!(error instanceof AudioFormatError)) throw error;
        throw new ServiceError({ kind: 'unreadable-reply', status: 200, fault: 'not-audio' });
      }
    },
  };
}

function comparedRequest(
  project: Project,
  { client, identity }: VoiceLink,
  voice: LenientVoice,
  { role, lineId, text: typed }: WordsToCompare,
) {
  const text = typed ?? requireFound(textOfRole(project.db, lineId, role), 'line');
  const withParameters = identity.origin === LOCAL_ORIGIN;
  // Typed text doesn't belong to a line, so the role's settings apply.
  const ofLine = typed === null ? lineId : null;
  const request = auditionRequest(project, { text, role, lineId: ofLine, withParameters, voice: voice.id });
  if (!request.ok) return request;
  const { characters, parameters } = request;
  const way = auditionRoute(voice.voice_engine ?? null);
  // The service only documents these parameters for single generation.
  const shown = { text: parameters.text, voice: voice.id };
  const asked = way.endpoint === 'single' && !withParameters ? shown : { ...parameters, voice: voice.id };
  const speak = async (signal: AbortSignal, to: DownloadSink): Promise<void> => {
    if (way.endpoint === 'single') return renderSingle(client, asked, way.engine, { to, signal });
    const stream = await client.stream({ ...parameters, voice_engine: way.engine }, { signal });
    for await (const chunk of stream.audio) await to.write(chunk);
  };
  const key = JSON.stringify([identity.origin, identity.userId, way, asked]);
  return { ok: true as const, key, characters, speak };
}
