import { useEffect, useState } from 'react';

/** A page that is never idle goes on anyway after this long. Milliseconds. */
const LONGEST_MS = 2_000;

/** Whether what was drawn when this was used first is on the screen, and the page has had nothing to do since. */
export function useRested(): boolean {
  const [hasRested, setRested] = useState(false);
  useEffect(() => {
    let idle = 0;
    // A frame is asked for when everything of now is drawn; what is posted from it comes after its picture.
    const frame = requestAnimationFrame(() => {
      idle = requestIdleCallback(() => setRested(true), { timeout: LONGEST_MS });
    });
    return () => {
      cancelAnimationFrame(frame);
      cancelIdleCallback(idle);
    };
  }, []);
  return hasRested;
}
