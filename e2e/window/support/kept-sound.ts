// The audio contexts of a page, noted from its start.
import type { Page } from '@playwright/test';

/** Stands in the page as `keptSound`. */
export interface KeptSound {
  readonly Context: typeof AudioContext;
  /** Those the page has created, oldest first. */
  readonly contexts: AudioContext[];
}

/** Notes each audio context that a page creates, so that `listen` finds it. Call it before the page creates its first. */
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
