import type { QueryClient } from '@tanstack/react-query';
import { type RefObject, useMemo } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { Verdict } from '../../shared/model/take.ts';
import { askQuery } from '../bridge/use-ask.ts';
import { playLine } from '../ui/play-line.ts';
import { usePlayer } from '../ui/player-store.ts';
import { notify, notifyFailure } from '../ui/toast.tsx';
import type { TakeActions } from '../ui/use-take-actions.ts';
import { useView } from '../ui/view-store.ts';
import { useCompare } from './compare.ts';
import { hearOrPause } from './hear-or-pause.ts';
import type { ReviewActions } from './review-keys.ts';

interface Parts {
  readonly client: QueryClient;
  /** In the order of the table. */
  readonly lineIds: readonly number[];
  selectLine(lineId: number): void;
  readonly takes: TakeActions;
  readonly noteRef: RefObject<HTMLTextAreaElement | null>;
}

const selectedLine = () => useView.getState().selectedLineId;

/** What keys, menu and buttons do in Review. */
export function useReviewActions({ client, lineIds, selectLine, takes, noteRef }: Parts) {
  return useMemo(() => {
    const at = () => lineIds.indexOf(selectedLine() ?? -1);
    const goTo = (index: number) => {
      const lineId = lineIds[Math.min(Math.max(index, 0), lineIds.length - 1)];
      if (lineId === undefined || lineId === selectedLine()) return;
      useCompare.getState().end();
      selectLine(lineId);
    };
    const decide =
      (verdict: Verdict | null) =>
      ({ take, number }: ReviewRow): void => {
        if (take) takes.decide(take, number, verdict);
      };
    const decideAndGoOn = (deed: (row: ReviewRow) => unknown) => (row: ReviewRow) => {
      if (!row.take) return;
      deed(row);
      goTo(at() + 1);
    };
    const actions: ReviewActions = {
      move: (by) => goTo(at() + by),
      toFirst: () => goTo(0),
      toLast: () => goTo(lineIds.length - 1),
      playOrPause: hearOrPause,
      approve: decideAndGoOn(decide('approved')),
      reject: decideAndGoOn(decide('rejected')),
      clearVerdict: decide(null),
      retake: decideAndGoOn(({ take, number }) => take && takes.retake(take, number)),
      compare: (row) => void compare(client, row).catch(notifyFailure),
      note: () => noteRef.current?.focus(),
      pick: (row) => row.take && takes.pick(row.take, row.number),
      trim: (row, edge) => {
        const { position, track } = usePlayer.getState();
        const { take } = row;
        if (!take || track?.source.kind !== 'take' || track.source.takeId !== take.id) {
          notify('Play the take, then trim at the place that is playing.', { id: 'trim' });
          return;
        }
        if (edge === 'start') takes.setTrim(take, row.number, position, take.trimEndSeconds);
        else takes.setTrim(take, row.number, take.trimStartSeconds, Math.max(0, take.durationSeconds - position));
      },
      clearTrim: ({ take, number }) => take && takes.setTrim(take, number, 0, 0),
      gain: ({ take, number }, by) => take && takes.changeGain(take, number, by),
      openInScript: ({ lineId, chapterId }) => {
        const view = useView.getState();
        view.chooseChapter(chapterId);
        view.selectLine(lineId, true);
        view.goTo('script');
      },
      leave: () => {
        if (useCompare.getState().comparison) useCompare.getState().end();
        else usePlayer.getState().pause();
      },
    };
    /** Plays from the selected line to the end of the table, line by line. */
    const playThrough = async (): Promise<void> => {
      const from = at();
      for (const lineId of lineIds.slice(Math.max(0, from))) {
        selectLine(lineId);
        const ended = await playToEnd(client, lineId);
        if (!ended || selectedLine() !== lineId) return;
      }
    };
    return { ...actions, playThrough: () => playThrough().catch(notifyFailure) };
  }, [client, lineIds, selectLine, takes, noteRef]);
}

/** Plays a line; true when it was played to its end, or had nothing to play; false when something else took its place. */
function playToEnd(client: QueryClient, lineId: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    playLine(client, lineId, { loop: false, onEnded: () => resolve(true) })
      .then((plays) => {
        if (!plays) return resolve(true);
        const mine = usePlayer.getState().track;
        const stop = usePlayer.subscribe(({ track, status }) => {
          if (track === mine && status !== 'failed') return;
          stop();
          resolve(status === 'failed');
        });
        return undefined;
      })
      .catch(reject);
  });
}

/** The take that is shown against the line's latest other one; a second call swaps. */
async function compare(client: QueryClient, row: ReviewRow): Promise<void> {
  const { comparison, swap, begin } = useCompare.getState();
  if (comparison?.row.lineId === row.lineId) {
    swap();
    return;
  }
  const takes = await client.fetchQuery(askQuery('review.takes', { lineId: row.lineId }));
  const shown = takes.find(({ id }) => id === row.take?.id);
  const other = takes.filter(({ id, audioProblem }) => id !== shown?.id && audioProblem === null).at(-1);
  if (!shown || !other) {
    notify(`Line ${row.number} has one take only: reject it and render again to have two.`, { id: 'compare' });
    return;
  }
  begin(row, [shown, other]);
}
