// Lengthens a window's texts to simulate a wordier language, and finds texts that are clipped. Texts are only long
// while a screenshot is taken, because the screenshot scripts find elements by their English text.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { IntlMessageFormat } from 'intl-messageformat';
import { messagesOf } from '../../../scripts/messages.ts';
import { root } from '../../../scripts/steps.ts';
import { pseudoMessage } from '../../../shared/words/pseudo.ts';
import type { Catalogue } from '../../../shared/words/words.ts';

/** A text in an element that is too small for it. */
export interface ClippedText {
  readonly text: string;
  /** The tag and classes of the element that clips it. */
  readonly by: string;
  /** How many CSS pixels too large the text is, horizontally and vertically. */
  readonly wide: number;
  readonly high: number;
}

/**
 * Messages with fewer letters than this, not counting placeholders, stay unchanged. They could match users' own text.
 */
const MIN_LETTERS = 3;

/** The element types of `@formatjs/icu-messageformat-parser`: text, argument, number, select, `#`, tag. */
interface MessagePart {
  readonly type: number;
  readonly value?: unknown;
  readonly options?: Readonly<Record<string, { readonly value: readonly MessagePart[] }>>;
  readonly children?: readonly MessagePart[];
}

function messagePattern(parts: readonly MessagePart[]): string {
  return parts
    .map(({ type, value, options, children }) => {
      if (type === 0) return String(value).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      if (options)
        return `(?:${Object.values(options)
          .map((option) => messagePattern(option.value))
          .join('|')})`;
      return children ? messagePattern(children) : '.+';
    })
    .join('');
}

/** Returns the minimum number of letters in a formatted message, not counting placeholders. */
const countLetters = (parts: readonly MessagePart[]): number =>
  parts.reduce((sum, { type, value, options, children }) => {
    if (type === 0) return sum + (String(value).match(/\p{L}/gu)?.length ?? 0);
    if (options) return sum + Math.min(...Object.values(options).map((option) => countLetters(option.value)));
    return sum + (children ? countLetters(children) : 0);
  }, 0);

async function catalogueMatcher(): Promise<(text: string) => boolean> {
  const patterns: string[] = [];
  for (const folder of ['renderer/locales/en', 'shared/words/en']) {
    for (const file of readdirSync(join(root, folder))) {
      const module: Readonly<Record<string, Catalogue>> = await import(join(root, folder, file));
      for (const message of Object.values(module).flatMap((catalogue) => [...messagesOf(catalogue).values()])) {
        // Use a narrower type, because the parser's own type has many more fields.
        const parts = new IntlMessageFormat(message, 'en').getAst() as readonly MessagePart[];
        if (countLetters(parts) >= MIN_LETTERS) patterns.push(messagePattern(parts));
      }
    }
  }
  const all = patterns.map((pattern) => new RegExp(`^(?:${pattern})$`, 'u'));
  const known = new Map<string, boolean>();
  return (text) => {
    const isKnown = known.get(text) ?? all.some((one) => one.test(text));
    known.set(text, isKnown);
    return isKnown;
  };
}

/** Lengthens a page's texts, and restores them afterwards. */
export interface Stretcher {
  /** @param use called while the texts are lengthened */
  whileStretched(page: Page, use: () => Promise<void>): Promise<void>;
}

export async function makeStretcher(): Promise<Stretcher> {
  const isOfCatalogue = await catalogueMatcher();
  return {
    async whileStretched(page, use) {
      const texts = await page.evaluate(textsInPage);
      const longer = new Map(texts.filter(isOfCatalogue).map((text) => [text, pseudoMessage(text)]));
      await page.evaluate(stretchPage, [...longer]);
      try {
        await use();
      } finally {
        await page.evaluate(restorePage);
      }
    },
  };
}

// The functions below run in the page, so they must be self-contained.

export function textsInPage(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = new Set<string>();
  while (walker.nextNode()) texts.add(walker.currentNode.nodeValue?.trim() ?? '');
  return [...texts].filter((text) => /\p{L}/u.test(text));
}

function stretchPage(longer: readonly (readonly [string, string])[]): void {
  const words = new Map(longer);
  const changed: [Node, string][] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.nodeValue ?? '';
    const long = words.get(text.trim());
    if (long === undefined || node.parentElement?.closest('[contenteditable=true], style, script')) continue;
    changed.push([node, text]);
    node.nodeValue = text.replace(text.trim(), () => long);
  }
  Object.assign(globalThis, { stretchedNodes: changed });
}

function restorePage(): void {
  const { stretchedNodes } = globalThis as { stretchedNodes?: [Node, string][] };
  for (const [node, text] of stretchedNodes ?? []) node.nodeValue = text;
}

/**
 * Returns texts that are clipped by an ancestor or the page's edge. Ignores scrollable texts, texts for screen readers
 * only, and texts with an ellipsis whose tooltip shows the full text.
 */
export function findClippedTexts(): ClippedText[] {
  const TOLERANCE = 1.5;
  const found: ClippedText[] = [];
  // CSS modules generate class names in the form `_name_hash_row`.
  const nameOf = ({ tagName, classList }: Element) =>
    [tagName.toLowerCase(), ...[...classList].map((name) => name.replace(/^_(.+)_[\w-]{5}_\d+$/, '$1'))]
      .filter((name) => !name.startsWith('m_'))
      .join('.');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.nodeValue?.trim() ?? '';
    const parent = walker.currentNode.parentElement;
    if (text === '' || parent === null || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    let isHinted = false;
    for (let around: Element | null = parent; around; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (style.clipPath !== 'none' || around.clientWidth <= 2) break;
      isHinted ||= around.hasAttribute('title') || around.hasAttribute('aria-description');
      const [cutsX, cutsY] = [style.overflowX, style.overflowY].map((how) => how === 'hidden' || how === 'clip');
      const edge = around.getBoundingClientRect();
      const isRoot = around === document.body;
      const wide = Math.max(box.right - edge.right, edge.left - box.left);
      const high = Math.max(box.bottom - edge.bottom, edge.top - box.top);
      const isDotted = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      const isCut = ((cutsX || isRoot) && wide > TOLERANCE) || ((cutsY || isRoot) && high > TOLERANCE);
      if (isCut) {
        if (!(isDotted && isHinted)) {
          const size = { wide: Math.max(0, Math.round(wide)), high: Math.max(0, Math.round(high)) };
          found.push({ text, by: nameOf(around), ...size });
        }
        break;
      }
      if (/auto|scroll/.test(style.overflowX + style.overflowY) || style.position === 'fixed') break;
    }
  }
  return found;
}
