// The addresses of the application's own scheme, and what they name.
import type { AppLanguage } from '../../shared/words/languages.ts';

export const SCHEME = 'lectern';
/** The host of every address. */
export const HOST = 'app';
/** The one page. */
export const PAGE_ADDRESS = `${SCHEME}://${HOST}/index.html`;

/** What the page is told at first, by its address (`renderer/bridge/exposed.ts`). */
export interface PageOptions {
  /** Of its words. */
  readonly language: AppLanguage;
  /** `opening`: a project, whose screens it will need; `none`: it may show the library at once; undefined: one may be open. */
  readonly project: 'opening' | 'none' | undefined;
}

/** The page's address. */
export function pageAddress({ language, project }: PageOptions): string {
  const query = new URLSearchParams({ ...(language !== 'en' && { language }), ...(project && { project }) });
  return query.size > 0 ? `${PAGE_ADDRESS}?${query}` : PAGE_ADDRESS;
}

/** What an address names. */
export type AddressTarget =
  /** A file of the page, by its names from the page's folder on. */
  | { readonly kind: 'asset'; readonly names: readonly string[] }
  | { readonly kind: 'take'; readonly takeId: number }
  /** The cover of a project of the library. */
  | { readonly kind: 'cover'; readonly id: string }
  | { readonly kind: 'audition'; readonly auditionId: string };

const TAKE = /^\/media\/take\/([1-9]\d{0,14})$/;
const AUDITION = /^\/media\/audition\/([\w-]{1,64})$/;
/** A project, and the picture's version, which only keeps two pictures apart. */
const COVER = /^\/media\/cover\/([\da-f]{1,64})\/[\d-]{1,40}$/;
/** Letters, digits and a few signs: no dot at the start, nothing encoded, no backslash. */
const ASSET_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Takes an address apart; null where it names nothing that is served. */
export function readAddress(address: string): AddressTarget | null {
  const url = URL.parse(address);
  if (!isOwnHost(url)) return null;
  const path = url.pathname;
  const take = TAKE.exec(path)?.[1];
  if (take) return { kind: 'take', takeId: Number(take) };
  const auditionId = AUDITION.exec(path)?.[1];
  if (auditionId) return { kind: 'audition', auditionId };
  const coverOf = COVER.exec(path)?.[1];
  if (coverOf) return { kind: 'cover', id: coverOf };
  const names = path.split('/').slice(1);
  const isAsset = names.length > 0 && !path.startsWith('/media/') && names.every((name) => ASSET_NAME.test(name));
  return isAsset ? { kind: 'asset', names } : null;
}

/** Whether an address is the application's page, whatever stands after `?` or `#`. */
export function isPageAddress(address: string): boolean {
  const url = URL.parse(address);
  return isOwnHost(url) && url.pathname === '/index.html';
}

function isOwnHost(url: URL | null): url is URL {
  return url?.protocol === `${SCHEME}:` && url.host === HOST && url.username === '' && url.password === '';
}
