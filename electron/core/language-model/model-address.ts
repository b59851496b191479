// Where a model is asked: an interface as OpenAI's, https or on this machine.
import { withoutTrailing } from '../../../shared/rules/characters.ts';
import { isLoopback, isPrivateAddress } from '../api/links.ts';
import { ModelError } from './model-error.ts';

const SLASH = new Set(['/']);
/** What people paste: the address of one of the endpoints. */
const ENDPOINT = /\/(?:chat\/completions|models)$/;

/**
 * The base address of a model's interface: `http://localhost:11434` means `http://localhost:11434/v1`.
 *
 * @throws ModelError `unusable-address`; `insecure-address` for plain http to another machine, with a key or without: it is
 *   the book that would go there in the open
 */
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

/** Whether nothing that is sent there leaves this machine. */
export const isLocalAddress = (url: URL): boolean => isLoopback(url.hostname);
