import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { ProjectState } from '../../shared/ipc/library-requests.ts';
import type { QueueEntry } from '../../shared/ipc/queue-requests.ts';
import { coverUrl } from '../bridge/media-url.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { formatDay } from '../ui/format.ts';
import { ProgressBar } from '../ui/status-marks.tsx';
import { queueEntryText } from '../ui/wording/status.ts';
import type { LibraryDialog } from './library-dialogs.tsx';
import { freshShare, type ListedProject, useLibraryView } from './library-view.ts';
import styles from './project-list.module.css';
import { contentsText, type ProjectActions, type ProjectOpening } from './use-project-actions.ts';

const t = words('library');

interface ProjectListProps {
  readonly projects: readonly ListedProject[];
  readonly opening: ProjectOpening;
  readonly actions: ProjectActions;
  readonly openDialog: (dialog: LibraryDialog) => void;
}

/** The list is a single tab stop; arrow keys move between projects. */
export function ProjectList({ projects, opening, actions, openDialog }: ProjectListProps) {
  const layout = useLibraryView((view) => view.layout);
  const { data: queue } = useAsk('queue.state', {});
  const [activeId, setActiveId] = useState<string | null>(null);
  const [menuId, setMenuId] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const active = projects.find(({ id }) => id === activeId) ?? projects[0];

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target.closest('[data-project]') : null;
    const at = projects.findIndex(({ id }) => id === target?.getAttribute('data-project'));
    const project = projects[at];
    if (!project || !list.current) return;
    const to = nextIndex(event, at, projects.length, columnCount(list.current));
    if (to !== null) {
      event.preventDefault();
      projectButtons(list.current)[to]?.focus();
    } else if (event.key === 'Delete' || (event.key === 'Backspace' && event.metaKey)) {
      event.preventDefault();
      (projectButtons(list.current)[at + 1] ?? projectButtons(list.current)[at - 1])?.focus();
      const isThere = project.state.kind !== 'missing' && project.state.kind !== 'not-a-project';
      if (isThere) actions.toBin(project);
      else actions.forget(project);
    } else if (event.key === 'F2') {
      event.preventDefault();
      openDialog({ kind: 'rename', project });
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      setMenuId(project.id);
    }
  };

  return (
    <ul ref={list} className={styles.list} data-layout={layout} aria-label={t('project.list')} onKeyDown={onKeyDown}>
      {projects.map((project) => (
        <ProjectCard
          key={project.id}
          project={project}
          queued={queue?.entries.find(({ id }) => id === project.id)}
          actions={actions}
          openDialog={openDialog}
          open={() => opening.open(project)}
          disabled={opening.busy}
          isTabStop={project.id === active?.id}
          onFocus={() => setActiveId(project.id)}
          menuOpen={menuId === project.id}
          onMenu={(opened) => setMenuId(opened ? project.id : null)}
        />
      ))}
    </ul>
  );
}

const projectButtons = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-project]')];

function columnCount(list: HTMLElement): number {
  const [first, ...others] = projectButtons(list).map((button) => button.getBoundingClientRect().top);
  const next = others.findIndex((top) => top !== first);
  return next < 0 ? others.length + 1 : next + 1;
}

export function nextIndex(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  from: number,
  count: number,
  columns: number,
): number | null {
  if (ctrlKey || metaKey || altKey) return null;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    ArrowDown: from + columns,
    ArrowUp: from - columns,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  if (to === undefined) return null;
  // Pressing Down in the last full row moves to the last card, even if no card is directly below.
  if (key === 'ArrowDown' && to >= count)
    return Math.floor(from / columns) < Math.floor((count - 1) / columns) ? count - 1 : from;
  return to < 0 || to >= count ? from : to;
}

interface ProjectCardProps {
  readonly project: ListedProject;
  /** The project's entry in the render queue, if any. */
  readonly queued: QueueEntry | undefined;
  readonly actions: ProjectActions;
  readonly openDialog: (dialog: LibraryDialog) => void;
  readonly open: () => void;
  readonly disabled: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly menuOpen: boolean;
  readonly onMenu: (opened: boolean) => void;
}

function ProjectCard({
  project,
  queued,
  actions,
  openDialog,
  open,
  disabled,
  isTabStop,
  onFocus,
  menuOpen,
  onMenu,
}: ProjectCardProps) {
  const { id, name, path, openedAt, lines, fresh, cover, state } = project;
  const problem = stateText(state);
  const drop = usePictureDrop((file) => actions.dropCover(project, file));
  return (
    <li
      className={`card ${styles.card}`}
      data-trouble={problem?.isTrouble ?? false}
      data-drop={drop.isOver}
      onFocus={onFocus}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(true);
      }}
      {...drop.handlers}
    >
      <button
        type="button"
        className={styles.open}
        data-project={id}
        disabled={disabled}
        tabIndex={isTabStop ? 0 : -1}
        onClick={open}
      >
        <ProjectCover id={id} name={name} picture={cover} />
        <span className={styles.words}>
          <span className={styles.name} data-name>
            {name}
          </span>
          <span className={`${styles.path} cut`}>{path}</span>
        </span>
        <span className={styles.figures}>{contentsText(project)}</span>
        <span className={styles.share}>
          {lines > 0 && t('project.fresh', { percent: Math.floor(100 * freshShare(project)) })}
        </span>
        <small className={styles.day}>{formatDay(openedAt, Date.now())}</small>
        <span className={styles.state}>
          {problem?.isTrouble || !queued ? (
            problem && <span data-trouble={problem.isTrouble}>{problem.words}</span>
          ) : (
            <span>{queueEntryText(queued)}</span>
          )}
        </span>
        <span className={styles.bar}>
          <ProgressBar counts={{ fresh }} lines={lines} />
        </span>
      </button>
      <span className={styles.menu}>
        <ProjectMenu
          project={project}
          actions={actions}
          openDialog={openDialog}
          opened={menuOpen}
          onChange={onMenu}
          isTabStop={isTabStop}
        />
      </span>
    </li>
  );
}

