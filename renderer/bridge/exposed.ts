// The preload script's API on `window`. Only this file accesses it.

interface ExposedBridge {
  /** Resolves to an envelope, as JSON or as an object; never rejects. */
  request(channel: string, input: unknown): Promise<unknown>;
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

export const styleNonce = (): string => exposedBridge().styleNonce;

const pageParameter = (name: 'language' | 'project'): string | null =>
  new URLSearchParams(window.location.search).get(name);

export const pageLanguage = (): string => pageParameter('language') ?? 'en';

export function keepPageLanguage(language: string): void {
  const address = new URL(window.location.href);
  if (address.searchParams.get('language') === language) return;
  address.searchParams.set('language', language);
  window.history.replaceState(null, '', address);
}

/** Returns `opening` if the application was started with a project, or null if unknown, for example after a reload. */
export function projectAtFirst(): 'opening' | 'none' | null {
  const [navigation] = performance.getEntriesByType('navigation');
  const isFirst = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate';
  const project = pageParameter('project');
  return isFirst && (project === 'opening' || project === 'none') ? project : null;
}
