import { NARRATOR } from '../../../shared/model/cast.ts';
import { ask } from '../../bridge/ask.ts';
import { words } from '../../locales/words.ts';
import { type PlayerTrack, usePlayer } from './player-store.ts';

const t = words('ui');

export interface SpokenPassage {
  /** Null for the default role. */
  readonly role: string | null;
  readonly text: string;
  /** The line whose overrides apply, or null to use only the role's settings. */
  readonly lineId: number | null;
}

/** In UTF-16 code units. */
const MAX_AUDITION_LENGTH = 20_000;

let latest = 0;

/** Plays the passages one after another. Replaces the current audition. */
export async function audition(passages: readonly SpokenPassage[], colourOf: (role: string) => string): Promise<void> {
  const own = ++latest;
  for (const { role, text, lineId } of passages) {
    if (text.trim() === '') continue;
    const { auditionId, characters } = await ask('audition.start', {
      text: text.slice(0, MAX_AUDITION_LENGTH),
      role,
      lineId,
    });
    if (own !== latest) return;
    await new Promise<void>((resolve) => {
      usePlayer.getState().play(
        {
          source: { kind: 'audition', auditionId, lineId },
          title: role ?? NARRATOR,
          colour: colourOf(role ?? NARRATOR),
          detail: t('playing.audition', { characters }),
        },
        { onEnded: resolve },
      );
    });
    if (own !== latest) return;
  }
}

type AuditionLabel = Pick<PlayerTrack, 'title' | 'detail'> & {
  readonly colour?: string;
  readonly gainDb?: number;
};

/** Calls `begin` to start an audition, and plays it. Returns true if it was played to the end. */
export async function playAudition(
  begin: () => Promise<AuditionLabel & { readonly auditionId: string }>,
): Promise<boolean> {
  const own = ++latest;
  const { auditionId, gainDb = 0, ...about } = await begin();
  if (own !== latest) return false;
  const track: PlayerTrack = { source: { kind: 'audition', auditionId, lineId: null }, ...about };
  return new Promise<boolean>((resolve) => {
    let leave = () => {};
    const end = (isHeard: boolean) => {
      leave();
      resolve(isHeard && own === latest);
    };
    usePlayer.getState().play(track, { gainDb, onEnded: () => end(true) });
    leave = usePlayer.subscribe((player) => {
      if (player.track !== track || player.status === 'failed') end(false);
    });
  });
}

/** Returns false if the player has no audition. */
export function stopAudition(): boolean {
  latest++;
  const { track, stop } = usePlayer.getState();
  if (track?.source.kind !== 'audition') return false;
  stop();
  // The player is already silent. If this request fails, the next audition ends the old one.
  ask('audition.stop', {}).catch(() => undefined);
  return true;
}
