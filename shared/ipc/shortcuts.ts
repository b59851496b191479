// Keys are in Electron's notation, `CmdOrCtrl+Alt+Shift+K`: modifiers in this order, then one key.
import { z } from 'zod';
import { COMMANDS, type CommandId } from './commands.ts';

/** Changed shortcuts by command id; null removes the shortcut. Ids that only other versions know are kept. */
export const changedShortcutsSchema = z.record(z.string().min(1).max(80), z.string().max(60).nullable());
export type ChangedShortcuts = Readonly<z.infer<typeof changedShortcutsSchema>>;

export interface Keys {
  readonly command: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  /** A letter, a digit, a symbol, `Plus`, `F5`, or a named key such as `Space` or `Down`. */
  readonly key: string;
}

const NAMED_KEYS = 'Plus|Space|Enter|Tab|Escape|Up|Down|Left|Right|Home|End|PageUp|PageDown|Backspace|Delete|Insert';
const NOTATION = new RegExp(
  `^(CmdOrCtrl\\+)?(Alt\\+)?(Shift\\+)?([A-Z0-9]|[!-/:-@[-\`{-~]|F(?:[1-9]|1[0-9])|${NAMED_KEYS})$`,
);

/** @returns null if the notation is invalid */
export function parseKeys(accelerator: string): Keys | null {
  const match = NOTATION.exec(accelerator);
  if (!match) return null;
  const [, command, alt, shift, key = ''] = match;
  return key === '+'
    ? null
    : { command: command !== undefined, alt: alt !== undefined, shift: shift !== undefined, key };
}

/** Returns whether a key is a symbol. Shift is ignored for symbols, because it depends on the keyboard layout. */
export const isSymbolKey = (key: string): boolean => key === 'Plus' || !/^\w+$/.test(key);

export function formatKeys({ command, alt, shift, key }: Keys): string {
  const modifiers = [command && 'CmdOrCtrl', alt && 'Alt', shift && !isSymbolKey(key) && 'Shift'];
  return [...modifiers.filter(Boolean), key].join('+');
}

export type ShortcutProblem = 'types' | 'edits' | 'moves' | 'system';

const EDITING = new Set(['A', 'C', 'V', 'X', 'Y', 'Z', 'Left', 'Right', 'Up', 'Down']);
const EDITING_WITH_SHIFT = new Set(['V', 'Z', 'Left', 'Right', 'Up', 'Down']);
const EDITING_ALWAYS = new Set(['Home', 'End', 'Backspace', 'Delete', 'Insert']);
/** Ctrl+U undoes the last cursor movement in the script editor. */
const EDITING_SCRIPT = 'U';
/** Keys that quit, close, minimise, hide and zoom. */
const SYSTEM_KEYS = new Set(['Q', 'W', 'M', 'H', 'Plus', '-', '=', '_']);
/** Keys for the menu bar and full screen. */
const SYSTEM_FUNCTION_KEYS = new Set(['F10', 'F11']);

export function shortcutProblem(keys: Keys): ShortcutProblem | null {
  const { command, alt, shift, key } = keys;
  if (key === 'Tab' || key === 'Escape') return 'moves';
  if (EDITING_ALWAYS.has(key)) return 'edits';
  if (/^F\d+$/.test(key)) return SYSTEM_FUNCTION_KEYS.has(key) || alt ? 'system' : null;
  if (!command) return alt || key.length === 1 || key === 'Space' || key === 'Plus' ? 'types' : 'moves';
  const editing = shift ? EDITING_WITH_SHIFT : EDITING;
  if ((!alt && editing.has(key)) || key === EDITING_SCRIPT) return 'edits';
  if (!alt && !shift && SYSTEM_KEYS.has(key)) return 'system';
  return null;
}

export interface ConflictingShortcut {
  readonly id: CommandId;
  readonly accelerator: string;
  readonly holder: CommandId;
}

export interface Shortcuts {
  readonly keys: Readonly<Record<CommandId, string | null>>;
  /** Shortcuts clash if an update adds a default shortcut that the producer has assigned to another command. */
  readonly clashes: readonly ConflictingShortcut[];
}

export const COMMAND_IDS = Object.keys(COMMANDS) as CommandId[];

export function defaultShortcut(id: CommandId): string | null {
  const command = COMMANDS[id];
  return 'accelerator' in command ? command.accelerator : null;
}

export function isChanged(changed: ChangedShortcuts, id: CommandId): boolean {
  const assigned = Object.hasOwn(changed, id) ? changed[id] : undefined;
  if (assigned === undefined || assigned === defaultShortcut(id)) return false;
  if (assigned === null) return true;
  const keys = parseKeys(assigned);
  return keys !== null && formatKeys(keys) === assigned && shortcutProblem(keys) === null;
}

/** The producer's choices take precedence over defaults. */
export function assignShortcuts(changed: ChangedShortcuts): Shortcuts {
  const keys = Object.fromEntries(COMMAND_IDS.map((id) => [id, null])) as Record<CommandId, string | null>;
  const holders = new Map<string, CommandId>();
  const clashes: ConflictingShortcut[] = [];
  const assign = (id: CommandId, accelerator: string | null | undefined) => {
    if (accelerator == null) return;
    const holder = holders.get(accelerator);
    if (holder) clashes.push({ id, accelerator, holder });
    else {
      holders.set(accelerator, id);
      keys[id] = accelerator;
    }
  };
  for (const id of COMMAND_IDS) if (isChanged(changed, id)) assign(id, changed[id]);
  for (const id of COMMAND_IDS) if (!isChanged(changed, id)) assign(id, defaultShortcut(id));
  return { keys, clashes };
}

/**
 * Returns the changes after setting a command's shortcut or removing it. Restoring the default removes the command's
 * entry.
 */
export function withShortcut(changed: ChangedShortcuts, id: CommandId, accelerator: string | null): ChangedShortcuts {
  const { [id]: _before, ...others } = changed;
  return accelerator === defaultShortcut(id) ? others : { ...others, [id]: accelerator };
}

export function reassignShortcut(changed: ChangedShortcuts, id: CommandId, accelerator: string): ChangedShortcuts {
  let changes = changed;
  for (const other of COMMAND_IDS) {
    const assigned = isChanged(changes, other) ? changes[other] : defaultShortcut(other);
    if (other !== id && assigned === accelerator) changes = withShortcut(changes, other, null);
  }
  return withShortcut(changes, id, accelerator);
}
