// The options in the page's URL (see `pageAddress` in electron/platform/page-address.ts).

const pageParameter = (name: 'language' | 'project'): string | null =>
  new URLSearchParams(window.location.search).get(name);

export const pageLanguage = (): string => pageParameter('language') ?? 'en';

export function setPageLanguage(language: string): void {
  const address = new URL(window.location.href);
  if (address.searchParams.get('language') === language) return;
  address.searchParams.set('language', language);
  window.history.replaceState(null, '', address);
}

/**
 * Returns `opening` if the application was started with a project. Returns null if this isn't known, for example after
 * a reload.
 */
export function initialProject(): 'opening' | 'none' | null {
  const [navigation] = performance.getEntriesByType('navigation');
  const isFirst = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate';
  const project = pageParameter('project');
  return isFirst && (project === 'opening' || project === 'none') ? project : null;
}
