import { GalleryVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Chapter, RoleSummary } from '../../shared/ipc/project-requests.ts';
import { SIDE_WIDTHS } from '../../shared/ipc/view-preferences.ts';
import { chapterMoveTarget } from '../../shared/rules/chapters.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { useCommand } from '../ui/commands.ts';
import { setDropChapter, useDraggedLines } from '../ui/dragged-lines.ts';
import { IconButton } from '../ui/fields/icon-button.tsx';
import { SearchField } from '../ui/fields/search-field.tsx';
import { chapterTitle, formatCount } from '../ui/format.ts';
import { VirtualList } from '../ui/lists/virtual-list.tsx';
import { commandEntry, type MenuEntries, showContextMenu } from '../ui/overlays/context-menu.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { showSideWidth, useChangePreferences, useViewPreferences } from '../ui/preferences.ts';
import { notifyIfReadOnly, useWhyReadOnly, whyReadOnly } from '../ui/read-only.tsx';
import { RoleSwatch, useRoleColours } from '../ui/role-name.tsx';
import { ProgressBar, progressText } from '../ui/status-marks.tsx';
import { awaitBeforeUndo, undoOf } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import { type ChapterRow, chapterRows, type ListedChapter, withEmptiedChapters } from './listed-chapters.ts';
import styles from './side-panel.module.css';

const t = words('frame');

const CHAPTER_HEIGHT = 38;
const PART_HEIGHT = 26;
const FILTER_HEIGHT = 38;
/** The minimum number of chapters for which the list has a filter. */
const MIN_FILTERED_CHAPTERS = 10;
const ROLE_HEIGHT = 30;
const LABEL_HEIGHT = 34;
const MIN_HEIGHT = 120;

export function SidePanel() {
  const { data: chapters } = useAsk('project.chapters', {});
  const { data: roles } = useAsk('project.roles', {});
  useInitialChapter(chapters);
  const emptied = useView((view) => view.emptied);
  const listed = useMemo(() => chapters && withEmptiedChapters(chapters, emptied), [chapters, emptied]);
  const [filter, setFilter] = useState('');
  const isLong = (listed?.length ?? 0) >= MIN_FILTERED_CHAPTERS;
  const rows = useMemo(() => listed && chapterRows(listed, isLong ? filter : ''), [listed, isLong, filter]);
  const all = useMemo(() => listed && chapterRows(listed, ''), [listed]);
  // Counted for all chapters, so that the roles below the list don't move while the producer filters it.
  const height = LABEL_HEIGHT + (isLong ? FILTER_HEIGHT : 0) + (all?.reduce((sum, row) => sum + heightOf(row), 0) ?? 0);
  return (
    <nav aria-label={t('panel.label')} className={styles.panel}>
      <section className={styles.part} style={{ flexBasis: height, minHeight: Math.min(height, MIN_HEIGHT) }}>
        <div className={styles.head}>
          <h2 className={`label ${styles.label}`}>{t('panel.chapters')}</h2>
          <ContinuousToggle />
        </div>
        {isLong && (
          <SearchField
            label={t('panel.filter')}
            placeholder={t('panel.filterPlaceholder')}
            className={styles.filter}
            value={filter}
            onChange={setFilter}
          />
        )}
        {rows && <ChapterList rows={rows} chapters={chapters ?? []} />}
        {rows?.length === 0 && filter !== '' && <p className={styles.nothing}>{t('panel.noMatch', { filter })}</p>}
      </section>
      <section
        className={`${styles.part} ${styles.roles}`}
        style={{ minHeight: Math.min(LABEL_HEIGHT + ROLE_HEIGHT * (roles?.length ?? 1), MIN_HEIGHT) }}
      >
        <h2 className={`label ${styles.label}`}>{t('panel.roles')}</h2>
        {roles && <RoleList roles={roles} />}
      </section>
      <SideResizer />
    </nav>
  );
}

function ContinuousToggle() {
  const isInScript = useView(({ screen }) => screen === 'script');
  const { continuousScript } = useViewPreferences();
  const change = useChangePreferences();
  const toggle = () => change({ continuousScript: !continuousScript });
  useCommand('script.continuous', toggle, isInScript);
  if (!isInScript) return null;
  return (
    <IconButton
      icon={GalleryVertical}
      label={t('panel.continuous')}
      size={24}
      aria-pressed={continuousScript}
      className={continuousScript ? styles.pressed : ''}
      onClick={toggle}
    />
  );
}

/** Selects the first chapter if none has been selected or the selected one no longer exists. */
function useInitialChapter(chapters: readonly Chapter[] | undefined): void {
  // Separate selectors, so that the panel doesn't re-render every time a line is selected.
  const chapterId = useView((view) => view.chapterId);
  const chapterChosen = useView((view) => view.chapterChosen);
  useEffect(() => {
    const first = chapters?.[0];
    if (!first) return;
    const known = [...chapters, ...useView.getState().emptied];
    if (!chapterChosen || !known.some(({ id }) => id === chapterId)) useView.getState().chooseChapter(first.id);
  }, [chapters, chapterId, chapterChosen]);
}

