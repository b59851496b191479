import { memo, type ReactNode, Suspense } from 'react';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useView, type WorkScreen } from '../ui/view-store.ts';
import styles from './frame.module.css';
import { useKeptFocus } from './kept-focus.ts';
import { StatusStrip } from './status-strip.tsx';
import { TopBar } from './top-bar.tsx';

// What only a project has comes with its screens.
const ProjectNotices = lazyPart(async () => (await import('./project-notices.tsx')).ProjectNotices);
const SidePanel = lazyPart(async () => memo((await import('./side-panel.tsx')).SidePanel));
/** Fetches what of the frame only a project has. */
export const preloadProjectFrame = (): Promise<unknown> => Promise.all([ProjectNotices.preload(), SidePanel.preload()]);

const Strip = memo(StatusStrip);

interface FrameProps {
  readonly project: ProjectSummary | null;
  /** The screen of the project in view; null: the library or the settings. */
  readonly work: WorkScreen | null;
  readonly saved: ReactNode;
  readonly main: ReactNode;
  readonly inspector: ReactNode;
  readonly player: ReactNode;
}

/** The window: bar above, columns, player, strip below. Measures are fixed, so that nothing jumps while data comes. */
export function Frame({ project, work, saved, main, inspector, player }: FrameProps) {
  const keyboard = useKeptFocus<HTMLElement>(useView((view) => view.screen));
  const inspectorOpen = useView((view) => view.inspectorOpen) && work !== null;
  return (
    <div
      className={styles.frame}
      data-work={work !== null}
      data-inspector={inspectorOpen}
      data-player={player !== null}
    >
      <TopBar project={project} work={work} saved={saved} />
      {work && (
        <Suspense fallback={null}>
          <SidePanel />
        </Suspense>
      )}
      <main ref={keyboard} className={styles.main} tabIndex={-1}>
        {work && project && (
          <Suspense fallback={null}>
            <ProjectNotices project={project} />
          </Suspense>
        )}
        <div className={styles.screen}>{main}</div>
      </main>
      {inspectorOpen && (
        <aside aria-label="Inspector" className={styles.inspector}>
          {inspector}
        </aside>
      )}
      <div className={styles.player} hidden={work === null}>
        {player}
      </div>
      <Strip projectIsOpen={project !== null} />
    </div>
  );
}
