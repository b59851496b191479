// Review is for triage: suspicious takes are listed first, and everything can be done with the keyboard.
import { Button, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ListMusic } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { ReviewFilter, ReviewRow } from '../../shared/ipc/review-requests.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { useAsk, useProjectKey } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { runCommand, useCommand } from '../ui/commands.ts';
import { type MenuPosition, showContextMenu } from '../ui/overlays/context-menu.tsx';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { Editable } from '../ui/read-only.tsx';
import { undecidedRetakes, useRetakes } from '../ui/retakes.ts';
import { EmptyState } from '../ui/screen-parts.tsx';
import { Kbd, useShortcutLabel } from '../ui/shortcuts.tsx';
import { togglePlayThrough, useFollowPlayingLine } from '../ui/sound/follow-playback.ts';
import { usePlayer } from '../ui/sound/player-store.ts';
import { type TakeActions, useTakeActions } from '../ui/use-take-actions.ts';
import { useView } from '../ui/view-store.ts';
import { commandName } from '../ui/wording/command-words.ts';
import { REVIEW_KEYS } from '../ui/wording/review-keys.ts';
import { CompareBar, useCompare } from './compare.tsx';
import { ExportNotesDialog } from './export-notes.tsx';
import { type FindingActions, useFindingActions } from './finding-actions.ts';
import { keepPlaces } from './keep-places.ts';
import { LineWords } from './line-words.tsx';
import { ImportPickupsDialog } from './pickups/import-pickups.tsx';
import { ProofStatus } from './proof-status.tsx';
import { RetryBar, RetryDialog } from './retry-dialog.tsx';
import { type ReviewActions, reviewEntries, reviewKey, useReviewActions } from './review-actions.ts';
import { DEFAULT_CHOICE, EXPORTED_LINES, filterOf, ReviewFilters, useReviewChoice } from './review-filters.tsx';
import styles from './review-screen.module.css';
import { ReviewTable } from './review-table.tsx';
import {
  type RowSelection,
  SelectionBar,
  type SelectionMode,
  useCursorRow,
  useRowSelection,
} from './row-selection.tsx';
import { PanelNote, PanelNotes, TakePanel } from './take-panel.tsx';

const t = words('review');
const tProof = words('proof');

