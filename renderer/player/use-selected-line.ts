// The player and the selected line: what Play plays, and what is played through.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askQuery, useAsk } from '../bridge/use-ask.ts';
import { useCommand } from '../ui/commands.ts';
import { goOnThrough } from '../ui/follow-sounding.ts';
import { playSelected } from '../ui/play-line.ts';
import { loadedLine, usePlayer } from '../ui/player-store.ts';
import { notifyFailure } from '../ui/toast.tsx';
import { useView } from '../ui/view-store.ts';

/** Has Play play the selected line, as soon as that has a take. */
export function usePlaySelected(): void {
  const client = useQueryClient();
  const lineId = useView(({ selectedLineId }) => selectedLineId);
  const { data: takes } = useAsk('review.takes', { lineId: lineId ?? 0 }, { enabled: lineId !== null });
  // Until it is known of the line that was just selected, what was known of the one before stands: it plays, if it can.
  const hasTake = lineId !== null && (takes === undefined ? null : takes.length > 0);
  useEffect(() => {
    if (hasTake === null) return;
    const play = () => {
      const { selectedLineId } = useView.getState();
      if (selectedLineId !== null) playSelected(client, selectedLineId).catch(notifyFailure);
    };
    usePlayer.setState(({ playSelected: before }) => ({ playSelected: hasTake ? (before ?? play) : null }));
  }, [client, hasTake]);
  useEffect(() => () => usePlayer.setState({ playSelected: null }), []);
}

/** Carries out the command that plays a chapter, from the selected line on; given again, it pauses and goes on. */
export function usePlayChapter(): () => void {
  const client = useQueryClient();
  const start = async () => {
    const { selectedLineId, chapterId } = useView.getState();
    const [row] =
      selectedLineId === null ? [] : await client.fetchQuery(askQuery('review.rows', { lineIds: [selectedLineId] }));
    // Its title and what comes after it are read from the list.
    await client.fetchQuery(askQuery('project.chapters', {}));
    const extent = { kind: 'chapter', chapterId: row ? row.chapterId : chapterId } as const;
    usePlayer.getState().playThrough({ extent, fromLineId: row?.lineId ?? null });
  };
  const run = () => {
    if (!goOnThrough('chapter')) start().catch(notifyFailure);
  };
  useCommand('review.playThrough', run);
  return run;
}

/** Keeps note of whether the selection goes along with what is played through: until another line is selected. */
export function useFollowing(): void {
  useEffect(() => {
    const look = () => {
      const player = usePlayer.getState();
      const lineId = loadedLine(player);
      if (player.through && lineId !== null) player.follow(useView.getState().selectedLineId === lineId);
    };
    const stopView = useView.subscribe((now, before) => {
      if (now.selectedLineId !== before.selectedLineId) look();
    });
    const stopPlayer = usePlayer.subscribe((now, before) => {
      const isNew = loadedLine(now) !== loadedLine(before);
      if (isNew && useView.getState().selectedLineId === loadedLine(now)) now.follow(true);
    });
    return () => {
      stopView();
      stopPlayer();
    };
  }, []);
}
