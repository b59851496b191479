// Tabs through a screen and collects the focusable elements, with their names and whether their focus is visible.
import type { CDPSession, Page } from '@playwright/test';

export interface TabStop {
  /** The name that screen readers announce; empty if the element has no name. */
  readonly name: string;
  readonly role: string;
  /** Whether the element or a related one has a focus ring, or the element is an editor with a caret. */
  readonly isSeen: boolean;
  /** The element's HTML, for messages. */
  readonly markup: string;
}

/** Maximum number of tab stops to visit, more than any screen has. */
const MAX_STOPS = 120;
const MAX_TRIES = 20;

/** Presses Tab until focus returns to a visited element or leaves the page. Returns the visited elements. */
export async function tabThrough(page: Page): Promise<TabStop[]> {
  const session = await page.context().newCDPSession(page);
  const stops: TabStop[] = [];
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

/**
 * Returns an element's accessibility node. Retries, because a new element might not be in the accessibility tree yet.
 */
async function nodeOf(session: CDPSession, objectId: string) {
  for (let tries = 0; ; tries += 1) {
    const { nodes } = await session.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false });
    const [node] = nodes;
    if ((node && !node.ignored) || tries === MAX_TRIES) return node;
  }
}

/**
 * Runs in the page. Marks the focused element as visited. Returns null if it has been visited before or nothing has
 * focus.
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
  // Some elements show their focus ring on a container, on the next element, or on the active row.
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