export function ReviewScreen() {
  const client = useQueryClient();
  const chapterId = useView((state) => state.chapterId);
  const selectLine = useView((state) => state.selectLine);
  const [choice, setChoice] = useReviewChoice(useProjectKey());
  const wantedLines = useView((state) => state.wantedLines);
  useEffect(() => {
    if (wantedLines === null) return;
    setChoice({ ...DEFAULT_CHOICE, sort: 'script', shown: wantedLines });
    useView.getState().clearWantedLines();
  }, [wantedLines, setChoice]);
  const role = useView((state) => state.role);
  const chooseRole = useView((state) => state.chooseRole);
  // Memoised, because if every render created a new object, the deferred value would never settle.
  const wanted = useMemo(() => filterOf(choice, role, chapterId), [choice, role, chapterId]);
  const filter = useDeferredValue(wanted);
  const {
    data: list,
    error,
    isPlaceholderData,
  } = useAsk('review.list', filter, { placeholderData: (previous) => previous });
  // Depend only on the line ids, because the counts change more often than the lines and their order.
  const lineIds = useStablePlaces(list?.lineIds ?? NO_LINES, filter);
  const [focusCount, setFocusCount] = useState(1);
  const focusNoteRef = useRef<() => void>(null);
  const takes = useTakeActions();
  const findings = useFindingActions();
  const selection = useRowSelection(lineIds);
  const actions = useReviewActions({ client, lineIds, filter, selectLine, takes, findings, focusNoteRef, selection });
  useEffect(() => {
    return usePlayer.getState().setSteps({ previous: () => actions.move(-1), next: () => actions.move(1) });
  }, [actions]);
  const [isExporting, setExporting] = useState(false);
  const exportNotes = () => setExporting(true);
  useCommand('review.exportNotes', exportNotes, lineIds.length > 0);
  const [isRetrying, setRetrying] = useState(false);
  const isProofing = useAsk('proof.status', {}).data?.isOn === true;
  useCommand('review.retrySuspicious', () => setRetrying(true), isProofing && (list?.takes ?? 0) > 0);
  const [isImporting, setImporting] = useState(false);
  useCommand('review.importPickups', () => setImporting(true), lineIds.length > 0);
  const playFiltered = () => playLines(lineIds);
  useCommand('review.playFiltered', playFiltered, lineIds.length > 0);
  const sortBy = useCallback(
    (sort: ReviewFilter['sort'], reversed: boolean) => setChoice({ ...choice, sort, reversed }),
    [choice, setChoice],
  );
  const tableActions = useTableActions(actions, selection);
  // A comparison must not outlive its project.
  useEffect(() => () => useCompare.getState().end(), []);
  const leavePanel = useCallback(() => setFocusCount((count) => count + 1), []);
  useFollowPlayingLine((lineId) => {
    // Lines hidden by the filter are played but not selected.
    if (lineIds.includes(lineId)) selectLine(lineId);
  });
  const showAll = () => {
    setChoice(DEFAULT_CHOICE);
    chooseRole(null);
  };

  if (error) return <ProblemNotice error={error.error} />;
  if (!list) return <div className={styles.screen} aria-busy />;
  const isFiltered = choice !== DEFAULT_CHOICE || role !== null;
  if (list.takes === 0 && !isFiltered) return <NoTakes hasLines={lineIds.length > 0} />;
  return (
    <section className={styles.screen} aria-labelledby="review">
      <ReviewHeader list={list} filter={filter} actions={takes} canRetry={isProofing} playFiltered={playFiltered} />
      <ReviewFilters choice={choice} onChoice={setChoice} />
      {filter.withNote && lineIds.length > 0 && <NotesBar lines={lineIds.length} onExport={exportNotes} />}
      {lineIds.length > 0 ? (
        <ReviewTable
          lineIds={lineIds}
          isBusy={wanted !== filter || isPlaceholderData}
          focusCount={focusCount}
          selection={selection}
          sort={choice.sort}
          isReversed={choice.reversed}
          onSort={sortBy}
          {...tableActions}
        />
      ) : (
        <EmptyState title={t('noMatch.title')} detail={t('noMatch.detail')}>
          <Button onClick={showAll}>{t('noMatch.showAll')}</Button>
        </EmptyState>
      )}
      <RetryBar />
      <SelectionBar selection={selection} actions={takes} />
      <CompareBar actions={takes} />
      <CursorCommands actions={actions} />
      <CursorTake actions={takes} findingActions={findings} focusNoteRef={focusNoteRef} onEscape={leavePanel} />
      <KeyHints />
      {isRetrying && <RetryDialog extent={choice.extent} onClose={() => setRetrying(false)} />}
      {isExporting && (
        <ExportNotesDialog
          lines={EXPORTED_LINES[choice.shown] ?? 'noted'}
          extent={choice.extent}
          onClose={() => setExporting(false)}
        />
      )}
      {isImporting && <ImportPickupsDialog onClose={() => setImporting(false)} />}
    </section>
  );
}

/** In the order *Suspicious first*, lines that are rendered again keep their places until their new takes are judged. */
function useStablePlaces(lineIds: readonly number[], filter: ReviewFilter): readonly number[] {
  const undecided = useRetakes(undecidedRetakes);
  const shown = useRef({ filter, lineIds });
  return useMemo(() => {
    const isSame = shown.current.filter === filter && filter.sort === 'suspicion';
    const placed = isSame ? keepPlaces(shown.current.lineIds, lineIds, undecided) : lineIds;
    shown.current = { filter, lineIds: placed };
    return placed;
  }, [lineIds, filter, undecided]);
}

