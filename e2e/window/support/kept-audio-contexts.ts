import type { Page } from '@playwright/test';

/** Scripts in the page can access this object as `keptSound`. */
export interface KeptAudioContexts {
  readonly Context: typeof AudioContext;
  /** The page's audio contexts, oldest first. */
  readonly contexts: AudioContext[];
}

/** Keeps all audio contexts that a page creates, for `listen`. Call this before the page creates its first context. */
export const keepAudioContexts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const kept: KeptAudioContexts = { Context: AudioContext, contexts: [] };
    Reflect.set(globalThis, 'keptSound', kept);
    globalThis.AudioContext = new Proxy(AudioContext, {
      construct(target, options: [AudioContextOptions?]) {
        const made = new target(...options);
        kept.contexts.push(made);
        return made;
      },
    });
  });
