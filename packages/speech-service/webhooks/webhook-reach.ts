// Restricts webhook addresses, so that clients can't reach internal networks through the service (SSRF).
import { BlockList, isIP } from 'node:net';
import { DECISIONS } from '../common/decisions.ts';
import { isLoopback } from '../common/loopback.ts';

/** `any` still excludes addresses that no webhook can legitimately have; `none` rejects all webhooks. */
export const WEBHOOK_REACHES = ['loopback', 'any', 'none'] as const;
export type WebhookReach = (typeof WEBHOOK_REACHES)[number];

/** Unspecified, link-local (including cloud metadata), multicast, reserved and broadcast addresses. */
const FORBIDDEN_ADDRESSES = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  // Other cloud metadata addresses: Oracle, Alibaba, Azure.
  ['192.0.0.0', 24],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  FORBIDDEN_ADDRESSES.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // Unspecified and deprecated IPv4-compatible addresses.
  ['::', 96],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  // Addresses that are translated to IPv4.
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 32],
  ['2001::', 32],
  ['2002::', 16],
  // IPv6 cloud metadata addresses: Amazon, Google, Oracle, Scaleway.
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
  ['fd00:c1::', 32],
  ['fd00:42::', 32],
] as const) {
  FORBIDDEN_ADDRESSES.addSubnet(network, prefix, 'ipv6');
}

/** Names of cloud metadata services, which are already rejected when a request is accepted. */
const METADATA_HOST = /^metadata\.(google\.internal|goog)\.?$/;

export function isAllowed(address: string, reach: WebhookReach): boolean {
  if (reach === 'none' || isIP(address) === 0) return false;
  return (
    isLoopback(address) ||
    (reach === 'any' && !FORBIDDEN_ADDRESSES.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
  );
}

export const hostWithoutBrackets = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

const ALLOW_HINT = 'unless the service is started with --webhooks any';

/**
 * Returns what is wrong with an address as the end of a sentence, or undefined. Host names aren't resolved until the
 * webhook is called.
 */
export function reachIssue(address: string, reach: WebhookReach): string | undefined {
  const most = DECISIONS.webhooks.addressCharacters;
  if (address.length > most) return `must be at most ${most} characters long`;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (reach === 'none') return 'is not allowed: the service was started with --webhooks none';
  const host = hostWithoutBrackets(url);
  const isName = isIP(host) === 0;
  if (reach === 'loopback' && !(isName ? /^localhost\.?$/.test(host) : isLoopback(host))) {
    return `must be an address of this machine (127.0.0.1, [::1] or localhost), ${ALLOW_HINT}`;
  }
  if (isName ? METADATA_HOST.test(host) : !isAllowed(host, reach)) return 'is not an address that webhooks may call';
  return undefined;
}

interface WebhookFields {
  readonly webhook_url?: string | undefined;
  readonly jobs: readonly { readonly webhook_url?: string | undefined }[];
}

/** Returns a sentence for each invalid webhook URL in a batch, starting with the field's name. */
export function webhookIssues({ webhook_url, jobs }: WebhookFields, reach: WebhookReach): string[] {
  const fields: [string, string | undefined][] = [
    ['webhook_url', webhook_url],
    ...jobs.map((job, index): [string, string | undefined] => [`jobs[${index}].webhook_url`, job.webhook_url]),
  ];
  return fields.flatMap(([field, address]) => {
    const complaint = address === undefined ? undefined : reachIssue(address, reach);
    return complaint === undefined ? [] : [`${field} ${complaint}`];
  });
}
