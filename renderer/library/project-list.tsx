import { type KeyboardEvent, useRef, useState } from 'react';
import type { LibraryDialog } from './library-dialogs.tsx';
import { type ListedProject, useLibraryView } from './library-view.ts';
import { ProjectCard } from './project-card.tsx';
import styles from './project-list.module.css';
import type { Opening, ProjectSteps } from './use-project-steps.ts';

interface ProjectListProps {
  readonly projects: readonly ListedProject[];
  readonly opening: Opening;
  readonly steps: ProjectSteps;
  readonly ask: (dialog: LibraryDialog) => void;
}

/** The projects as covers or as rows. One of them is a stop of Tab; the arrows lead to the others. */
export function ProjectList({ projects, opening, steps, ask }: ProjectListProps) {
  const layout = useLibraryView((view) => view.layout);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [menuId, setMenuId] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const active = projects.find(({ id }) => id === activeId) ?? projects[0];

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target.closest('[data-project]') : null;
    const at = projects.findIndex(({ id }) => id === target?.getAttribute('data-project'));
    const project = projects[at];
    if (!project || !list.current) return;
    const to = stepOf(event, at, projects.length, columnsOf(list.current));
    if (to !== null) {
      event.preventDefault();
      buttons(list.current)[to]?.focus();
    } else if (event.key === 'Delete' || (event.key === 'Backspace' && event.metaKey)) {
      event.preventDefault();
      (buttons(list.current)[at + 1] ?? buttons(list.current)[at - 1])?.focus();
      const isThere = project.state.kind !== 'missing' && project.state.kind !== 'not-a-project';
      if (isThere) steps.toBin(project);
      else steps.forget(project);
    } else if (event.key === 'F2') {
      event.preventDefault();
      ask({ kind: 'rename', project });
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      setMenuId(project.id);
    }
  };

  return (
    <ul ref={list} className={styles.list} data-layout={layout} aria-label="Recent projects" onKeyDown={onKeyDown}>
      {projects.map((project) => (
        <ProjectCard
          key={project.id}
          project={project}
          steps={steps}
          ask={ask}
          open={() => opening.open(project)}
          disabled={opening.busy}
          isStop={project.id === active?.id}
          onFocus={() => setActiveId(project.id)}
          menuOpen={menuId === project.id}
          onMenu={(opened) => setMenuId(opened ? project.id : null)}
        />
      ))}
    </ul>
  );
}

const buttons = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-project]')];

/** How many cards stand beside each other. */
function columnsOf(list: HTMLElement): number {
  const [first, ...others] = buttons(list).map((button) => button.getBoundingClientRect().top);
  const next = others.findIndex((top) => top !== first);
  return next < 0 ? others.length + 1 : next + 1;
}

/** Where an arrow leads from a card; null for a key that leads nowhere. */
export function stepOf(
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
  // Below the last full row there may be fewer: the last one is meant then.
  if (key === 'ArrowDown' && to >= count)
    return Math.floor(from / columns) < Math.floor((count - 1) / columns) ? count - 1 : from;
  return to < 0 || to >= count ? from : to;
}
