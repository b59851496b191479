// Parts of the window that are chunks of their own, and when there is time to fetch them.
import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';

/** A page that is never idle goes on anyway after this long. Milliseconds. */
const LONGEST_MS = 2_000;

/**
 * Whether what was drawn when this was used first is on the screen, and the page has had nothing to do since.
 * @param isReady false while what is to be drawn is still awaited: code that is read until then would delay it
 */
export function useRested(isReady = true): boolean {
  const [hasRested, setRested] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    let idle = 0;
    // A frame is asked for when everything of now is drawn; what is posted from it comes after its picture.
    const frame = requestAnimationFrame(() => {
      idle = requestIdleCallback(() => setRested(true), { timeout: LONGEST_MS });
    });
    return () => {
      cancelAnimationFrame(frame);
      cancelIdleCallback(idle);
    };
  }, [isReady]);
  return hasRested;
}

/** A component whose code is fetched when it is first shown, or before. */
interface LazyPart<P> {
  (props: P): ReactNode;
  /** Fetches the code, so that the part is drawn at once when it is shown. Never fails: showing it would say why. */
  preload(): Promise<void>;
}

/**
 * React shows a fallback for every component from `lazy`, fetched or not, and keeps it up for 300 ms: what a producer
 * waits for is better fetched early and drawn without one.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let fetched: ComponentType<P> | null = null;
  const fetchOnce = async () => {
    fetched ??= await load();
    return fetched;
  };
  const Fetching = lazy(async () => ({ default: await fetchOnce() })) as unknown as ComponentType<P>;
  function Part(props: P): ReactNode {
    // Which of the two it is stays for as long as the part is shown: another type would be drawn as another component.
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
