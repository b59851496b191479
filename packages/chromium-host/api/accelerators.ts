import type { KeyStroke } from '../page/messages.ts';

const KEY_NAMES: Readonly<Record<string, string>> = {
  plus: '+',
  space: ' ',
  tab: 'tab',
  esc: 'escape',
  return: 'enter',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
};

/**
 * Parses an Electron accelerator such as `CmdOrCtrl+Shift+P` or `F5`.
 * @see https://www.electronjs.org/docs/latest/tutorial/keyboard-shortcuts
 */
export function parseAccelerator(accelerator: string, platform: NodeJS.Platform = process.platform): KeyStroke {
  const parts = accelerator.toLowerCase().replace(/\+\+$/, '+plus').split('+');
  const key = parts.pop() ?? '';
  const isMac = platform === 'darwin';
  const has = (...names: string[]): boolean => parts.some((part) => names.includes(part));
  const commandOrControl = has('cmdorctrl', 'commandorcontrol');
  return {
    key: KEY_NAMES[key] ?? key,
    ctrl: has('ctrl', 'control') || (commandOrControl && !isMac),
    meta: has('cmd', 'command', 'super', 'meta') || (commandOrControl && isMac),
    alt: has('alt', 'option', 'altgr'),
    shift: has('shift'),
  };
}