const heightOf = ({ partAbove }: ChapterRow): number => CHAPTER_HEIGHT + (partAbove === null ? 0 : PART_HEIGHT);

interface ChapterListProps {
  readonly rows: readonly ChapterRow[];
  readonly chapters: readonly Chapter[];
}

function ChapterList({ rows, chapters }: ChapterListProps) {
  const chapterId = useView((view) => view.chapterId);
  const isReadOnly = useWhyReadOnly() !== null;
  useCommand('script.chapterUp', () => stepChapter(chapters, chapterId, -1), canStep(chapters, chapterId, -1));
  useCommand('script.chapterDown', () => stepChapter(chapters, chapterId, 1), canStep(chapters, chapterId, 1));
  const move = ({ chapter }: ChapterRow, before: ChapterRow | null) =>
    moveChapter(chapter, before === null ? null : before.chapter.id);
  return (
    <div
      className={styles.list}
      onPointerMove={({ target }) => setDropChapter(isReadOnly ? undefined : chapterUnder(target, rows))}
      onPointerLeave={() => setDropChapter(undefined)}
    >
      <VirtualList
        label={t('panel.chapters')}
        items={rows}
        rowHeight={CHAPTER_HEIGHT}
        heightOf={heightOf}
        keyOf={({ chapter }) => chapter.id ?? 'opening'}
        selectedIndex={rows.findIndex(({ chapter }) => chapter.id === chapterId)}
        onSelect={({ chapter }) => useView.getState().chooseChapter(chapter.id)}
        onKey={(event, row) => {
          const by = event.altKey && !event.ctrlKey && !event.metaKey ? STEPS[event.key] : undefined;
          if (!row || by === undefined) return false;
          stepChapter(chapters, row.chapter.id, by);
          return true;
        }}
        onMenu={({ chapter }, place) =>
          showContextMenu(place, chapterTitle(chapter), chapterEntries(chapters, chapter))
        }
        onMove={isReadOnly ? undefined : move}
        isMovable={({ chapter }) => chapter.id !== null && !chapter.isEmptied}
        render={({ chapter, partAbove }) => (
          <>
            {partAbove !== null && <p className={`cut ${styles.partName}`}>{partAbove}</p>}
            <ChapterLabel chapter={chapter} />
          </>
        )}
      />
    </div>
  );
}

