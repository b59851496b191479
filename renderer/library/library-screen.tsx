import { ActionIcon, Button, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { LayoutGrid, Rows3 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { runCommand, useCommand } from '../ui/commands.ts';
import { SearchField } from '../ui/fields/search-field.tsx';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { EmptyState } from '../ui/screen-parts.tsx';
import type { LibraryDialog } from './library-dialogs.tsx';
import styles from './library-screen.module.css';
import {
  isShelf,
  isSort,
  type ListedProject,
  SHELVES,
  SORTS,
  shownProjects,
  useLibraryView,
  useListedProjects,
} from './library-view.ts';
import { ProjectList } from './project-list.tsx';
import { type ProjectActions, type ProjectOpening, useOpening, useProjectActions } from './use-project-actions.ts';

const t = words('library');

/** Loaded lazily, because it is shown only once and uses form controls that nothing else on this screen needs. */
const FirstStart = lazy(async () => ({ default: (await import('./first-start.tsx')).FirstStart }));
const Dialogs = lazy(async () => ({ default: (await import('./library-dialogs.tsx')).LibraryDialogs }));
const BinnedProjects = lazy(async () => ({ default: (await import('./bin-shelf.tsx')).BinnedProjects }));

export function LibraryScreen() {
  const { data: info } = useAsk('app.info', {});
  const { data: status } = useAsk('connection.status', {});
  const { data: recent } = useAsk('library.recent', {});
  const projects = useListedProjects(recent);
  const { shelf, search } = useLibraryView();
  const opening = useOpening();
  const steps = useProjectActions();
  const [dialog, setDialog] = useState<LibraryDialog | null>(null);
  // This screen also handles the command, because it has space for the error message.
  useCommand('project.open', opening.openOther);
  if (!info || !status || !recent) return null;
  if (!info.onboarded && recent.length === 0) {
    return (
      <Suspense fallback={null}>
        <FirstStart />
      </Suspense>
    );
  }
  return (
    <div className={styles.scroll}>
      <div className={styles.page}>
        <Group component="header" wrap="nowrap">
          <h1 className="screen-title">{t('title')}</h1>
          <span className="grow" />
          <Button onClick={() => runCommand('queue.open')}>{t('queue')}</Button>
          <Button onClick={() => runCommand('project.open')}>{t('open')}</Button>
          <Button onClick={() => runCommand('project.import')}>{t('importScript')}</Button>
          <Button variant="filled" onClick={() => runCommand('project.new')}>
            {t('newProject')}
          </Button>
        </Group>
        <ShelfBar />
        <OpeningError
          opening={opening}
          project={projects.find(({ id }) => id === opening.projectId) ?? null}
          actions={steps}
          openDialog={setDialog}
        />
        {shelf === 'bin' ? (
          <Suspense fallback={null}>
            <BinnedProjects search={search} />
          </Suspense>
        ) : (
          <Shelf projects={projects} opening={opening} actions={steps} openDialog={setDialog} />
        )}
        {shelf === 'projects' && recent.length > 0 && (
          <p className="dim">
            {t('dropHint')}{' '}
            <button type="button" className="text-button" disabled={opening.busy} onClick={opening.openSample}>
              {t('makeSample')}
            </button>
          </p>
        )}
      </div>
      {dialog && (
        <Suspense fallback={null}>
          <Dialogs dialog={dialog} actions={steps} close={() => setDialog(null)} />
        </Suspense>
      )}
    </div>
  );
}

const { setState } = useLibraryView;

function ShelfBar() {
  const { shelf, sort, layout, search } = useLibraryView();
  const isList = layout === 'list';
  return (
    <Group>
      <SegmentedControl
        aria-label={t('shelf.label')}
        value={shelf}
        onChange={(value) => isShelf(value) && setState({ shelf: value })}
        data={SHELVES.map((value) => ({ value, label: t(`shelf.${value}`) }))}
      />
      <span className="grow" />
      <SearchField
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        className={styles.search}
        value={search}
        onChange={(words) => setState({ search: words })}
      />
      {shelf !== 'bin' && (
        <>
          <NativeSelect
            aria-label={t('sort.label')}
            className={styles.order ?? ''}
            value={sort}
            onChange={({ currentTarget: { value } }) => isSort(value) && setState({ sort: value })}
            data={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
          />
          <ActionIcon
            size={29}
            variant="default"
            aria-label={isList ? t('layout.grid') : t('layout.list')}
            onClick={() => setState({ layout: isList ? 'grid' : 'list' })}
          >
            {isList ? <LayoutGrid size={15} /> : <Rows3 size={15} />}
          </ActionIcon>
        </>
      )}
    </Group>
  );
}

interface OpeningErrorProps {
  readonly opening: ProjectOpening;
  /** Null if the project isn't in the list. */
  readonly project: ListedProject | null;
  readonly actions: ProjectActions;
  readonly openDialog: (dialog: LibraryDialog) => void;
}

function OpeningError({ opening, project, actions, openDialog }: OpeningErrorProps) {
  const { error, retry, clear, projectId } = opening;
  const wentAway = projectId !== null && project === null;
  if (!error || wentAway) return null;
  const kind = project && error.kind === 'project' ? error.problem.kind : null;
  const hasBackup = error.kind === 'project' && error.problem.kind === 'damaged' && error.problem.backup !== null;
  const isGone = kind === 'not-found' || kind === 'not-a-project';
  /** Clears the error first, because it no longer applies once the action starts. */
  const doing = (work: (project: ListedProject) => void) => () => {
    clear();
    if (project) work(project);
  };
  return (
    <ProblemNotice error={error} {...(retry && { onRetry: retry })}>
      {isGone && (
        <>
          <Button onClick={doing(actions.locate)}>{t('trouble.locate')}</Button>
          <Button onClick={doing(actions.forget)}>{t('trouble.forget')}</Button>
        </>
      )}
      {kind === 'damaged' && hasBackup && (
        <Button onClick={doing((damaged) => openDialog({ kind: 'backups', project: damaged }))}>
          {t('trouble.backups')}
        </Button>
      )}
      {(kind === 'newer' || kind === 'read-only' || kind === 'no-permission') && (
        <Button onClick={doing(actions.reveal)}>{t('trouble.reveal')}</Button>
      )}
      <Button onClick={clear}>{t('trouble.putAway')}</Button>
    </ProblemNotice>
  );
}

interface ShelfProps {
  readonly projects: readonly ListedProject[];
  readonly opening: ProjectOpening;
  readonly actions: ProjectActions;
  readonly openDialog: (dialog: LibraryDialog) => void;
}

function Shelf({ projects, opening, actions, openDialog }: ShelfProps) {
  const view = useLibraryView();
  const shown = shownProjects(projects, view);
  if (shown.length > 0)
    return <ProjectList projects={shown} opening={opening} actions={actions} openDialog={openDialog} />;
  return <div className={styles.none}>{emptyState(view, projects, opening)}</div>;
}

function emptyState(
  { shelf, search }: { shelf: string; search: string },
  projects: readonly ListedProject[],
  opening: ProjectOpening,
) {
  if (search.trim() !== '') {
    return (
      <EmptyState title={t('empty.notFound.title', { words: search.trim() })} detail={t('empty.notFound.detail')}>
        <Button onClick={() => useLibraryView.setState({ search: '' })}>{t('empty.notFound.showAll')}</Button>
      </EmptyState>
    );
  }
  if (shelf === 'archived') {
    return <EmptyState title={t('empty.archived.title')} detail={t('empty.archived.detail')} />;
  }
  if (projects.length > 0) {
    return (
      <EmptyState title={t('empty.allArchived.title')} detail={t('empty.allArchived.detail')}>
        <Button onClick={() => useLibraryView.setState({ shelf: 'archived' })}>{t('empty.allArchived.show')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('empty.none.title')} detail={t('empty.none.detail')}>
      <Button disabled={opening.busy} onClick={opening.openSample}>
        {t('makeSample')}
      </Button>
    </EmptyState>
  );
}