const PICTURE = /^image\/(?:png|jpeg)$/;

/** Files other than images are handled by the window. */
function usePictureDrop(onPicture: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const carries = ({ dataTransfer }: DragEvent) =>
    [...dataTransfer.items].some(({ kind, type }) => kind === 'file' && PICTURE.test(type));
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!carries(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        setOver(false);
        const file = [...event.dataTransfer.files].find(({ type }) => PICTURE.test(type));
        if (!file) return;
        event.preventDefault();
        event.stopPropagation();
        onPicture(file);
      },
    },
  };
}

interface ProjectMenuProps {
  readonly project: ListedProject;
  readonly actions: ProjectActions;
  readonly openDialog: (dialog: LibraryDialog) => void;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly isTabStop: boolean;
}

function ProjectMenu({ project, actions, openDialog, opened, onChange, isTabStop }: ProjectMenuProps) {
  const { kind } = project.state;
  const isThere = kind !== 'missing' && kind !== 'not-a-project';
  const isSound = kind === 'sound' || kind === 'open' || kind === 'moved';
  return (
    <Menu
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      width={220}
      returnFocus
      portalProps={{ target: 'main' }}
    >
      <Menu.Target>
        <ActionIcon
          aria-label={t('project.menu.label', { project: project.name })}
          color="dim"
          tabIndex={isTabStop ? 0 : -1}
          data-project-menu={project.id}
        >
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isThere && <Menu.Item onClick={() => actions.locate(project)}>{t('project.menu.locate')}</Menu.Item>}
        {kind === 'moved' && (
          <Menu.Item onClick={() => actions.confirmPlace(project)}>{t('project.menu.belongs')}</Menu.Item>
        )}
        {isThere && (
          <>
            {isSound && (
              <Menu.Item onClick={() => openDialog({ kind: 'rename', project })}>{t('project.menu.rename')}</Menu.Item>
            )}
            {isSound && (
              <Menu.Item onClick={() => openDialog({ kind: 'enqueue', project })}>
                {t('project.menu.enqueue')}
              </Menu.Item>
            )}
            {(isSound || kind === 'in-use') && (
              <Menu.Item onClick={() => openDialog({ kind: 'duplicate', project })}>
                {t('project.menu.duplicate')}
              </Menu.Item>
            )}
            <Menu.Item onClick={() => openDialog({ kind: 'backups', project })}>{t('project.menu.backups')}</Menu.Item>
            <Menu.Item onClick={() => actions.chooseCover(project)}>{t('project.menu.chooseCover')}</Menu.Item>
            {project.cover !== null && (
              <Menu.Item onClick={() => actions.removeCover(project)}>{t('project.menu.removeCover')}</Menu.Item>
            )}
            <Menu.Item onClick={() => actions.reveal(project)}>{t('project.menu.reveal')}</Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => actions.archive(project)}>
          {project.archived ? t('project.menu.unarchive') : t('project.menu.archive')}
        </Menu.Item>
        <Menu.Item onClick={() => actions.forget(project)}>{t('project.menu.forget')}</Menu.Item>
        {isThere && (
          <Menu.Item color="fail" onClick={() => actions.toBin(project)}>
            {t('project.menu.toBin')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ProjectCoverProps {
  readonly id: string;
  readonly name: string;
  readonly picture: string | null;
}

/** The colours of the role palette, which work in both themes. */
const COLOUR_COUNT = 8;

/** Hidden from screen readers, because the name is next to it. */
function ProjectCover({ id, name, picture }: ProjectCoverProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (picture !== null && picture !== broken) {
    return (
      <span className={styles.cover} aria-hidden>
        <img alt="" src={coverUrl(id, picture)} onError={() => setBroken(picture)} draggable={false} />
      </span>
    );
  }
  return (
    <span className={styles.cover} aria-hidden data-colour={coverColour(name)}>
      <span className={styles.initial}>{coverInitial(name)}</span>
    </span>
  );
}

/** Returns a colour number from 1 to 8. The same title always has the same colour. */
export function coverColour(name: string): number {
  let hash = 0;
  for (const letter of name.normalize('NFC')) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return (hash % COLOUR_COUNT) + 1;
}

/** Skips a leading article: the initial of "The Picture of Dorian Gray" is P. */
export function coverInitial(name: string): string {
  const words = name.replace(/^(?:the|a|an|der|die|das|le|la|les|el|il)\s+/i, '').match(/[\p{L}\p{N}]/u);
  return (words?.[0] ?? '·').toUpperCase();
}

/** Returns null if there is no problem. */
const stateText = ({ kind }: ProjectState): { readonly words: string; readonly isTrouble: boolean } | null =>
  kind === 'sound' ? null : { words: t(`project.state.${kind}`), isTrouble: kind !== 'open' };
