import { Button } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, useMemo, useState } from 'react';
import { COMMANDS, type CommandId } from '../../../shared/ipc/commands.ts';
import {
  type ChangedShortcuts,
  type Clash,
  COMMAND_IDS,
  isChanged,
  ownKeys,
  type Shortcuts,
  withKeys,
  withKeysTakenOver,
} from '../../../shared/ipc/shortcuts.ts';
import { useChangePreferences, useViewPreferences } from '../../ui/preferences.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { acceleratorLabel, isMac, Kbd, shortcutLabel, useShortcuts } from '../../ui/shortcuts.tsx';
import { notify } from '../../ui/toast.tsx';
import { commandName, menuName } from '../../ui/wording/command-words.ts';
import { PLAYER_KEYS, REVIEW_KEYS } from '../../ui/wording/review-keys.ts';
import { Part } from '../part.tsx';
import { type RowActions, ShortcutRow, useEdits, type Wanted } from './shortcut-row.tsx';
import styles from './shortcuts.module.css';

/** Every command with its keys, which can be others. */
export function ShortcutsSection() {
  const { shortcuts: changed } = useViewPreferences();
  const shortcuts = useShortcuts();
  const wanted = useEdits((edits) => edits.wanted);
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState<CommandId | null>(null);
  const actions = useActions(changed);
  const ids = useMemo(
    () => found(query, (id) => (shortcuts.keys[id] === null ? '' : (shortcutLabel(id) ?? ''))),
    [query, shortcuts],
  );
  const conflicts = conflictsOf(shortcuts, wanted);
  const reachable = current !== null && ids.includes(current) ? current : ids[0];
  const menus = [...new Set(ids.map((id) => COMMANDS[id].menu))];
  return (
    <Part
      title="Shortcuts"
      intro="Choose a command’s keys, then press the new ones. Menu, palette, hints and the list of shortcuts follow."
      actions={
        <Button disabled={!hasChanges(changed)} onClick={actions.resetAll}>
          Reset all
        </Button>
      }
    >
      <SearchField
        label="Find a command"
        placeholder="A command, a menu, or keys such as Ctrl K"
        value={query}
        onChange={setQuery}
      />
      {conflicts.found.length > 0 && <Conflicts conflicts={conflicts.found} actions={actions} />}
      {ids.length === 0 && <p className="dim">No command is called that, and none has such keys.</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows lead from row to row; each is a button */}
      <div
        className={styles.menus}
        onKeyDown={walk}
        onFocus={(event: FocusEvent) => {
          const row = event.target.closest<HTMLElement>('[data-row]')?.dataset['row'];
          setCurrent(ids.find((id) => id === row) ?? null);
        }}
      >
        {menus.map((menu) => (
          <section key={menu} aria-label={menuName(menu)}>
            <h3 className="label">{menuName(menu)}</h3>
            <ul className={styles.rows}>
              {ids
                .filter((id) => COMMANDS[id].menu === menu)
                .map((id) => (
                  <ShortcutRow
                    key={id}
                    id={id}
                    isChanged={isChanged(changed, id)}
                    conflict={conflicts.pressed.find((clash) => clash.id === id)}
                    isCurrent={id === reachable}
                    actions={actions}
                  />
                ))}
            </ul>
          </section>
        ))}
      </div>
      <FixedKeys />
    </Part>
  );
}

/** From row to row by the arrows. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.contains(event.target as Node));
  const next = rows[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.querySelector<HTMLElement>('button')?.focus();
}

interface Actions extends RowActions {
  /** Leaves a command without the keys that another one has. */
  readonly giveUp: (clash: Clash) => void;
  readonly resetAll: () => void;
}

/** Each says what it did, with the way back. */
function useActions(changed: ChangedShortcuts): Actions {
  const change = useChangePreferences();
  const { forget } = useEdits.getState();
  const apply = (next: ChangedShortcuts, message: string) => {
    change({ shortcuts: { ...next } });
    notify(message, { id: 'shortcuts', undo: { run: () => change({ shortcuts: { ...changed } }) } });
  };
  const nameOf = (id: CommandId) => commandName(id).replace(/…$/, '');
  const written = (accelerator: string) => acceleratorLabel(accelerator, isMac());
  return {
    set(id, accelerator) {
      forget(id);
      const message =
        accelerator === null ? `“${nameOf(id)}” has no keys.` : `“${nameOf(id)}” is now ${written(accelerator)}.`;
      apply(withKeys(changed, id, accelerator), message);
    },
    takeOver(id, accelerator) {
      forget(id);
      const holder = useShortcuts.getState().keys;
      const loser = (Object.keys(holder) as CommandId[]).find((other) => other !== id && holder[other] === accelerator);
      const rest = loser ? ` “${nameOf(loser)}” has no keys.` : '';
      apply(withKeysTakenOver(changed, id, accelerator), `“${nameOf(id)}” is now ${written(accelerator)}.${rest}`);
    },
    reset(id) {
      forget(id);
      apply(withKeys(changed, id, ownKeys(id)), `“${nameOf(id)}” has its own keys again.`);
    },
    leave: ({ id }) => forget(id),
    giveUp: ({ id, accelerator }) =>
      apply(withKeys(changed, id, null), `“${nameOf(id)}” has no keys; ${written(accelerator)} stays.`),
    resetAll() {
      for (const { id } of useEdits.getState().wanted) forget(id);
      apply(withoutChanges(changed), 'All commands have their own keys again.');
    },
  };
}

