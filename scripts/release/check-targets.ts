// `node scripts/run.mjs scripts/release/check-targets.ts`: checks electron-builder's configuration for every
// target, as far as possible on this operating system, without electron-builder's tools. Validates the schema, then
// runs each target up to the call that would create the package.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { root } from '../steps.ts';

const TARGETS = { linux: ['AppImage', 'deb', 'rpm'], windows: ['nsis', 'portable'], mac: ['dmg'] } as const;
type System = keyof typeof TARGETS;

const PLATFORMS = { linux: Platform.LINUX, windows: Platform.WINDOWS, mac: Platform.MAC } as const;

const CONFIGURATION = 'electron-builder.yml';
/** electron-builder packages for macOS only on macOS. On other systems, it stops before it checks the macOS target. */
const canPackage = (system: System): boolean => system !== 'mac' || process.platform === 'darwin';

/** The internal module in electron-builder that validates configurations. */
const VALIDATOR_MODULE = 'app-builder-lib/out/util/config/config.js';

interface ConfigurationModule {
  getConfig(folder: string, file: string, options: null): Promise<Configuration>;
  validateConfiguration(configuration: Configuration, log: { readonly isEnabled: boolean }): Promise<void>;
}

/** Validates the configuration with electron-builder's schema. @throws Error that names the invalid setting */
async function validate(): Promise<Configuration> {
  const electronBuilder = createRequire(import.meta.url).resolve('electron-builder');
  const { getConfig, validateConfiguration }: ConfigurationModule = createRequire(electronBuilder)(VALIDATOR_MODULE);
  const configuration = await getConfig(root, CONFIGURATION, null);
  await validateConfiguration(configuration, { isEnabled: false });
  return configuration;
}

/** Creates a folder with the minimum content that electron-builder accepts as a packed application. */
function makePacked(folder: string): string {
  const packed = join(folder, 'packed');
  mkdirSync(join(packed, 'resources'), { recursive: true });
  writeFileSync(join(packed, 'resources', 'app.asar'), '');
  cpSync(join(root, 'LICENSE'), join(packed, 'LICENSE'));
  return packed;
}

/** Returns the options that a target computes. @throws the errors that electron-builder throws */
async function optionsOf(system: System, target: string, folder: string): Promise<unknown[]> {
  const computed: unknown[] = [];
  await build({
    projectDir: root,
    config: {
      extends: CONFIGURATION,
      directories: { output: join(folder, 'out') },
      // Without this option, the portable target would immediately create its archive with a downloaded tool.
      portable: { useZip: true },
    },
    prepackaged: makePacked(folder),
    targets: PLATFORMS[system].createTarget([target], Arch.x64),
    publish: 'never',
    effectiveOptionComputed: async (options: unknown) => {
      computed.push(options);
      // If this returns true, the package isn't created.
      return true;
    },
  });
  return computed;
}

/**
 * Checks that the other files named in the configuration can be read.
 * @throws file system errors if a file is missing
 */
function readNamedFiles({ mac, linux }: Configuration): void {
  const named = [mac?.entitlements, mac?.entitlementsInherit, mac?.icon, `${linux?.icon}/256x256.png`];
  for (const file of named) readFileSync(join(root, String(file)));
}

/** electron-builder needs 7-Zip for Windows packages, and would download it otherwise. */
const SEVEN_ZIP = ['7zz', '7z', '7za'];

function findSevenZip(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const paths = SEVEN_ZIP.flatMap((name) => folders.map((folder) => join(folder, name)));
  return process.env['ELECTRON_BUILDER_7ZIP_PATH'] ?? paths.find((path) => existsSync(path)) ?? null;
}

const sevenZip = findSevenZip();
if (sevenZip !== null) process.env['ELECTRON_BUILDER_7ZIP_PATH'] = sevenZip;

const configuration = await validate();
readNamedFiles(configuration);
console.log(
  `${CONFIGURATION} is what electron-builder's schema asks for, for ${Object.values(TARGETS).flat().join(', ')}`,
);
for (const system of Object.keys(TARGETS) as System[]) {
  for (const target of TARGETS[system]) {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-targets-'));
    try {
      if (!canPackage(system)) console.log(`${target}: the schema alone, since this is not macOS`);
      else if (system === 'windows' && sevenZip === null)
        console.log(`${target}: the schema alone, since there is no 7-Zip`);
      else {
        const computed = await optionsOf(system, target, folder);
        if (computed.length === 0) throw new Error(`electron-builder computed nothing for ${target}`);
        console.log(`${target}: options computed`);
        if (process.argv.includes('--show')) console.log(JSON.stringify(computed, null, 2));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
