// A walk through a screen by Tab: what takes the keyboard, by which name it is known, and whether it shows that it has it.
import type { CDPSession, Page } from '@playwright/test';

/** What has the keyboard at one stop. */
export interface Stop {
  /** As a screen reader says it; empty where there is none. */
  readonly name: string;
  readonly role: string;
  /** Whether it, or what it stands in, has a ring, or it is a text with its caret. */
  readonly isSeen: boolean;
  /** How it is written in the page, for a message. */
  readonly markup: string;
}

/** More stops than any screen has. */
const MOST_STOPS = 120;
const MOST_TRIES = 20;

/**
 * Presses Tab until the focus is where it was before, or has left the page.
 * @returns the stops, each once
 */
export async function walkByTab(page: Page): Promise<Stop[]> {
  const session = await page.context().newCDPSession(page);
  const stops: Stop[] = [];
  await page.evaluate(() => {
    for (const visited of document.querySelectorAll('[data-walked]')) visited.removeAttribute('data-walked');
  });
  for (let count = 0; count < MOST_STOPS; count += 1) {
    await page.keyboard.press('Tab');
    const place = await page.evaluate(markStop);
    if (place === null) break;
    const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
    if (!result.objectId) break;
    const node = await nodeOf(session, result.objectId);
    stops.push({ ...place, name: String(node?.name?.value ?? ''), role: String(node?.role?.value ?? '') });
  }
  await session.detach();
  return stops;
}

/** As it is told to a screen reader. What was drawn this moment may not be in its tree yet: it is asked for again. */
async function nodeOf(session: CDPSession, objectId: string) {
  for (let tries = 0; ; tries += 1) {
    const { nodes } = await session.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false });
    const [node] = nodes;
    if ((node && !node.ignored) || tries === MOST_TRIES) return node;
  }
}

/** In the page: notes that the focused element was visited; null where it was before, or nothing has the focus. */
function markStop(): { isSeen: boolean; markup: string } | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.hasAttribute('data-walked')) return null;
  focused.setAttribute('data-walked', '');
  const hasRing = (element: Element | null): boolean => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(', 0)');
  };
  const isText = focused instanceof HTMLElement && focused.isContentEditable;
  // Some lend their ring to what they stand in, or to the row that they point to.
  const pointed = focused.getAttribute('aria-activedescendant');
  const isSeen =
    isText ||
    hasRing(focused) ||
    hasRing(focused.parentElement) ||
    hasRing(focused.parentElement?.parentElement ?? null) ||
    hasRing(focused.nextElementSibling) ||
    (pointed !== null && hasRing(document.getElementById(pointed)));
  return { isSeen, markup: focused.outerHTML.slice(0, 160) };
}
