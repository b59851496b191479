export const SCHEME = 'lectern';
export const HOST = 'app';
export const PAGE_ADDRESS = `${SCHEME}://${HOST}/index.html`;

/** Passed to the page in its URL (see `renderer/bridge/page-options.ts`). */
export interface PageOptions {
  readonly language: string;
  /** `none` shows the library immediately; undefined means that a project might be open. */
  readonly project: 'opening' | 'none' | undefined;
}

export function pageAddress({ language, project }: PageOptions): string {
  const query = new URLSearchParams({ ...(language !== 'en' && { language }), ...(project && { project }) });
  return query.size > 0 ? `${PAGE_ADDRESS}?${query}` : PAGE_ADDRESS;
}

export type AddressTarget =
  | { readonly kind: 'asset'; readonly names: readonly string[] }
  | { readonly kind: 'take'; readonly takeId: number }
  | { readonly kind: 'cover'; readonly id: string }
  | { readonly kind: 'audition'; readonly auditionId: string };

const TAKE_PATH = /^\/media\/take\/([1-9]\d{0,14})$/;
const AUDITION_PATH = /^\/media\/audition\/([\w-]{1,64})$/;
/** Contains the project id, and the image's version, which only serves to bypass the cache. */
const COVER_PATH = /^\/media\/cover\/([\da-f]{1,64})\/[\d-]{1,40}$/;
/** Rejects leading dots, percent encoding and backslashes. */
const ASSET_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Returns null if nothing is served at the URL. */
export function parseAddress(address: string): AddressTarget | null {
  const url = URL.parse(address);
  if (!isOwnHost(url)) return null;
  const path = url.pathname;
  const take = TAKE_PATH.exec(path)?.[1];
  if (take) return { kind: 'take', takeId: Number(take) };
  const auditionId = AUDITION_PATH.exec(path)?.[1];
  if (auditionId) return { kind: 'audition', auditionId };
  const coverOf = COVER_PATH.exec(path)?.[1];
  if (coverOf) return { kind: 'cover', id: coverOf };
  const names = path.split('/').slice(1);
  const isAsset = names.length > 0 && !path.startsWith('/media/') && names.every((name) => ASSET_NAME.test(name));
  return isAsset ? { kind: 'asset', names } : null;
}

export function isPageAddress(address: string): boolean {
  const url = URL.parse(address);
  return isOwnHost(url) && url.pathname === '/index.html';
}

function isOwnHost(url: URL | null): url is URL {
  return url?.protocol === `${SCHEME}:` && url.host === HOST && url.username === '' && url.password === '';
}
