// The API that the preload script exposes on `window`. Only this file accesses it.

interface ExposedBridge {
  /** Resolves to an envelope, as JSON or as an object; never rejects. */
  request(channel: string, input: unknown): Promise<unknown>;
  /** Returns a function that removes the listener. */
  on(name: string, listener: (payload: unknown) => void): () => void;
  /** Nonce that the content security policy requires on inserted style elements. */
  readonly styleNonce: string;
}

declare global {
  interface Window {
    readonly lectern: ExposedBridge;
  }
}

/** Read on each use, so that tests can replace it. */
export const exposedBridge = (): ExposedBridge => window.lectern;

/** Nonce for style elements created by libraries (Mantine's `getStyleNonce`, CodeMirror's `cspNonce`). */
export const styleNonce = (): string => exposedBridge().styleNonce;

const told = (name: 'language' | 'project'): string | null => new URLSearchParams(window.location.search).get(name);

/** The page's language from its URL; defaults to `en`. */
export const pageLanguage = (): string => told('language') ?? 'en';

/** Sets the language in the page's URL, so that a reload starts with it. */
export function keepPageLanguage(language: string): void {
  const address = new URL(window.location.href);
  if (address.searchParams.get('language') === language) return;
  address.searchParams.set('language', language);
  window.history.replaceState(null, '', address);
}

/**
 * Returns the project state when the window was opened: `opening` if the application was started with a project, `none`
 * without one, null if unknown, for example after a reload.
 */
export function projectAtFirst(): 'opening' | 'none' | null {
  const [navigation] = performance.getEntriesByType('navigation');
  const isFirst = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate';
  const project = told('project');
  return isFirst && (project === 'opening' || project === 'none') ? project : null;
}
