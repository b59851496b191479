import { withoutTrailing } from '../../../shared/rules/characters.ts';
import { isLoopback, isPrivateAddress } from '../api/links.ts';
import { ModelError } from './model-error.ts';

const SLASH = new Set(['/']);
/** Users often paste an endpoint's address instead of the base address. */
const ENDPOINT = /\/(?:chat\/completions|models)$/;

/** Accepts plain http only for this machine, because the book's text would be sent unencrypted. @throws ModelError */
export function modelAddress(text: string): URL {
  const url = URL.parse(text.trim());
  const isHttp = url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '';
  if (!isHttp || url.username || url.password || url.search || url.hash) {
    throw new ModelError({ kind: 'unusable-address', status: null, message: null, origin: isHttp ? url.origin : '' });
  }
  if (!isPrivateAddress(url)) {
    throw new ModelError({ kind: 'insecure-address', status: null, message: null, origin: url.origin });
  }
  const path = withoutTrailing(url.pathname, SLASH).replace(ENDPOINT, '');
  url.pathname = path === '' ? '/v1' : path;
  return url;
}

export const isLocalAddress = (url: URL): boolean => isLoopback(url.hostname);
