// Previous and next: the neighbours in what is played through, else in the script, unless a screen says otherwise.
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAsk } from '../bridge/use-ask.ts';
import { playLine } from '../ui/play-line.ts';
import { type PlayerSteps, usePlayer } from '../ui/player-store.ts';
import { notifyFailure } from '../ui/toast.tsx';
import { useView } from '../ui/view-store.ts';

const STEPS_THROUGH: PlayerSteps = {
  previous: () => usePlayer.getState().output?.step(-1),
  next: () => usePlayer.getState().output?.step(1),
};

/** What previous and next do now; null where there is nowhere to go. */
export function useSteps(): PlayerSteps | null {
  const own = usePlayer(({ steps }) => steps);
  const isThrough = usePlayer(({ through }) => through !== null);
  const queryClient = useQueryClient();
  const playing = usePlayer(({ track }) => (track?.source.kind === 'take' ? track.source.lineId : null));
  const isOwn = own !== null || isThrough;
  const selected = useView(({ selectedLineId }) => (isOwn ? null : selectedLineId));
  const chapterId = useView((view) => view.chapterId);
  const { data: lines } = useAsk('script.chapterBriefs', { chapterId }, { enabled: !isOwn });
  return useMemo(() => {
    if (isThrough) return STEPS_THROUGH;
    if (own) return own;
    const audible = lines?.filter(({ pickTakeId, id }) => pickTakeId !== null || id === playing) ?? [];
    const at = audible.findIndex(({ id }) => id === (playing ?? selected));
    const go = (index: number) => {
      const line = audible[index];
      if (!line) return;
      useView.getState().selectLine(line.id, true);
      playLine(queryClient, line.id).catch(notifyFailure);
    };
    return audible.length > 0 ? { previous: () => go(at - 1), next: () => go(at + 1) } : null;
  }, [isThrough, own, lines, playing, selected, queryClient]);
}
