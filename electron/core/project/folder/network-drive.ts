import { statfsSync } from 'node:fs';

// The magic numbers that Linux gives for file systems of other machines.
const NETWORK_TYPES: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB 2
  0x5346414f, // AFS
  0x01021997, // 9P
]);

/**
 * Whether a folder lies on another machine, where a write-ahead log can't be shared. Known on Linux, and on Windows
 * for paths that name a server; elsewhere the database is asked whether it can keep a log.
 */
export function isNetworkDrive(folder: string): boolean {
  if (process.platform === 'win32') return folder.startsWith('\\\\') && !folder.startsWith('\\\\?\\');
  if (process.platform !== 'linux') return false;
  try {
    return NETWORK_TYPES.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}
