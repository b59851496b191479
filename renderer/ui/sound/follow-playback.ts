import { useEffect, useRef } from 'react';
import { useView } from '../view-store.ts';
import { isAudible, loadedLine, type ThroughExtent, usePlayer } from './player-store.ts';

export function useFollowPlayingLine(select: (lineId: number) => void): void {
  const latest = useRef(select);
  useEffect(() => {
    latest.current = select;
  });
  useEffect(() => {
    const follow = (player: ReturnType<typeof usePlayer.getState>) => {
      const lineId = loadedLine(player);
      if (player.through?.isFollowed && lineId !== null) latest.current(lineId);
    };
    follow(usePlayer.getState());
    return usePlayer.subscribe((now, before) => {
      const isNew = loadedLine(now) !== loadedLine(before) || now.through?.at !== before.through?.at;
      if (isNew) follow(now);
    });
  }, []);
}

/**
 * Returns false if playback should start from the beginning, because the player has other content or another line has
 * been selected.
 */
export function togglePlayThrough(kind: ThroughExtent['kind']): boolean {
  const player = usePlayer.getState();
  const { through, status, toggle, follow } = player;
  if (through?.kind !== kind) return false;
  if (isAudible(status)) {
    toggle();
    return true;
  }
  const isHere = through.isFollowed || useView.getState().selectedLineId === loadedLine(player);
  if (status !== 'paused' || !isHere) return false;
  follow(true);
  toggle();
  return true;
}
