import type { AudioInput } from '@lectern/audio';
import type { CheckedAudio, ExpectedAudio } from '@lectern/audio/meters';
import type { CueSound } from '../../../../shared/model/cue-sounds.ts';
import type { AuditionCache } from '../../audition/audition-cache.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { requireFound } from '../../bridge/request-error.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Projects } from '../../session/projects.ts';
import { refuseOutdated, repeatable, type UndoLog } from '../../undo/undo-log.ts';
import { importSound } from './attach-sound.ts';
import { findCue, listCues, setCueSound } from './cue-list.ts';
import { type CuePlace, restoreSounds, type StoredSound, storedSounds } from './cue-sounds.ts';

interface CueParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly undo: Pick<UndoLog, 'add'>;
}

/** Sets or removes a cue's sound as a step that can be undone. */
function setUndoably(
  session: ProjectSession,
  undo: CueParts['undo'],
  place: CuePlace,
  sound: CueSound | null,
): { readonly step: string } {
  const { project } = session;
  const { db } = project;
  const now = () => JSON.stringify(storedSounds(db).get(place.paragraphId) ?? []);
  let made = '';
  const set = (): StoredSound[] => {
    const former = setCueSound(project, requireFound(findCue(project, place), 'cue'), sound);
    made = now();
    session.statesChanged();
    return former;
  };
  const revert = (former: readonly StoredSound[]): void => {
    refuseOutdated(now() !== made, 'cue');
    restoreSounds(db, place.paragraphId, former);
    session.statesChanged();
  };
  return { step: undo.add(repeatable(set(), revert, set), { project: session }) };
}

export function cueHandlers({
  projects,
  undo,
  kept,
}: CueParts & { readonly kept: Pick<AuditionCache, 'get'> }): HandlersOf<ChannelsOf<'cue'>> {
  const soundOf = (place: CuePlace): { readonly session: ProjectSession; readonly sound: CueSound } => {
    const session = projects.requireSession();
    return { session, sound: requireFound(findCue(session.project, place)?.sound, 'cue') };
  };
  return {
    'cue.list'() {
      const { project } = projects.requireSession();
      return listCues(project).map((cue) => ({
        ...cue,
        isMissing: cue.sound !== null && !project.takes.hasAudio(fileOf(cue.sound)),
      }));
    },
    'cue.change'({ settings, ...place }) {
      const { session, sound } = soundOf(place);
      return setUndoably(session, undo, place, { ...sound, ...settings });
    },
    'cue.detach'(place) {
      const { session } = soundOf(place);
      return setUndoably(session, undo, place, null);
    },
    async 'cue.play'(place) {
      const { session, sound } = soundOf(place);
      const { takes } = session.project;
      if (!takes.hasAudio(fileOf(sound))) requireFound(null, 'sound');
      const { auditionId } = await kept.get(`sound ${sound.audioHash}`, async (signal, to) => {
        const file = await takes.openAudio(sound.audioHash, sound.format);
        try {
          for await (const piece of file.createReadStream({ autoClose: false })) {
            signal.throwIfAborted();
            await to.write(piece);
          }
        } finally {
          await file.close();
        }
      });
      return { auditionId, name: sound.name };
    },
  };
}

const fileOf = ({ audioHash: hash, format, sizeBytes }: CueSound) => ({ hash, format, sizeBytes });

interface SoundAttacher extends CueParts {
  readonly checkAudio: (input: AudioInput, expected: ExpectedAudio) => Promise<CheckedAudio>;
}

/** @throws SoundFileError; ProjectError; RequestError */
export async function attachSound(
  { projects, undo, checkAudio }: SoundAttacher,
  { path, ...place }: CuePlace & { readonly path: string },
): Promise<{ readonly step: string }> {
  const session = projects.requireSession();
  const cue = requireFound(findCue(session.project, place), 'cue');
  return setUndoably(session, undo, place, await importSound(session.project, cue, path, { checkAudio }));
}
