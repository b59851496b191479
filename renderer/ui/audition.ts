// Speaks words at once, each role in its own voice, one after the other.
import { NARRATOR } from '../../shared/model/cast.ts';
import { ask } from '../bridge/ask.ts';
import { words } from '../locales/words.ts';
import { type PlayerTrack, usePlayer } from './player-store.ts';

const t = words('ui');

/** Words of one role. */
export interface SpokenStretch {
  /** Null: the default role's. */
  readonly role: string | null;
  readonly text: string;
  /** The line that they are of, whose own settings then count; null: only the role's do. */
  readonly lineId: number | null;
}

/** The longest text that can be auditioned at once, in UTF-16 code units. */
const LONGEST = 20_000;

let latest = 0;

/**
 * Plays the stretches in the player. A new audition ends the one before.
 * @throws BridgeFailure where one can't be started
 */
export async function audition(stretches: readonly SpokenStretch[], colourOf: (role: string) => string): Promise<void> {
  const own = ++latest;
  for (const { role, text, lineId } of stretches) {
    if (text.trim() === '') continue;
    const { auditionId, characters } = await ask('audition.start', { text: text.slice(0, LONGEST), role, lineId });
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

/** What the player says of what is heard. */
type AuditionLabel = Pick<PlayerTrack, 'title' | 'detail'> & {
  readonly colour?: string;
  /** Decibels, such as those that make several equally loud. */
  readonly gainDb?: number;
};

/**
 * Plays one thing that the studio has begun to speak, to its end. It ends the audition before, as a new one ends it.
 *
 * @param begin has it begun, and says what the player is to show of it
 * @returns whether it was heard to its end
 * @throws BridgeFailure where it can't be begun
 */
export async function hear(begin: () => Promise<AuditionLabel & { readonly auditionId: string }>): Promise<boolean> {
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

/** Ends an audition. Answers false where none is in the player. */
export function stopAudition(): boolean {
  latest++;
  const { track, stop } = usePlayer.getState();
  if (track?.source.kind !== 'audition') return false;
  stop();
  // The player is silent already; the studio ends the rest by itself at the latest with the next audition.
  ask('audition.stop', {}).catch(() => undefined);
  return true;
}