function useTableActions(actions: ReviewActions, { toggle, extendTo, clear }: RowSelection) {
  const selectLine = useView((state) => state.selectLine);
  const onSelect = useCallback(
    (lineId: number, how: SelectionMode) => {
      if (how === 'toggle') toggle(lineId);
      else if (how === 'extend') extendTo(lineId);
      else {
        clear();
        selectLine(lineId);
      }
    },
    [toggle, extendTo, clear, selectLine],
  );
  const onKey = useCallback(
    (event: KeyboardEvent, selected: ReviewRow | null, page: number) => reviewKey(event, actions, selected, page),
    [actions],
  );
  const onMenu = useCallback(
    (asked: ReviewRow, place: MenuPosition) =>
      showContextMenu(place, t('line', { line: lineNumber(asked) }), reviewEntries(asked, actions)),
    [actions],
  );
  return { onSelect, onKey, onMenu, onPlay: actions.playOrPause };
}

interface ReviewHeaderProps {
  readonly list: ReplyOf<'review.list'>;
  readonly filter: ReviewFilter;
  readonly actions: TakeActions;
  readonly canRetry: boolean;
  playFiltered(): void;
}

function ReviewHeader({ list, filter, actions, canRetry, playFiltered }: ReviewHeaderProps) {
  const { takes, suspicious, approved, analysing } = list;
  const summary = t('summary', { takes, suspicious, approved, analysing });
  return (
    <header className={styles.head}>
      <h1 id="review" className="screen-title">
        {t('title')}
      </h1>
      <div className={`dim ${styles.summary}`}>
        <p role="status" title={summary}>
          {summary}
        </p>
        <ProofStatus />
      </div>
      <div className={styles.headActions}>
        {suspicious > 0 && canRetry && <RetrySuspicious />}
        <ImportCorrections />
        <ApproveListed lineIds={list.lineIds} filter={filter} actions={actions} />
        <PlayFiltered run={playFiltered} isEmpty={list.lineIds.length === 0} />
      </div>
    </header>
  );
}

function ImportCorrections() {
  return (
    <Editable>
      <Button className={styles.importCorrections} onClick={() => runCommand('review.importPickups')}>
        {commandName('review.importPickups')}
      </Button>
    </Editable>
  );
}

function NotesBar({ lines, onExport }: { readonly lines: number; onExport(): void }) {
  return (
    <p className={styles.notesBar}>
      {t('notes.count', { lines })}
      <Button size="compact-sm" onClick={onExport}>
        {t('notes.export')}
      </Button>
    </p>
  );
}

function KeyHints() {
  return (
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
  );
}

/** If playback is already active, pauses or resumes it. */
function playLines(lineIds: readonly number[]): void {
  if (togglePlayThrough('lines')) return;
  const fromLineId = useView.getState().selectedLineId;
  usePlayer.getState().playThrough({ extent: { kind: 'lines', lineIds }, fromLineId });
}

const NO_LINES: readonly number[] = [];

function CursorCommands({ actions }: { readonly actions: ReviewActions }) {
  const hasRow = useCursorRow(({ row }) => row !== null);
  const hasTake = useCursorRow(({ row }) => row?.take != null);
  const toRow = (act: (row: ReviewRow) => void) => () => {
    const { row } = useCursorRow.getState();
    if (row) act(row);
  };
  useCommand('review.approve', toRow(actions.approve), hasTake);
  useCommand('review.reject', toRow(actions.reject), hasTake);
  useCommand('review.retake', toRow(actions.retake), hasTake);
  useCommand('review.anotherTake', toRow(actions.anotherTake), hasRow);
  return null;
}

interface CursorTakeProps {
  readonly actions: TakeActions;
  readonly findingActions: FindingActions;
  readonly focusNoteRef: RefObject<(() => void) | null>;
  onEscape(): void;
}

/**
 * Renders after the table does, so that moving through the table with keys stays fast. If the producer clicks here,
 * presses a key or tabs into it, it is rendered first. Otherwise, Tab could focus a field of the previous line just
 * before that field is replaced.
 */
