import { create } from 'zustand';
import { COMMANDS, type CommandId } from '../../shared/ipc/commands.ts';
import {
  assignShortcuts,
  COMMAND_IDS,
  formatKeys,
  isSymbolKey,
  type Keys,
  parseKeys,
  type Shortcuts,
} from '../../shared/ipc/shortcuts.ts';
import type { ui } from '../locales/en/ui.ts';
import { words } from '../locales/words.ts';
import styles from './screen-parts.module.css';

const t = words('ui');

export const isMac = (): boolean => /mac/i.test(navigator.userAgent);

interface NamedKey {
  readonly key: string;
  readonly label: string;
}

const namedKey = (key: string, name: keyof typeof ui.keyNames): NamedKey => ({
  key,
  get label() {
    return t(`keyNames.${name}`);
  },
});

const NAMED_KEYS: Readonly<Record<string, NamedKey>> = {
  Plus: { key: '+', label: '+' },
  Space: namedKey(' ', 'Space'),
  Enter: { key: 'Enter', label: '↵' },
  Tab: { key: 'Tab', label: 'Tab' },
  Escape: { key: 'Escape', label: 'Esc' },
  Up: { key: 'ArrowUp', label: '↑' },
  Down: { key: 'ArrowDown', label: '↓' },
  Left: { key: 'ArrowLeft', label: '←' },
  Right: { key: 'ArrowRight', label: '→' },
  Home: namedKey('Home', 'Home'),
  End: namedKey('End', 'End'),
  PageUp: namedKey('PageUp', 'PageUp'),
  PageDown: namedKey('PageDown', 'PageDown'),
  Backspace: { key: 'Backspace', label: '⌫' },
  Delete: namedKey('Delete', 'Delete'),
  Insert: namedKey('Insert', 'Insert'),
};

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

export const useShortcuts = create<Shortcuts>()(() => assignShortcuts({}));

/** ⌘ replaces Ctrl on a Mac. */
export function isPressed(accelerator: string, press: KeyPress, mac: boolean): boolean {
  const keys = parseKeys(accelerator);
  if (!keys) return false;
  const { command, shift, alt, key } = keys;
  const [held, other] = mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  if (held !== command || other || press.altKey !== alt) return false;
  // On some keyboards, symbols such as / require Shift, so only the symbol is compared.
  if (!isSymbolKey(key) && press.shiftKey !== shift) return false;
  return keyMatches(key, press);
}

function keyMatches(key: string, press: KeyPress): boolean {
  const named = NAMED_KEYS[key];
  if (named) return press.key === named.key;
  if (press.key.toLowerCase() === key.toLowerCase()) return true;
  // Alt and non-Latin layouts change the character, so the physical key is compared.
  return !isLatin(press.key) && (press.code === `Key${key}` || press.code === `Digit${key}`);
}

const isLatin = (key: string): boolean => /^[\x20-\x7e]$/.test(key);

export function pressedCommand(press: KeyPress, mac: boolean): CommandId | null {
  const { keys } = useShortcuts.getState();
  return (
    COMMAND_IDS.find((id) => keys[id] !== null && isPressed(keys[id], press, mac)) ??
    COMMAND_IDS.find((id) => {
      const command: { readonly menu: string; readonly also?: string } = COMMANDS[id];
      return command.also !== undefined && isPressed(command.also, press, mac);
    }) ??
    null
  );
}

export type ReadPress =
  | { readonly kind: 'keys'; readonly keys: Keys }
  | { readonly kind: 'held' }
  /** The Windows key, Ctrl on a Mac, AltGr, or a key without a name. */
  | { readonly kind: 'unknown' };

const MODIFIER_KEYS = new Set(['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'CapsLock', 'Fn', 'OS']);

/** `altGraph` is true while AltGr is pressed. On many keyboards, AltGr is used to type characters. */
export function readPress(press: KeyPress, mac: boolean, altGraph: boolean): ReadPress {
  if (MODIFIER_KEYS.has(press.key)) return { kind: 'held' };
  const [command, other] = mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  const key = keyName(press);
  if (other || altGraph || key === null) return { kind: 'unknown' };
  const keys = { command, alt: press.altKey, shift: press.shiftKey && !isSymbolKey(key), key };
  return parseKeys(formatKeys(keys)) ? { kind: 'keys', keys } : { kind: 'unknown' };
}

function keyName({ key, code }: KeyPress): string | null {
  const named = Object.entries(NAMED_KEYS).find((entry) => entry[1].key === key)?.[0];
  if (named) return named;
  if (isLatin(key)) return key.toUpperCase();
  if (/^F\d+$/.test(key)) return key;
  return /^(?:Key([A-Z])|Digit(\d))$/.exec(code)?.slice(1).find(Boolean) ?? null;
}

export const heldKey = (mac: boolean): string => (mac ? '⌘' : t('keyNames.Ctrl'));

/** Formats a shortcut: `Ctrl Shift K`, or `⇧⌘K` on a Mac. */
export function acceleratorLabel(accelerator: string, mac: boolean): string {
  const keys = parseKeys(accelerator);
  if (!keys) return accelerator;
  const { command, shift, alt, key } = keys;
  const last = NAMED_KEYS[key]?.label ?? key;
  if (mac) return `${alt ? '⌥' : ''}${shift ? '⇧' : ''}${command ? '⌘' : ''}${last}`;
  return [command && t('keyNames.Ctrl'), alt && 'Alt', shift && t('keyNames.Shift'), last].filter(Boolean).join(' ');
}

export function shortcutLabel(id: CommandId): string | null {
  const accelerator = useShortcuts.getState().keys[id];
  return accelerator === null ? null : acceleratorLabel(accelerator, isMac());
}

export const useShortcutLabel = (id: CommandId): string | null => useShortcuts(() => shortcutLabel(id));

export function Kbd({ keys }: { readonly keys: string }) {
  return <kbd className={styles.kbd}>{keys === 'Space' ? t('keyNames.Space') : keys}</kbd>;
}

export function CommandKeys({ id }: { readonly id: CommandId }) {
  const label = useShortcutLabel(id);
  return label === null ? null : <Kbd keys={label} />;
}

interface KeyListProps {
  readonly label: string;
  readonly level: 3 | 4;
  readonly rows: readonly { readonly what: string; readonly keys: readonly string[] | CommandId }[];
}

/** A section that lists keys and what they do. */
export function KeyList({ label, level, rows }: KeyListProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={styles.keyList}>
      <Heading className="label">{label}</Heading>
      <dl>
        {rows.map(({ what, keys }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {typeof keys === 'string' ? <CommandKeys id={keys} /> : keys.map((key) => <Kbd key={key} keys={key} />)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
