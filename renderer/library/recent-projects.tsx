import { ActionIcon, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { RecentProject } from '../../shared/ipc/project-requests.ts';
import { askKey, useAsk, useTell } from '../bridge/use-ask.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatCounted, formatDay } from '../ui/format.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { notifyFailure } from '../ui/toast.tsx';
import styles from './recent-projects.module.css';
import type { Opening } from './use-opening.ts';

interface RecentProjectsProps {
  readonly projects: readonly RecentProject[];
  readonly opening: Opening;
}

/** The projects that were open before, the latest first. */
export function RecentProjects({ projects, opening }: RecentProjectsProps) {
  if (projects.length === 0) {
    return (
      <div className={styles.none}>
        <EmptyState
          title="No projects yet"
          detail="Drop a script on this window to see what it would become, before anything is made. Or make the sample, to try everything."
        >
          <Button disabled={opening.busy} onClick={opening.openSample}>
            Make the sample project
          </Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <ul className={styles.list} aria-label="Recent projects">
      {projects.map((project) => (
        <ProjectCard key={project.id} project={project} opening={opening} />
      ))}
    </ul>
  );
}

/** Those of the project that is open are the ones of now. */
function useFigures({ id, lines, fresh }: RecentProject) {
  const { data: open } = useAsk('project.current', {});
  if (open?.id !== id) return { lines, fresh };
  return { lines: open.lines, fresh: (open.counts.fresh ?? 0) + (open.counts.kept ?? 0) };
}

function ProjectCard({ project, opening }: { readonly project: RecentProject; readonly opening: Opening }) {
  const { id, name, path, openedAt, missing } = project;
  const { lines, fresh } = useFigures(project);
  const queryClient = useQueryClient();
  const forget = useTell('library.forget');
  return (
    <li className={styles.card} data-missing={missing}>
      <button type="button" className={styles.open} disabled={opening.busy || missing} onClick={() => opening.open(id)}>
        <span className={styles.name}>{name}</span>
        <span className={`${styles.path} cut`}>{path}</span>
        <span className={styles.figures}>
          {missing ? (
            <span className={styles.missing}>not there any more</span>
          ) : (
            `${lines === 0 ? 'empty' : `${Math.floor((100 * fresh) / lines)} % of ${formatCounted(lines, 'line')}`}`
          )}
        </span>
        <small className={styles.day}>{formatDay(openedAt, Date.now())}</small>
        <ProgressBar counts={{ fresh }} lines={lines} />
      </button>
      <ActionIcon
        aria-label={`Take ${name} off this list`}
        color="dim"
        onClick={() =>
          forget.mutate(
            { id },
            {
              onSuccess: () => void queryClient.invalidateQueries({ queryKey: askKey('library.recent', {}) }),
              onError: notifyFailure,
            },
          )
        }
      >
        <X size={14} />
      </ActionIcon>
    </li>
  );
}
