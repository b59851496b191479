import { expect, it } from 'vitest';
import { controlFile, readOrder } from './deb-package.ts';

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
  expect(readOrder(ARGUMENTS).mappings).toEqual(['dist/linux-unpacked/=/opt/Lectern', 'a.sh=/usr/bin/lectern']);
  expect(() => readOrder(['--config-files', 'x'])).toThrow('--config-files');
});

it('describes the package', () => {
  expect(controlFile(readOrder(ARGUMENTS), 42)).toBe(`Package: lectern
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
