// Which keys give which command: the table's own, and what a producer changed. Keys are in Electron's notation,
// `CmdOrCtrl+Alt+Shift+K`: held keys in this order, then one key. On a Mac the command key takes the place of Ctrl.
import { z } from 'zod';
import { COMMANDS, type CommandId } from './commands.ts';

/**
 * What a producer changed, by the command's name; null: it has no keys. Names that this Lectern does not know stay, for
 * the one that does.
 */
export const changedShortcutsSchema = z.record(z.string().min(1).max(80), z.string().max(60).nullable());
export type ChangedShortcuts = Readonly<z.infer<typeof changedShortcutsSchema>>;

/** Keys taken apart. */
export interface Keys {
  readonly command: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  /** A letter, a digit, a sign, `Plus`, `F5`, or a named key such as `Space` or `Down`. */
  readonly key: string;
}

const NAMED = 'Plus|Space|Enter|Tab|Escape|Up|Down|Left|Right|Home|End|PageUp|PageDown|Backspace|Delete|Insert';
const NOTATION = new RegExp(
  `^(CmdOrCtrl\\+)?(Alt\\+)?(Shift\\+)?([A-Z0-9]|[!-/:-@[-\`{-~]|F(?:[1-9]|1[0-9])|${NAMED})$`,
);

/** @returns null for what is not in the notation */
export function parseKeys(accelerator: string): Keys | null {
  const match = NOTATION.exec(accelerator);
  if (!match) return null;
  const [, command, alt, shift, key = ''] = match;
  return key === '+'
    ? null
    : { command: command !== undefined, alt: alt !== undefined, shift: shift !== undefined, key };
}

/** A sign may need Shift on one keyboard and not on another: the sign alone decides. */
export const isSign = (key: string): boolean => key === 'Plus' || !/^\w+$/.test(key);

export function formatKeys({ command, alt, shift, key }: Keys): string {
  const held = [command && 'CmdOrCtrl', alt && 'Alt', shift && !isSign(key) && 'Shift'];
  return [...held.filter(Boolean), key].join('+');
}

/** Why keys can't be given to a command. */
export type KeysRefusal =
  /** They type a character, or open a menu by its letter. */
  | 'types'
  /** Every text is edited by them. */
  | 'edits'
  /** One goes through the window by them. */
  | 'moves'
  /** The system, or the window itself, has them. */
  | 'system';

const EDITING = new Set(['A', 'C', 'V', 'X', 'Y', 'Z', 'Left', 'Right', 'Up', 'Down']);
const EDITING_WITH_SHIFT = new Set(['V', 'Z', 'Left', 'Right', 'Up', 'Down']);
const EDITING_ALWAYS = new Set(['Home', 'End', 'Backspace', 'Delete', 'Insert']);
/** The script’s text takes its cursor back by them. */
const EDITING_SCRIPT = 'U';
/** Quit, close, minimise, hide; the sizes of the page. */
const OF_THE_SYSTEM = new Set(['Q', 'W', 'M', 'H', 'Plus', '-', '=', '_']);
/** The menu bar and the full screen. */
const FUNCTION_KEYS_OF_THE_SYSTEM = new Set(['F10', 'F11']);

/** @returns null where a command may have them */
export function refusalOf(keys: Keys): KeysRefusal | null {
  const { command, alt, shift, key } = keys;
  if (key === 'Tab' || key === 'Escape') return 'moves';
  if (EDITING_ALWAYS.has(key)) return 'edits';
  if (/^F\d+$/.test(key)) return FUNCTION_KEYS_OF_THE_SYSTEM.has(key) || alt ? 'system' : null;
  if (!command) return alt || key.length === 1 || key === 'Space' || key === 'Plus' ? 'types' : 'moves';
  const editing = shift ? EDITING_WITH_SHIFT : EDITING;
  if ((!alt && editing.has(key)) || key === EDITING_SCRIPT) return 'edits';
  if (!alt && !shift && OF_THE_SYSTEM.has(key)) return 'system';
  return null;
}

/** Two commands want the same keys; one has them. */
export interface Clash {
  /** It goes without. */
  readonly id: CommandId;
  readonly accelerator: string;
  readonly holder: CommandId;
}

export interface Shortcuts {
  /** The keys of each command; null: none. No two have the same. */
  readonly keys: Readonly<Record<CommandId, string | null>>;
  /** Such as where a new Lectern gives keys to a command that the producer has given to another. */
  readonly clashes: readonly Clash[];
}

export const COMMAND_IDS = Object.keys(COMMANDS) as CommandId[];

/** The keys that a command has of its own. */
export function ownKeys(id: CommandId): string | null {
  const command = COMMANDS[id];
  return 'accelerator' in command ? command.accelerator : null;
}

/** Whether a producer has changed a command's keys to something that can be. */
export function isChanged(changed: ChangedShortcuts, id: CommandId): boolean {
  const wanted = Object.hasOwn(changed, id) ? changed[id] : undefined;
  if (wanted === undefined || wanted === ownKeys(id)) return false;
  if (wanted === null) return true;
  const keys = parseKeys(wanted);
  return keys !== null && formatKeys(keys) === wanted && refusalOf(keys) === null;
}

/** Gives each command its keys: first what the producer chose, then what is left of the commands' own. */
export function assignShortcuts(changed: ChangedShortcuts): Shortcuts {
  const keys = Object.fromEntries(COMMAND_IDS.map((id) => [id, null])) as Record<CommandId, string | null>;
  const holders = new Map<string, CommandId>();
  const clashes: Clash[] = [];
  const give = (id: CommandId, accelerator: string | null | undefined) => {
    if (accelerator == null) return;
    const holder = holders.get(accelerator);
    if (holder) clashes.push({ id, accelerator, holder });
    else {
      holders.set(accelerator, id);
      keys[id] = accelerator;
    }
  };
  for (const id of COMMAND_IDS) if (isChanged(changed, id)) give(id, changed[id]);
  for (const id of COMMAND_IDS) if (!isChanged(changed, id)) give(id, ownKeys(id));
  return { keys, clashes };
}

/** With other keys for a command, or none. What it had as its own is no change. */
export function withKeys(changed: ChangedShortcuts, id: CommandId, accelerator: string | null): ChangedShortcuts {
  const { [id]: _before, ...others } = changed;
  return accelerator === ownKeys(id) ? others : { ...others, [id]: accelerator };
}

/** Gives a command keys, taking them from any other command that has or wants them. */
export function withKeysTakenOver(changed: ChangedShortcuts, id: CommandId, accelerator: string): ChangedShortcuts {
  let taken = changed;
  for (const other of COMMAND_IDS) {
    const wanted = isChanged(taken, other) ? taken[other] : ownKeys(other);
    if (other !== id && wanted === accelerator) taken = withKeys(taken, other, null);
  }
  return withKeys(taken, id, accelerator);
}