function CursorTake({ actions, findingActions, focusNoteRef, onEscape }: CursorTakeProps) {
  const cursorRow = useCursorRow(({ row }) => row);
  const [row, setRow] = useState(cursorRow);
  const noteRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => startTransition(() => setRow(cursorRow)), [cursorRow]);
  const catchUp = useCallback(() => flushSync(() => setRow(useCursorRow.getState().row)), []);
  useEffect(() => {
    const onKey = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Tab') catchUp();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [catchUp]);
  useImperativeHandle(
    focusNoteRef,
    () => () => {
      catchUp();
      noteRef.current?.focus();
    },
    [catchUp],
  );
  if (!row) return null;
  if (!row.take) {
    return (
      <section className={styles.untaken} aria-label={t('line', { line: lineNumber(row) })}>
        <LineWords row={row} take={null} />
        <Editable>
          <PanelNote row={row} noteRef={noteRef} onEnter={onEscape} />
        </Editable>
        <PanelNotes row={row} />
      </section>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape returns the focus to the table
    <div
      onPointerDownCapture={catchUp}
      onKeyDownCapture={catchUp}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEscape();
      }}
    >
      <TakePanel
        row={row}
        take={row.take}
        actions={actions}
        findingActions={findingActions}
        noteRef={noteRef}
        onEnter={onEscape}
      />
    </div>
  );
}

interface ApproveListedProps {
  readonly lineIds: readonly number[];
  readonly filter: ReviewFilter;
  readonly actions: TakeActions;
}

/** Takes that a filter hides aren't approved. */
function ApproveListed({ lineIds, filter, actions }: ApproveListedProps) {
  const mayBeUndecided = filter.verdict === undefined || filter.verdict === 'none';
  const { data } = useAsk(
    'review.list',
    { ...filter, verdict: 'none' },
    { enabled: mayBeUndecided, placeholderData: (previous) => previous },
  );
  const unreviewed = useMemo(() => {
    const undecided = new Set(mayBeUndecided ? data?.lineIds : []);
    return lineIds.filter((id) => undecided.has(id));
  }, [lineIds, data, mayBeUndecided]);
  useCommand('review.approveRest', () => actions.decideLines(unreviewed, 'approved'), unreviewed.length > 0);
  if (unreviewed.length === 0) return null;
  const lines = unreviewed.length;
  return (
    <Editable>
      <Tooltip label={t('approveRest.hint', { command: commandName('review.approveRest'), lines })}>
        <Button className={styles.approveRest} onClick={() => runCommand('review.approveRest')}>
          {t('approveRest.label', { lines, extent: filter.chapterId === undefined ? 'script' : 'chapter' })}
        </Button>
      </Tooltip>
    </Editable>
  );
}

function RetrySuspicious() {
  return (
    <Editable>
      <Button className={styles.retry} onClick={() => runCommand('review.retrySuspicious')}>
        {tProof('retry.open')}
      </Button>
    </Editable>
  );
}

function PlayFiltered({ run, isEmpty }: { readonly run: () => void; readonly isEmpty: boolean }) {
  const isOn = usePlayer(({ through }) => through?.kind === 'lines');
  const label = commandName('review.playFiltered');
  const keys = useShortcutLabel('review.playFiltered');
  return (
    <Tooltip label={keys === null ? label : t('playFiltered.hint', { command: label, keys })}>
      <Button
        className={styles.playFiltered}
        leftSection={<ListMusic size={14} aria-hidden />}
        aria-pressed={isOn}
        disabled={isEmpty}
        onClick={run}
      >
        {t.parts('playFiltered.label', {
          order: (inside) => (
            <span key="order" className={styles.inOrder}>
              {inside}
            </span>
          ),
        })}
      </Button>
    </Tooltip>
  );
}

function NoTakes({ hasLines }: { readonly hasLines: boolean }) {
  return hasLines ? (
    <EmptyState title={t('noTakes.title')} detail={t('noTakes.detail')}>
      <Button variant="filled" onClick={() => runCommand('go.production')}>
        {t('noTakes.production')}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState title={t('noLines.title')} detail={t('noLines.detail')}>
      <Button onClick={() => runCommand('go.script')}>{t('noLines.script')}</Button>
    </EmptyState>
  );
}
