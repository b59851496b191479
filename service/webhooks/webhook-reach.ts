// How far the service goes to call a webhook: clients must not use it to reach networks that are not theirs.
import { BlockList, isIP } from 'node:net';
import { DECISIONS } from '../common/decisions.ts';
import { isLoopback } from '../common/loopback.ts';

/**
 * `loopback`: this machine alone; `any`: other machines as well, but for addresses that are never a receiver's; `none`: no
 * webhook is taken.
 */
export const WEBHOOK_REACHES = ['loopback', 'any', 'none'] as const;
export type WebhookReach = (typeof WEBHOOK_REACHES)[number];

/** Unspecified, link-local (where machines in a cloud tell their secrets), multicast, reserved and broadcast. */
const NEVER = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  // Clouds that tell their machines' secrets elsewhere: Oracle, Alibaba, Azure.
  ['192.0.0.0', 24],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  NEVER.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // Unspecified, and IPv4 addresses in an old writing.
  ['::', 96],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  // What a network translates to IPv4 is not looked through.
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 32],
  ['2001::', 32],
  ['2002::', 16],
  // The secrets of clouds at addresses of their own: Amazon, Google, Oracle, Scaleway.
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
  ['fd00:c1::', 32],
  ['fd00:42::', 32],
] as const) {
  NEVER.addSubnet(network, prefix, 'ipv6');
}

/** Names that clouds give to such addresses: refused when they are sent, not only when they are called. */
const METADATA_NAME = /^metadata\.(google\.internal|goog)\.?$/;

/** Whether a webhook may be called at an IP address. */
export function mayCall(address: string, reach: WebhookReach): boolean {
  if (reach === 'none' || isIP(address) === 0) return false;
  return isLoopback(address) || (reach === 'any' && !NEVER.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'));
}

/** The host of an address without the brackets of IPv6. */
export const plainHost = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

const HOW_TO_ALLOW = 'unless the service is started with --webhooks any';

/**
 * What is wrong with the address of a webhook, to be put behind its field's name; undefined where nothing is. Names are not
 * resolved here: what they resolve to is checked when they are called.
 *
 * @param address one that `httpUrlSchema` has taken
 */
export function reachComplaint(address: string, reach: WebhookReach): string | undefined {
  const most = DECISIONS.webhooks.addressCharacters;
  if (address.length > most) return `must be at most ${most} characters long`;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (reach === 'none') return 'is not taken: the service was started with --webhooks none';
  const host = plainHost(url);
  const isName = isIP(host) === 0;
  if (reach === 'loopback' && !(isName ? /^localhost\.?$/.test(host) : isLoopback(host))) {
    return `must be an address of this machine (127.0.0.1, [::1] or localhost), ${HOW_TO_ALLOW}`;
  }
  if (isName ? METADATA_NAME.test(host) : !mayCall(host, reach)) return 'is an address at which no webhook is called';
  return undefined;
}

interface WithWebhooks {
  readonly webhook_url?: string | undefined;
  readonly jobs: readonly { readonly webhook_url?: string | undefined }[];
}

/** What is wrong with the webhooks of a batch: a sentence for each field, which it begins with. */
export function webhookComplaints({ webhook_url, jobs }: WithWebhooks, reach: WebhookReach): string[] {
  const fields: [string, string | undefined][] = [
    ['webhook_url', webhook_url],
    ...jobs.map((job, index): [string, string | undefined] => [`jobs[${index}].webhook_url`, job.webhook_url]),
  ];
  return fields.flatMap(([field, address]) => {
    const complaint = address === undefined ? undefined : reachComplaint(address, reach);
    return complaint === undefined ? [] : [`${field} ${complaint}`];
  });
}
