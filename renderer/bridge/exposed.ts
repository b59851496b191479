// What the preload script puts into the window. Nothing else in the renderer touches it.

interface ExposedBridge {
  /** Answers an envelope, as JSON or as an object, always; it never fails. */
  request(channel: string, input: unknown): Promise<unknown>;
  /** Returns what ends the listening. */
  on(name: string, listener: (payload: unknown) => void): () => void;
  /** What an inserted style element has to carry to be allowed by the page's content security policy. */
  readonly styleNonce: string;
}

declare global {
  interface Window {
    readonly lectern: ExposedBridge;
  }
}

/** The bridge, looked up at each use so that a test can put another in its place. */
export const exposedBridge = (): ExposedBridge => window.lectern;

/** The nonce that a style element made by a library has to carry (Mantine's `getStyleNonce`, CodeMirror's `cspNonce`). */
export const styleNonce = (): string => exposedBridge().styleNonce;

const told = (name: 'language' | 'project'): string | null => new URLSearchParams(window.location.search).get(name);

/** The language of the words on the page, which its address names; `en` where it names none. */
export const pageLanguage = (): string => told('language') ?? 'en';

/** Has the page's address name another language, which a page that is loaded again then begins with. */
export function keepPageLanguage(language: string): void {
  const address = new URL(window.location.href);
  if (address.searchParams.get('language') === language) return;
  address.searchParams.set('language', language);
  window.history.replaceState(null, '', address);
}

/**
 * What was known of the project when the window was opened: `opening`: one that the application was started with; `none`: there is
 * none; null: one may be open, as after a reload.
 */
export function projectAtFirst(): 'opening' | 'none' | null {
  const [navigation] = performance.getEntriesByType('navigation');
  const isFirst = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate';
  const project = told('project');
  return isFirst && (project === 'opening' || project === 'none') ? project : null;
}
