// Tabs through a screen and collects the focusable elements with their names, and whether their focus is visible.
import type { CDPSession, Page } from '@playwright/test';

export interface Stop {
  /** The name that screen readers announce; empty if there is none. */
  readonly name: string;
  readonly role: string;
  /** Whether it or a container has a focus ring, or it is a text field with a caret. */
  readonly isSeen: boolean;
  /** The element's HTML, for messages. */
  readonly markup: string;
}

/** More tab stops than any screen has. */
const MAX_STOPS = 120;
const MAX_TRIES = 20;

/** Presses Tab until focus returns to a visited element or leaves the page. Returns each stop once. */
export async function walkByTab(page: Page): Promise<Stop[]> {
  const session = await page.context().newCDPSession(page);
  const stops: Stop[] = [];
  await page.evaluate(() => {
    for (const visited of document.querySelectorAll('[data-walked]')) visited.removeAttribute('data-walked');
  });
  for (let count = 0; count < MAX_STOPS; count += 1) {
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

/** Returns the accessibility node. Retries, because a newly drawn element may not be in the tree yet. */
async function nodeOf(session: CDPSession, objectId: string) {
  for (let tries = 0; ; tries += 1) {
    const { nodes } = await session.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false });
    const [node] = nodes;
    if ((node && !node.ignored) || tries === MAX_TRIES) return node;
  }
}

/**
 * Runs in the page: marks the focused element as visited. Returns null if it was visited before or nothing has focus.
 */
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
  // Some elements show their focus ring on a container, or on the row they refer to.
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
