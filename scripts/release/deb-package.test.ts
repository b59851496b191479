import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { controlFile, parsePackageOptions } from './deb-package.ts';

const ARGUMENTS = [
  ...['-s', 'dir', '--force', '-t', 'deb', '-d', 'libgtk-3-0', '-d', 'libnss3', '--deb-compression', 'xz'],
  ...[
    '--architecture',
    'amd64',
    '--description',
    'Speaks\n A book.\n\n Aloud.',
    '--version',
    '1.2.3',
    '--name',
    'lectern',
  ],
  ...['dist/linux-unpacked/=/opt/Lectern', 'a.sh=/usr/bin/lectern'],
];

it('reads what electron-builder gives to fpm, and refuses what it does not know', () => {
  expect(parsePackageOptions(ARGUMENTS).mappings).toEqual([
    'dist/linux-unpacked/=/opt/Lectern',
    'a.sh=/usr/bin/lectern',
  ]);
  expect(() => parsePackageOptions(['--config-files', 'x'])).toThrow('--config-files');
});

it('describes the package', () => {
  expect(controlFile(parsePackageOptions(ARGUMENTS), 42)).toBe(`Package: lectern
Version: 1.2.3
Architecture: amd64
Installed-Size: 42
Depends: libgtk-3-0, libnss3
Section: default
Description: Speaks
 A book.
 .
 Aloud.
`);
});

const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0;

it.skipIf(!hasDpkg)('makes the same deb of the same files, whenever they were written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-two-debs-'));
  try {
    const content = join(folder, 'content');
    const script = join(folder, 'after.sh');
    mkdirSync(join(content, 'deeper'), { recursive: true });
    writeFileSync(script, '#!/bin/sh\n');
    const make = (name: string, seconds: number): Buffer => {
      for (const file of ['b', 'a', 'deeper/c']) {
        writeFileSync(join(content, file), file);
        utimesSync(join(content, file), seconds, seconds);
      }
      const target = join(folder, name);
      const order = ['-s', 'dir', '-t', 'deb', '--deb-compression', 'gz', '--architecture', 'all', '--version', '1.0'];
      const rest = [
        '--name',
        'trial',
        '--maintainer',
        'A <a@b.example>',
        '--description',
        'A trial',
        '--package',
        target,
      ];
      const scripts = ['--after-install', script, '--after-remove', script];
      const program = join(import.meta.dirname, 'deb-package.ts');
      execFileSync(process.execPath, [program, ...order, ...rest, ...scripts, `${content}/=/opt/trial`], {
        stdio: 'ignore',
        env: { ...process.env, SOURCE_DATE_EPOCH: '1700000000' },
      });
      return readFileSync(target);
    };
    expect(make('one.deb', 1_750_000_000).equals(make('two.deb', 1_760_000_000))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
