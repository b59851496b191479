// Whom the service is open to.
import { isLoopback } from '../common/loopback.ts';

/**
 * The warning for a service that listens beyond this machine; undefined for one that does not.
 *
 * @param host a name or an IP address to listen on
 */
export function exposureWarning(host: string): string | undefined {
  if (/^localhost\.?$/i.test(host) || isLoopback(host)) return undefined;
  return (
    `Warning: other machines can reach the service at ${host}, and it has no TLS: keys, texts and audio cross the ` +
    'network unencrypted. Use it on trusted networks only, or behind a proxy that has TLS.'
  );
}
