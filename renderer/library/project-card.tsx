import { type DragEvent, useState } from 'react';
import { formatDay } from '../ui/format.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import type { LibraryDialog } from './library-dialogs.tsx';
import { shareOf } from './library-view.ts';
import { ProjectCover } from './project-cover.tsx';
import styles from './project-list.module.css';
import { ProjectMenu } from './project-menu.tsx';
import { stateWords } from './state-words.ts';
import type { ListedProject } from './use-listed-projects.ts';
import { contentsOf, type ProjectSteps } from './use-project-steps.ts';

interface ProjectCardProps {
  readonly project: ListedProject;
  readonly steps: ProjectSteps;
  readonly ask: (dialog: LibraryDialog) => void;
  readonly open: () => void;
  readonly disabled: boolean;
  /** Whether Tab leads to it; the arrows lead to the others. */
  readonly isStop: boolean;
  readonly onFocus: () => void;
  readonly menuOpen: boolean;
  readonly onMenu: (opened: boolean) => void;
}

/** A project: its cover, what it holds, how far it is, and what is wrong with it. */
export function ProjectCard({
  project,
  steps,
  ask,
  open,
  disabled,
  isStop,
  onFocus,
  menuOpen,
  onMenu,
}: ProjectCardProps) {
  const { id, name, path, openedAt, lines, fresh, cover, state } = project;
  const told = stateWords(state);
  const drop = usePictureDrop((file) => steps.dropCover(project, file));
  return (
    <li
      className={styles.card}
      data-trouble={told?.isTrouble ?? false}
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
        tabIndex={isStop ? 0 : -1}
        onClick={open}
      >
        <ProjectCover id={id} name={name} picture={cover} />
        <span className={styles.words}>
          <span className={styles.name} data-name>
            {name}
          </span>
          <span className={`${styles.path} cut`}>{path}</span>
        </span>
        <span className={styles.figures}>{contentsOf(project)}</span>
        <span className={styles.share}>{lines > 0 && `${Math.floor(100 * shareOf(project))} % fresh`}</span>
        <small className={styles.day}>{formatDay(openedAt, Date.now())}</small>
        <span className={styles.state}>{told && <span data-trouble={told.isTrouble}>{told.words}</span>}</span>
        <span className={styles.bar}>
          <ProgressBar counts={{ fresh }} lines={lines} />
        </span>
      </button>
      <span className={styles.menu}>
        <ProjectMenu project={project} steps={steps} ask={ask} opened={menuOpen} onChange={onMenu} isStop={isStop} />
      </span>
    </li>
  );
}

const PICTURE = /^image\/(?:png|jpeg)$/;

/** A picture that is dropped on a card becomes its cover; a script goes to the window. */
function usePictureDrop(take: (file: File) => void) {
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
        take(file);
      },
    },
  };
}
