// What is being done to the shortcuts: keys that wait for a decision, because another command has them.
import { create } from 'zustand';
import { COMMANDS, type CommandId } from '../../../shared/ipc/commands.ts';
import {
  type ChangedShortcuts,
  type Clash,
  COMMAND_IDS,
  formatKeys,
  type KeysRefusal,
  refusalOf,
  type Shortcuts,
} from '../../../shared/ipc/shortcuts.ts';
import type { ReadPress } from '../../ui/shortcuts.tsx';

/** What came of a press. */
export type PressOutcome =
  | { readonly kind: 'free'; readonly accelerator: string }
  | { readonly kind: 'taken'; readonly accelerator: string }
  | { readonly kind: 'refused'; readonly reason: KeysRefusal | 'unknown'; readonly accelerator: string | null }
  | { readonly kind: 'held' };

/** What a press means for a command. */
export function outcomeOf(press: ReadPress, id: CommandId, { keys }: Shortcuts): PressOutcome {
  if (press.kind === 'held') return { kind: 'held' };
  if (press.kind === 'unknown') return { kind: 'refused', reason: 'unknown', accelerator: null };
  const accelerator = formatKeys(press.keys);
  const reason = refusalOf(press.keys);
  if (reason !== null) return { kind: 'refused', reason, accelerator };
  const isFree = COMMAND_IDS.every((other) => other === id || keys[other] !== accelerator);
  return { kind: isFree ? 'free' : 'taken', accelerator };
}

/** Keys that were pressed for a command and are another's. */
interface Wanted {
  readonly id: CommandId;
  readonly accelerator: string;
}

interface EditsState {
  /** The command whose keys are being pressed. */
  readonly recording: CommandId | null;
  readonly wanted: readonly Wanted[];
  record(id: CommandId | null): void;
  want(id: CommandId, accelerator: string): void;
  forget(id: CommandId): void;
}

export const useEdits = create<EditsState>()((set) => ({
  recording: null,
  wanted: [],
  record: (recording) => set({ recording }),
  want: (id, accelerator) =>
    set(({ wanted }) => ({ wanted: [...wanted.filter((other) => other.id !== id), { id, accelerator }] })),
  forget: (id) => set(({ wanted }) => ({ wanted: wanted.filter((other) => other.id !== id) })),
}));

/** Who wants whose keys, at present. Each is shown once. */
interface Conflicts {
  /** By what was pressed: shown where it was. */
  readonly pressed: readonly Clash[];
  /** What two Lecterns, or two choices, gave twice: shown above all rows. */
  readonly found: readonly Clash[];
}

export function conflictsOf({ keys, clashes }: Shortcuts, wanted: readonly Wanted[]): Conflicts {
  const pressed = wanted.flatMap(({ id, accelerator }) => {
    const holder = COMMAND_IDS.find((other) => other !== id && keys[other] === accelerator);
    return holder ? [{ id, accelerator, holder }] : [];
  });
  return { pressed, found: clashes.filter(({ id }) => !pressed.some((other) => other.id === id)) };
}

/** The commands that answer what is typed: in their name, their menu or their keys. */
export function found(query: string, keyLabel: (id: CommandId) => string): readonly CommandId[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return COMMAND_IDS.filter((id) => {
    const text = `${COMMANDS[id].label} ${COMMANDS[id].menu} ${keyLabel(id)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Whether anything is other than the table has it. */
export const hasChanges = (changed: ChangedShortcuts): boolean => COMMAND_IDS.some((id) => Object.hasOwn(changed, id));

/** Without any change of commands that are known here; what another Lectern knows stays. */
export const withoutChanges = (changed: ChangedShortcuts): ChangedShortcuts =>
  Object.fromEntries(Object.entries(changed).filter(([name]) => !COMMAND_IDS.some((id) => id === name)));
