import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';

const MAX_IDLE_WAIT_MS = 2_000;

export function useIdle(isReady = true): boolean {
  const [isIdle, setRested] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    let idle = 0;
    // The frame callback runs after the current render, and the idle callback runs after the paint.
    const frame = requestAnimationFrame(() => {
      idle = requestIdleCallback(() => setRested(true), { timeout: MAX_IDLE_WAIT_MS });
    });
    return () => {
      cancelAnimationFrame(frame);
      cancelIdleCallback(idle);
    };
  }, [isReady]);
  return isIdle;
}

interface LazyPart<P> {
  (props: P): ReactNode;
  /** Never rejects: errors appear when the component renders. */
  preload(): Promise<void>;
}

/**
 * Once the code has been loaded, renders without Suspense, because `lazy` always shows its fallback for at least 300
 * ms.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let fetched: ComponentType<P> | null = null;
  const fetchOnce = async () => {
    fetched ??= await load();
    return fetched;
  };
  const Fetching = lazy(async () => ({ default: await fetchOnce() })) as unknown as ComponentType<P>;
  function Part(props: P): ReactNode {
    // The component type must not change while the part is mounted, because React would remount the part.
    const [Shown] = useState<ComponentType<P>>(() => fetched ?? Fetching);
    return <Shown {...props} />;
  }
  return Object.assign(Part, {
    preload: () =>
      fetchOnce().then(
        () => {},
        () => {},
      ),
  });
}
