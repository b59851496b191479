// Creates the third-party licences and the bill of materials (CycloneDX), which are included in packages.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { noticesOf } from '../build/notices.ts';

const SEPARATOR = '-'.repeat(100);

export function licencesText(root: string): string {
  const head = [
    'Lectern is free software under the GNU General Public License, version 3 or later: see LICENSE.',
    'It contains the packages below, each under its own licence. Electron and Chromium have theirs beside the executable, in',
    'LICENSE.electron.txt and LICENSES.chromium.html.',
  ].join('\n');
  const parts = noticesOf(root).map(
    ({ name, version, licence, text }) =>
      `${SEPARATOR}\n${name} ${version}: ${licence}\n\n${text || 'The package brings no text of its licence.'}`,
  );
  return `${[head, ...parts].join('\n\n')}\n`;
}

interface BillOfMaterials {
  serialNumber?: string;
  metadata: { timestamp?: string; [name: string]: unknown };
  components: { [name: string]: unknown }[];
  dependencies?: unknown[];
}

/**
 * Returns the SBOM that npm creates, with Electron added. Development dependencies and fields that change between runs
 * are removed.
 */
export function billOfMaterials(root: string): string {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const listed = execFileSync(npm, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32',
  });
  const bill: BillOfMaterials = JSON.parse(listed);
  delete bill.metadata.timestamp;
  delete bill.serialNumber;
  bill.components.push(electronComponent());
  const hash = createHash('sha256').update(JSON.stringify(bill)).digest('hex');
  const serialNumber = `urn:uuid:${hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')}`;
  return `${JSON.stringify({ ...bill, serialNumber }, null, 2)}\n`;
}

/** Electron is listed as a development dependency, but it ships as the runtime. */
function electronComponent(): BillOfMaterials['components'][number] {
  const manifest = createRequire(import.meta.url).resolve('electron/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return {
    'bom-ref': `electron@${version}`,
    type: 'framework',
    name: 'electron',
    version,
    scope: 'required',
    purl: `pkg:npm/electron@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
}

/** Writes both files to the folder in which electron-builder expects them. */
export function writeNotices(root: string): void {
  const folder = join(root, 'dist', 'notices');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licencesText(root));
  writeFileSync(join(folder, 'SBOM.cdx.json'), billOfMaterials(root));
}
