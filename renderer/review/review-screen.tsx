// Review is triage: what sounds suspicious comes first, and everything is done from the keyboard.
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { runCommand, useCommand } from '../ui/commands.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import { Kbd } from '../ui/kbd.tsx';
import { usePlayer } from '../ui/player-store.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useTakeActions } from '../ui/use-take-actions.ts';
import { useView } from '../ui/view-store.ts';
import { REVIEW_KEYS } from '../ui/wording/review-keys.ts';
import { CompareBar } from './compare-bar.tsx';
import { hearChosen } from './hear-or-pause.ts';
import { FIRST_CHOICE, filterOf, ReviewFilters } from './review-filters.tsx';
import { reviewKey } from './review-keys.ts';
import styles from './review-screen.module.css';
import { ReviewTable } from './review-table.tsx';
import { TakePanel } from './take-panel.tsx';
import { useReviewActions } from './use-review-actions.ts';

/** The table of takes, and what is done with them. */
export function ReviewScreen() {
  const client = useQueryClient();
  const chapterId = useView((state) => state.chapterId);
  const selectedLineId = useView((state) => state.selectedLineId);
  const selectLine = useView((state) => state.selectLine);
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const role = useView((state) => state.role);
  const chooseRole = useView((state) => state.chooseRole);
  // A new object at each rendering would never settle.
  const wanted = useMemo(() => filterOf(choice, role, chapterId), [choice, role, chapterId]);
  const filter = useDeferredValue(wanted);
  const { data: list, error } = useAsk('review.list', filter, { placeholderData: (previous) => previous });
  const lineIds = useMemo(() => list?.lineIds ?? [], [list]);
  const [seenRow, setRow] = useState<ReviewRow | null>(null);
  // What a filter hides is not acted on.
  const row = lineIds.length > 0 ? seenRow : null;
  const [focusCount, setFocusCount] = useState(1);
  const noteRef = useRef<HTMLTextAreaElement>(null);
  const takes = useTakeActions();
  const actions = useReviewActions({ client, lineIds, selectLine, takes, noteRef });
  useEffect(() => {
    const [first] = lineIds;
    if (first !== undefined && (selectedLineId === null || !lineIds.includes(selectedLineId))) selectLine(first);
  }, [lineIds, selectedLineId, selectLine]);
  useEffect(() => {
    const play = row?.take ? { play: () => hearChosen(row) } : {};
    return usePlayer.getState().setSteps({ previous: () => actions.move(-1), next: () => actions.move(1), ...play });
  }, [actions, row]);
  const select = useCallback((lineId: number) => selectLine(lineId), [selectLine]);
  const hasTake = row?.take != null;
  useCommand('review.approve', () => row && actions.approve(row), hasTake);
  useCommand('review.reject', () => row && actions.reject(row), hasTake);
  useCommand('review.retake', () => row && actions.retake(row), hasTake);
  useCommand('review.playThrough', () => void actions.playThrough(), lineIds.length > 0);

  if (error) return <ProblemNotice error={error.error} />;
  if (!list) return <div className={styles.screen} aria-busy />;
  const isFiltered = choice !== FIRST_CHOICE || role !== null;
  if (list.takes === 0 && !isFiltered) return <NoTakes hasLines={lineIds.length > 0} />;
  return (
    <section className={styles.screen} aria-labelledby="review">
      <header className={styles.head}>
        <h1 id="review" className="screen-title">
          Review
        </h1>
        <p className="dim" role="status">
          {formatCounted(list.takes, 'take')} · {formatCount(list.suspicious)} look suspicious ·{' '}
          {formatCount(list.approved)} approved
          {list.analysing > 0 && ` · listening to ${formatCount(list.analysing)} more`}
        </p>
      </header>
      <ReviewFilters choice={choice} onChoice={setChoice} />
      {lineIds.length > 0 ? (
        <ReviewTable
          lineIds={lineIds}
          selectedLineId={selectedLineId}
          focusCount={focusCount}
          onSelect={select}
          onKey={(event, selected, page) => reviewKey(event, actions, selected, page)}
          onPlay={actions.playOrPause}
          onRow={setRow}
        />
      ) : (
        <EmptyState title="No line is like this" detail="Change the filters above to see more.">
          <Button
            onClick={() => {
              setChoice(FIRST_CHOICE);
              chooseRole(null);
            }}
          >
            Show all lines
          </Button>
        </EmptyState>
      )}
      <CompareBar actions={takes} />
      {row?.take && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back to the table from wherever one is in here
        <div
          onKeyDown={(event) => {
            if (event.key === 'Escape') setFocusCount((count) => count + 1);
          }}
        >
          <TakePanel row={row} take={row.take} actions={takes} noteRef={noteRef} />
        </div>
      )}
      <footer className={styles.hints}>
        {REVIEW_KEYS.map(({ keys, what }) => (
          <span key={what}>
            {keys.map((key) => (
              <Kbd key={key} keys={key} />
            ))}{' '}
            {what}
          </span>
        ))}
      </footer>
    </section>
  );
}

function NoTakes({ hasLines }: { readonly hasLines: boolean }) {
  return hasLines ? (
    <EmptyState title="No takes yet" detail="Render lines first: their takes come here, the suspicious ones on top.">
      <Button variant="filled" onClick={() => runCommand('go.production')}>
        Go to production
      </Button>
    </EmptyState>
  ) : (
    <EmptyState title="No lines yet" detail="Write or import a script, then render it.">
      <Button onClick={() => runCommand('go.script')}>Go to the script</Button>
    </EmptyState>
  );
}
