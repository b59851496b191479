// Tracks the words of a take while it plays, and highlights the current one, without rendering React components.
import type { WordTime } from '../../../shared/model/proof.ts';
import { usePlayer } from './player-store.ts';

/** How long a word stays current after its end if no other word follows, in seconds. */
const LINGER_SECONDS = 0.3;

/**
 * How much earlier than the reported position words are shown, in seconds. The position is reported about every 0.05 s,
 * and starts that much before the sound.
 */
const LEAD_SECONDS = 0.05;

/** Returns the index of the word spoken at a position in the take's file, or null during a pause. */
export function wordAt(times: readonly WordTime[], seconds: number): number | null {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle]?.startSeconds ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  const last = times[low - 1];
  return last === undefined || seconds > last.endSeconds + LINGER_SECONDS ? null : low - 1;
}

/**
 * Calls `show` with each word of the take as it is spoken, and with null when the take stops playing.
 * @returns a function that stops the tracking
 */
export function followSpokenWord(
  takeId: number,
  times: readonly WordTime[],
  show: (word: number | null) => void,
): () => void {
  let shown: number | null = null;
  const update = ({ track, status, position }: ReturnType<typeof usePlayer.getState>) => {
    const isPlaying = status === 'playing' && track?.source.kind === 'take' && track.source.takeId === takeId;
    const word = isPlaying ? wordAt(times, position + LEAD_SECONDS) : null;
    if (word === shown) return;
    shown = word;
    show(word);
  };
  update(usePlayer.getState());
  const stop = usePlayer.subscribe(update);
  return () => {
    stop();
    if (shown !== null) show(null);
  };
}

const NAME = 'spoken-word';

/**
 * Creates a function that highlights text as spoken (`::highlight(spoken-word)`) instead of the text that it highlighted
 * before. The document doesn't change, so neither React nor the script editor has to update it.
 */
export function createSpokenMark(): (range: AbstractRange | null) => void {
  let painted: AbstractRange | null = null;
  return (range) => {
    // Tests render the window without highlight support.
    if (!('highlights' in CSS)) return;
    const highlight = CSS.highlights.get(NAME) ?? new Highlight();
    CSS.highlights.set(NAME, highlight);
    if (painted) highlight.delete(painted);
    if (range) highlight.add(range);
    painted = range;
  };
}
