// What a page plays through, from its start on.
import type { Page } from '@playwright/test';

/** What is kept in a page of its sound. */
export interface KeptSound {
  readonly Context: typeof AudioContext;
  /** Those that the page has made, in order. */
  readonly contexts: AudioContext[];
}

/** Has a page keep what it plays through, so that it can be listened to. To be called before it makes its first context. */
export const keepSound = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const kept: KeptSound = { Context: AudioContext, contexts: [] };
    Reflect.set(globalThis, 'keptSound', kept);
    globalThis.AudioContext = new Proxy(AudioContext, {
      construct(target, options: [AudioContextOptions?]) {
        const made = new target(...options);
        kept.contexts.push(made);
        return made;
      },
    });
  });