/** All keys that two commands have by what was chosen before, at once. */
function Conflicts({ conflicts, actions }: { readonly conflicts: readonly Clash[]; readonly actions: Actions }) {
  return (
    <section aria-label="Conflicts" className={styles.conflicts}>
      <strong>
        {conflicts.length === 1 ? 'One shortcut is' : `${conflicts.length} shortcuts are`} wanted by two commands.
      </strong>
      <ul>
        {conflicts.map((clash) => (
          <li key={clash.id}>
            <span>
              {acceleratorLabel(clash.accelerator, isMac())}: “{commandName(clash.id)}” wants it, “
              {commandName(clash.holder)}” has it.
            </span>
            <Button size="compact-xs" onClick={() => actions.takeOver(clash.id, clash.accelerator)}>
              Give it to “{commandName(clash.id)}”
            </Button>
            <Button size="compact-xs" onClick={() => actions.giveUp(clash)}>
              Leave it to “{commandName(clash.holder)}”
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const held = (): string => (isMac() ? '⌘' : 'Ctrl ');

/** Keys that stay as they are, each with the place where it counts. */
function FixedKeys() {
  const text = [
    { keys: [`${held()}Z`, `${held()}Y`], what: 'undo, redo' },
    { keys: [`${held()}X`, `${held()}C`, `${held()}V`], what: 'cut, copy, paste' },
    { keys: [`${held()}A`], what: 'select all' },
  ];
  return (
    <section className={styles.fixed} aria-label="Keys that stay as they are">
      <h3>Keys that stay as they are</h3>
      <p className="dim">
        They are the system’s, or single letters that count only where the focus is: no command can be given by them.
      </p>
      <div className={styles.groups}>
        <Group label="In every text" keys={text} />
        <Group label="In the table of takes" keys={REVIEW_KEYS} />
        <Group label="Player" keys={PLAYER_KEYS} />
      </div>
    </section>
  );
}

interface GroupProps {
  readonly label: string;
  readonly keys: readonly { readonly keys: readonly string[]; readonly what: string }[];
}

function Group({ label, keys }: GroupProps) {
  return (
    <div>
      <h4 className="label">{label}</h4>
      <dl>
        {keys.map((one) => (
          <div key={one.what}>
            <dt>{one.what}</dt>
            <dd>
              {one.keys.map((key) => (
                <Kbd key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Who wants whose keys, at present. Each is shown once. */
interface Conflicts {
  /** By what was pressed: shown where it was. */
  readonly pressed: readonly Clash[];
  /** What two Lecterns, or two choices, gave twice: shown above all rows. */
  readonly found: readonly Clash[];
}

function conflictsOf({ keys, clashes }: Shortcuts, wanted: readonly Wanted[]): Conflicts {
  const pressed = wanted.flatMap(({ id, accelerator }) => {
    const holder = COMMAND_IDS.find((other) => other !== id && keys[other] === accelerator);
    return holder ? [{ id, accelerator, holder }] : [];
  });
  return { pressed, found: clashes.filter(({ id }) => !pressed.some((other) => other.id === id)) };
}

/** The commands that answer what is typed: in their name, their menu or their keys. */
function found(query: string, keyLabel: (id: CommandId) => string): readonly CommandId[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return COMMAND_IDS.filter((id) => {
    const text = `${commandName(id)} ${menuName(COMMANDS[id].menu)} ${keyLabel(id)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Whether anything is other than the table has it. */
const hasChanges = (changed: ChangedShortcuts): boolean => COMMAND_IDS.some((id) => Object.hasOwn(changed, id));

/** Without any change of commands that are known here; what another Lectern knows stays. */
const withoutChanges = (changed: ChangedShortcuts): ChangedShortcuts =>
  Object.fromEntries(Object.entries(changed).filter(([name]) => !COMMAND_IDS.some((id) => id === name)));
