import { memo, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import { words } from '../locales/words.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { type Screen, useView, type WorkScreen } from '../ui/view-store.ts';
import styles from './frame.module.css';
import { StatusStrip } from './status-strip.tsx';
import { TopBar } from './top-bar.tsx';

const t = words('frame');

const ProjectNotices = lazyPart(async () => (await import('./project-notices.tsx')).ProjectNotices);
const SidePanel = lazyPart(async () => memo((await import('./side-panel.tsx')).SidePanel));
export const preloadProjectFrame = (): Promise<unknown> => Promise.all([ProjectNotices.preload(), SidePanel.preload()]);

const Strip = memo(StatusStrip);

interface FrameProps {
  readonly project: ProjectSummary | null;
  /** Null in the library and in the settings. */
  readonly work: WorkScreen | null;
  readonly saved: ReactNode;
  readonly main: ReactNode;
  readonly inspector: ReactNode;
  readonly player: ReactNode;
}

/** Sizes are fixed, so that nothing jumps while data loads. */
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
        <aside aria-label={t('inspector')} className={styles.inspector}>
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

const WITHOUT_SCROLLING = { preventScroll: true } as const;

/**
 * When the focused element disappears, the screen gets the focus, so that Tab continues from the start of the screen.
 */
function useKeptFocus<E extends HTMLElement>(screen: Screen): RefObject<E | null> {
  const holder = useRef<E>(null);
  useEffect(() => watchFocus(() => (topDialog() ?? holder.current)?.focus(WITHOUT_SCROLLING)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen may hide the focused element
  useEffect(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body || !focused.checkVisibility()) holder.current?.focus(WITHOUT_SCROLLING);
  }, [screen]);
  return holder;
}

const topDialog = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1) ?? null;

/**
 * Runs the callback when the focused element has been removed from the page. An element that has only been disabled,
 * such as a button during an operation, gets the focus back once it is enabled. If the producer clicks on empty space,
 * the focus is allowed to disappear.
 */
export function watchFocus(onLost: () => void): () => void {
  let last: Element | null = null;
  let wasDisabled = false;
  const check = () => {
    const focused = document.activeElement;
    if (focused && focused !== document.body) {
      if (focused !== last) wasDisabled = false;
      last = focused;
    }
    if (!last) return;
    if (!last.isConnected) {
      last = null;
      onLost();
    } else if (last.matches(':disabled')) wasDisabled = true;
    else if (wasDisabled && focused === document.body && last instanceof HTMLElement) last.focus(WITHOUT_SCROLLING);
  };
  const onPointerDown = () => {
    last = null;
  };
  const observer = new MutationObserver(check);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', check);
  document.addEventListener('pointerdown', onPointerDown, true);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', check);
    document.removeEventListener('pointerdown', onPointerDown, true);
  };
}
