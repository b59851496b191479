import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { askQuery, useAsk } from '../bridge/use-ask.ts';
import { useCommand } from '../ui/commands.ts';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { togglePlayThrough } from '../ui/sound/follow-playback.ts';
import { playLine, playSelected } from '../ui/sound/play-line.ts';
import { loadedLine, type PlayerSteps, usePlayer } from '../ui/sound/player-store.ts';
import { useView } from '../ui/view-store.ts';

export function usePlaySelected(): void {
  const client = useQueryClient();
  const lineId = useView(({ selectedLineId }) => selectedLineId);
  const { data: takes } = useAsk('review.takes', { lineId: lineId ?? 0 }, { enabled: lineId !== null });
  // While the takes of a newly selected line are loading, the previous state is kept. If the command is used, the line
  // plays if it has a take.
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

/** Returns a function that plays the chapter from the selected line. Further calls pause and resume playback. */
export function usePlayChapter(): () => void {
  const client = useQueryClient();
  const start = async () => {
    const { selectedLineId, chapterId } = useView.getState();
    // The line is usually in the current chapter, so prefetch this chapter while looking up the line's actual chapter.
    void client.prefetchQuery(askQuery('playback.chapter', { chapterId }));
    const [row] =
      selectedLineId === null ? [] : await client.fetchQuery(askQuery('review.rows', { lineIds: [selectedLineId] }));
    // Continuous playback needs the chapter list to show the title and find the next chapter.
    await client.fetchQuery(askQuery('project.chapters', {}));
    const extent = { kind: 'chapter', chapterId: row ? row.chapterId : chapterId } as const;
    usePlayer.getState().playThrough({ extent, fromLineId: row?.lineId ?? null });
  };
  const run = () => {
    if (!togglePlayThrough('chapter')) start().catch(notifyFailure);
  };
  useCommand('review.playThrough', run);
  return run;
}

export function useFollowPlayback(): void {
  useEffect(() => {
    const update = () => {
      const player = usePlayer.getState();
      const lineId = loadedLine(player);
      if (player.through && lineId !== null) player.follow(useView.getState().selectedLineId === lineId);
    };
    const stopView = useView.subscribe((now, before) => {
      if (now.selectedLineId !== before.selectedLineId) update();
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

const PLAY_THROUGH_STEPS: PlayerSteps = {
  previous: () => usePlayer.getState().output?.step(-1),
  next: () => usePlayer.getState().output?.step(1),
};

export function useStepCommands(): void {
  const steps = useSteps();
  useCommand('review.previousLine', () => steps?.previous(), steps !== null);
  useCommand('review.nextLine', () => steps?.next(), steps !== null);
}

/** Returns the screen's own actions. If it has none, returns those for continuous playback or for the script. */
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
    if (isThrough) return PLAY_THROUGH_STEPS;
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

// Sliders don't accept text, so shortcuts work in them. The player's own slider keeps the focus after it has been
// moved.
const TEXT_SELECTORS = [
  'input:not([type="range"])',
  'textarea',
  'select',
  '[contenteditable="true"]',
  '[role="textbox"]',
];
const ROLE_SELECTORS = ['option', 'listbox', 'tab', 'menuitem'].map((role) => `[role="${role}"]`);
const TYPES_TEXT = TEXT_SELECTORS.join();
const HANDLES_SPACE = [...TEXT_SELECTORS, 'button', 'a', 'summary', ...ROLE_SELECTORS].join();

const KEYS: Readonly<Record<string, () => void>> = {
  j: () => usePlayer.getState().back(),
  k: () => usePlayer.getState().halt(),
  l: () => usePlayer.getState().forward(),
};

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const target = event.target instanceof Element ? event.target : null;
  const { track, playSelected, playOrPause } = usePlayer.getState();
  if (track === null && !playSelected) return;
  if (event.key === ' ') {
    if (target?.closest(HANDLES_SPACE)) return;
    event.preventDefault();
    if (!event.repeat) playOrPause();
    return;
  }
  const run = KEYS[event.key.toLowerCase()];
  if (!run || target?.closest(TYPES_TEXT)) return;
  event.preventDefault();
  run();
}

/** Handles J, K, L and Space, unless a screen uses these keys itself and calls `preventDefault`. */
export function usePlayerKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
