// What packages need from the machine that builds them: signing and native code.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';

export type PackagePlatform = 'linux' | 'mac' | 'windows';

const NATIVE_NAMES: Readonly<Record<PackagePlatform, string>> = { linux: 'linux', mac: 'darwin', windows: 'win' };

/**
 * Checks that the voice packs' native code is there. npm installs it only for the machine's own processor, so a package
 * for another one would lack it.
 *
 * @throws Error that names the missing package
 */
export function requireNativeCode(root: string, platform: PackagePlatform, arch: string): void {
  const name = `sherpa-onnx-${NATIVE_NAMES[platform]}-${arch}`;
  if (!existsSync(join(root, 'node_modules', name)))
    throw new Error(`${name} is not installed. Build packages for ${arch} on such a machine.`);
}

/**
 * Returns settings for a Mac application without a certificate. Fuses are changed after Electron was signed, and Macs with
 * Apple processors don't start a program whose signature is invalid, so it is signed ad hoc. Such a signature has no
 * team, so the hardened runtime would refuse to load Electron's framework.
 */
export function macSigning(env: Readonly<Record<string, string | undefined>>): Configuration {
  const hasCertificate = Boolean(env['CSC_LINK'] || env['CSC_NAME']);
  return hasCertificate ? {} : { mac: { identity: '-', hardenedRuntime: false, notarize: false } };
}
