// The parts of packages that depend on the machine that builds them: signatures and native code.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from 'electron-builder';

export type PackagePlatform = 'linux' | 'mac' | 'windows';

const NATIVE_NAMES: Readonly<Record<PackagePlatform, string>> = { linux: 'linux', mac: 'darwin', windows: 'win' };

/**
 * Checks that the native code for voice packs is installed. npm installs it only for the processor of this machine, so
 * it would be missing from a package for another processor.
 * @throws Error that names the missing package
 */
export function requireNativeCode(root: string, platform: PackagePlatform, arch: string): void {
  const name = `sherpa-onnx-${NATIVE_NAMES[platform]}-${arch}`;
  if (!existsSync(join(root, 'node_modules', name)))
    throw new Error(`${name} is not installed. Build packages for ${arch} on such a machine.`);
}

/**
 * Returns settings for a Mac application that is built without a certificate. Changing the fuses invalidates Electron's
 * signature, and Macs with Apple processors don't start programs with an invalid signature, so the application is
 * signed ad hoc. An ad hoc signature has no team, so the hardened runtime is disabled, because it would refuse to load
 * Electron's framework.
 */
export function macSigning(env: Readonly<Record<string, string | undefined>>): Configuration {
  const hasCertificate = Boolean(env['CSC_LINK'] || env['CSC_NAME']);
  return hasCertificate ? {} : { mac: { identity: '-', hardenedRuntime: false, notarize: false } };
}
