// Shortcuts in Electron's notation: matched against key presses, and written for people.
import { COMMANDS, type CommandId } from '../../shared/ipc/commands.ts';

const NAMED_KEYS: Readonly<Record<string, { readonly key: string; readonly label: string }>> = {
  Space: { key: ' ', label: 'Space' },
  Enter: { key: 'Enter', label: '↵' },
  Up: { key: 'ArrowUp', label: '↑' },
  Down: { key: 'ArrowDown', label: '↓' },
  Left: { key: 'ArrowLeft', label: '←' },
  Right: { key: 'ArrowRight', label: '→' },
};

interface Shortcut {
  readonly command: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  /** The last part: a letter, a digit, a sign or a named key. */
  readonly key: string;
}

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

function parse(accelerator: string): Shortcut {
  const parts = accelerator.split('+');
  return {
    command: parts.includes('CmdOrCtrl'),
    shift: parts.includes('Shift'),
    alt: parts.includes('Alt'),
    key: parts.at(-1) ?? '',
  };
}

/** Whether a press is this shortcut. On a Mac the command key takes the place of Ctrl. */
export function isPressed(accelerator: string, press: KeyPress, mac: boolean): boolean {
  const { command, shift, alt, key } = parse(accelerator);
  const [held, other] = mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  if (held !== command || other || press.altKey !== alt) return false;
  // A sign such as / may need Shift on some keyboards: there the sign decides.
  if (/^[\w]+$/.test(key) && press.shiftKey !== shift) return false;
  return keyMatches(key, press);
}

function keyMatches(key: string, press: KeyPress): boolean {
  const named = NAMED_KEYS[key];
  if (named) return press.key === named.key;
  if (press.key.toLowerCase() === key.toLowerCase()) return true;
  // Alt and other alphabets make other characters of a letter's key: there its place decides.
  const isLatin = /^[\x20-\x7e]$/.test(press.key);
  return !isLatin && (press.code === `Key${key}` || press.code === `Digit${key}`);
}

const byAccelerator = Object.entries(COMMANDS).flatMap(([id, command]) =>
  'accelerator' in command ? [{ id: id as CommandId, accelerator: command.accelerator }] : [],
);

/** The command whose shortcut was pressed, or null. */
export const pressedCommand = (press: KeyPress, mac: boolean): CommandId | null =>
  byAccelerator.find(({ accelerator }) => isPressed(accelerator, press, mac))?.id ?? null;

/** A shortcut as people write it: `Ctrl Shift K`, on a Mac `⇧⌘K`. */
export function acceleratorLabel(accelerator: string, mac: boolean): string {
  const { command, shift, alt, key } = parse(accelerator);
  const last = NAMED_KEYS[key]?.label ?? key;
  if (mac) return `${alt ? '⌥' : ''}${shift ? '⇧' : ''}${command ? '⌘' : ''}${last}`;
  return [command && 'Ctrl', alt && 'Alt', shift && 'Shift', last].filter(Boolean).join(' ');
}
