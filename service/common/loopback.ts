// Which addresses are this machine's alone.
import { BlockList, isIP } from 'node:net';

/** IPv4 addresses that are written as IPv6 ones (`::ffff:127.0.0.1`) are looked up as the IPv4 ones that they are. */
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether an IP address is one of this machine alone. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