/** Undefined if lines can't be dropped there. */
function chapterUnder(target: EventTarget, rows: readonly ChapterRow[]): number | null | undefined {
  const place = target instanceof Element ? target.closest('[role="option"]')?.getAttribute('aria-posinset') : null;
  const chapter = place ? rows[Number(place) - 1]?.chapter : undefined;
  return chapter?.isEmptied ? undefined : chapter?.id;
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

function chapterEntries(chapters: readonly Chapter[], { id, isEmptied }: ListedChapter): MenuEntries {
  const { chooseChapter, goTo } = useView.getState();
  const step = (label: string, keys: string, by: -1 | 1) => ({
    label,
    keys,
    disabled: whyReadOnly() !== null || isEmptied === true || !canStep(chapters, id, by),
    run: () => stepChapter(chapters, id, by),
  });
  return [
    {
      label: t('panel.openInScript'),
      run: () => {
        chooseChapter(id);
        goTo('script');
      },
    },
    commandEntry('review.playThrough'),
    commandEntry('project.importRecording'),
    null,
    step(t('panel.moveUp'), 'Alt ↑', -1),
    step(t('panel.moveDown'), 'Alt ↓', 1),
  ];
}

function ChapterLabel({ chapter }: { readonly chapter: ListedChapter }) {
  const { id, lines, counts, isEmptied } = chapter;
  const isTarget = useDraggedLines(({ target }) => target?.chapterId === id);
  if (isEmptied) {
    return (
      <div className={styles.chapter} title={t('panel.emptiedHint')}>
        <span className="cut">{chapterTitle(chapter)}</span>
        <small>{t('panel.emptied')}</small>
      </div>
    );
  }
  const progress = progressText(counts, lines);
  return (
    <div
      className={styles.chapter}
      data-target={isTarget}
      title={t('panel.progress', { chapter: chapterTitle(chapter), progress })}
    >
      <span className="cut">{chapterTitle(chapter)}</span>
      <small>{t('panel.lines', { lines })}</small>
      <ProgressBar counts={counts} lines={lines} />
      <span className="unseen">{progress}</span>
    </div>
  );
}

function RoleList({ roles }: { readonly roles: readonly RoleSummary[] }) {
  const role = useView((view) => view.role);
  const colourOf = useRoleColours();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new role is selected before it is in the list
  useEffect(() => {
    if (role !== null && !roles.some(({ name }) => name === role)) useView.getState().chooseRole(null);
  }, [roles]);
  // Sorted by number of lines, highest first. Colours follow the cast order, which edits don't change.
  const sorted = useMemo(() => roles.toSorted((a, b) => b.lines - a.lines), [roles]);
  return (
    <div className={styles.list}>
      <VirtualList
        label={t('panel.roles')}
        items={sorted}
        rowHeight={ROLE_HEIGHT}
        keyOf={({ name }) => name}
        selectedIndex={sorted.findIndex(({ name }) => name === role)}
        onSelect={({ name }) => useView.getState().chooseRole(name === role ? null : name)}
        onMenu={({ name }, place) => showContextMenu(place, name, roleEntries(name))}
        render={({ name, lines, voiceName }) => (
          <div
            className={styles.role}
            title={voiceName ? t('panel.voice', { role: name, voice: voiceName }) : t('panel.noVoice', { role: name })}
          >
            <RoleSwatch role={name} colour={colourOf(name)} />
            <span className="cut">{name}</span>
            <small>{formatCount(lines)}</small>
          </div>
        )}
      />
    </div>
  );
}

function roleEntries(name: string): MenuEntries {
  const { role, chooseRole, goTo } = useView.getState();
  const show = (screen: 'review' | 'cast') => () => {
    chooseRole(name);
    goTo(screen);
  };
  return [
    role === name
      ? { label: t('panel.showAllRoles'), run: () => chooseRole(null) }
      : { label: t('panel.showRole'), run: () => chooseRole(name) },
    { label: t('panel.review'), run: show('review') },
    { label: t('panel.openInCast'), run: show('cast') },
    null,
    commandEntry('cast.addRole'),
  ];
}

/** Null moves the chapter to the end. */
function moveChapter(chapter: Pick<Chapter, 'id' | 'title'>, before: number | null): void {
  const { id } = chapter;
  if (id === null || notifyIfReadOnly()) return;
  const move = async () => {
    const { step } = await ask('script.moveChapter', { chapterId: id, before });
    if (step === null) return;
    notify(t('panel.moved', { chapter: chapterTitle(chapter) }), { id: 'move-chapter', undo: undoOf(step) });
  };
  awaitBeforeUndo(move()).catch(notifyFailure);
}

const canStep = (chapters: readonly Chapter[], id: number | null, by: -1 | 1): boolean =>
  id !== null && chapterMoveTarget(chapters, id, by) !== undefined;

function stepChapter(chapters: readonly Chapter[], id: number | null, by: -1 | 1): void {
  const chapter = chapters.find((one) => one.id === id);
  const before = id === null ? undefined : chapterMoveTarget(chapters, id, by);
  if (chapter && before !== undefined) moveChapter(chapter, before);
}

/** In pixels. */
const STEP = 16;

function SideResizer() {
  const { sideWidth } = useViewPreferences();
  const change = useChangePreferences();
  const edge = useRef<HTMLDivElement>(null);
  const begin = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const shown = (): number => Math.round(edge.current?.parentElement?.getBoundingClientRect().width ?? SIDE_WIDTHS.min);
  const at = ({ clientX }: PointerEvent): number => {
    const { x, width } = begin.current ?? { x: clientX, width: shown() };
    return clampWidth(width + (clientX - x) * inlineDirection());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: STEP, ArrowLeft: -STEP }[event.key];
    const to =
      by === undefined ? { Home: SIDE_WIDTHS.min, End: SIDE_WIDTHS.max }[event.key] : shown() + by * inlineDirection();
    if (to === undefined) return;
    event.preventDefault();
    change({ sideWidth: clampWidth(to) });
  };
  return (
    <div
      ref={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('panel.width')}
      aria-valuenow={sideWidth ?? shown()}
      aria-valuemin={SIDE_WIDTHS.min}
      aria-valuemax={SIDE_WIDTHS.max}
      title={t('panel.widthHint')}
      tabIndex={0}
      className={styles.edge}
      onKeyDown={onKeyDown}
      onDoubleClick={() => change({ sideWidth: null })}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        begin.current = { x: event.clientX, width: shown() };
      }}
      onPointerMove={(event) => begin.current && showSideWidth(at(event))}
      onPointerUp={(event) => {
        const moved = begin.current !== null && begin.current.x !== event.clientX;
        if (moved) change({ sideWidth: at(event) });
        begin.current = null;
      }}
      onPointerCancel={() => {
        begin.current = null;
        showSideWidth(sideWidth);
      }}
    />
  );
}

const clampWidth = (pixels: number): number => Math.round(Math.min(SIDE_WIDTHS.max, Math.max(SIDE_WIDTHS.min, pixels)));

/** The sidebar is at the inline start, so the direction is reversed in right-to-left languages. */
const inlineDirection = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1);
