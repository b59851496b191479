// Has electron-builder read the configuration of every target, as far as that goes without its tools and on this system: the
// schema of all of it, then what each target makes of its options, up to the call of the tool that would write the package.
//   node scripts/run.mjs scripts/release/check-targets.ts
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
/** electron-builder packs for macOS on macOS alone, and says so before it looks at a target. */
const isPossible = (system: System): boolean => system !== 'mac' || process.platform === 'darwin';

/** What electron-builder checks a configuration with; it has no name of its own. */
const CHECKER = 'app-builder-lib/out/util/config/config.js';

interface Internals {
  getConfig(folder: string, file: string, options: null): Promise<Configuration>;
  validateConfiguration(configuration: Configuration, log: { readonly isEnabled: boolean }): Promise<void>;
}

/** All of the file, by electron-builder's own schema. @throws Error that names what is wrong */
async function validate(): Promise<Configuration> {
  const electronBuilder = createRequire(import.meta.url).resolve('electron-builder');
  const { getConfig, validateConfiguration }: Internals = createRequire(electronBuilder)(CHECKER);
  const configuration = await getConfig(root, CONFIGURATION, null);
  await validateConfiguration(configuration, { isEnabled: false });
  return configuration;
}

/** As little as counts as a packed application. */
function makePacked(folder: string): string {
  const packed = join(folder, 'packed');
  mkdirSync(join(packed, 'resources'), { recursive: true });
  writeFileSync(join(packed, 'resources', 'app.asar'), '');
  cpSync(join(root, 'LICENSE'), join(packed, 'LICENSE'));
  return packed;
}

/** What a target makes of its options. @throws Error of electron-builder */
async function optionsOf(system: System, target: string, folder: string): Promise<unknown[]> {
  const computed: unknown[] = [];
  await build({
    projectDir: root,
    config: {
      extends: CONFIGURATION,
      directories: { output: join(folder, 'out') },
      // Else the portable program's archive would be made at once, with a tool that is downloaded.
      portable: { useZip: true },
    },
    prepackaged: makePacked(folder),
    targets: PLATFORMS[system].createTarget([target], Arch.x64),
    publish: 'never',
    effectiveOptionComputed: async (options: unknown) => {
      computed.push(options);
      // Nothing is to be made of it.
      return true;
    },
  });
  return computed;
}

/** Files that the configuration names beside the application. @throws Error of Node where one is not there */
function readNamedFiles({ mac, linux }: Configuration): void {
  const named = [mac?.entitlements, mac?.entitlementsInherit, mac?.icon, `${linux?.icon}/256x256.png`];
  for (const file of named) readFileSync(join(root, String(file)));
}

/** electron-builder packs for Windows with 7-Zip, which it would download. */
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
      if (!isPossible(system)) console.log(`${target}: the schema alone, since this is not macOS`);
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
