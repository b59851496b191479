import { expect, it } from 'vitest';
import { parseAccelerator } from './accelerators.ts';

const none = { ctrl: false, alt: false, shift: false, meta: false };

it.each([
  ['CmdOrCtrl+S', 'linux', { ...none, key: 's', ctrl: true }],
  ['CmdOrCtrl+S', 'darwin', { ...none, key: 's', meta: true }],
  ['CommandOrControl+Shift+P', 'win32', { ...none, key: 'p', ctrl: true, shift: true }],
  ['Alt+Up', 'linux', { ...none, key: 'arrowup', alt: true }],
  ['F5', 'linux', { ...none, key: 'f5' }],
  ['Space', 'linux', { ...none, key: ' ' }],
  ['Ctrl+,', 'linux', { ...none, key: ',', ctrl: true }],
  ['Ctrl+Plus', 'linux', { ...none, key: '+', ctrl: true }],
  ['Ctrl++', 'linux', { ...none, key: '+', ctrl: true }],
] as const)('reads %s on %s', (accelerator, platform, stroke) => {
  expect(parseAccelerator(accelerator, platform)).toEqual(stroke);
});
