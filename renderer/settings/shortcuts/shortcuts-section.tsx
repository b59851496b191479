import { Button, Stack } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, useMemo, useState } from 'react';
import { COMMANDS, type CommandId } from '../../../shared/ipc/commands.ts';
import {
  type ChangedShortcuts,
  COMMAND_IDS,
  type ConflictingShortcut,
  defaultShortcut,
  isChanged,
  reassignShortcut,
  type Shortcuts,
  withShortcut,
} from '../../../shared/ipc/shortcuts.ts';
import { createWordFinder } from '../../../shared/rules/search-pattern.ts';
import type { MessageKey } from '../../../shared/words/words.ts';
import type { settings } from '../../locales/en/settings.ts';
import { words } from '../../locales/words.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { notify } from '../../ui/overlays/toast.tsx';
import { useChangePreferences, useViewPreferences } from '../../ui/preferences.ts';
import { acceleratorLabel, heldKey, isMac, KeyList, shortcutLabel, useShortcuts } from '../../ui/shortcuts.tsx';
import { commandName, menuName } from '../../ui/wording/command-words.ts';
import { PLAYER_KEYS, REVIEW_KEYS } from '../../ui/wording/review-keys.ts';
import { Part } from '../part.tsx';
import { type RowActions, type ShortcutConflict, ShortcutRow, useEdits } from './shortcut-row.tsx';
import styles from './shortcuts.module.css';

const t = words('settings');

export function ShortcutsSection() {
  const { shortcuts: changed } = useViewPreferences();
  const shortcuts = useShortcuts();
  const wanted = useEdits((edits) => edits.wanted);
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState<CommandId | null>(null);
  const actions = useActions(changed);
  const ids = useMemo(
    () => matchingCommands(query, (id) => (shortcuts.keys[id] === null ? '' : (shortcutLabel(id) ?? ''))),
    [query, shortcuts],
  );
  const conflicts = conflictsOf(shortcuts, wanted);
  const reachable = current !== null && ids.includes(current) ? current : ids[0];
  const menus = [...new Set(ids.map((id) => COMMANDS[id].menu))];
  return (
    <Part
      title={t('part.shortcuts')}
      intro={t('shortcuts.intro')}
      actions={
        <Button disabled={!hasChanges(changed)} onClick={actions.resetAll}>
          {t('shortcuts.resetAll')}
        </Button>
      }
    >
      <SearchField
        label={t('shortcuts.find')}
        placeholder={t('shortcuts.findHint')}
        value={query}
        onChange={setQuery}
      />
      {conflicts.found.length > 0 && <Conflicts conflicts={conflicts.found} actions={actions} />}
      {ids.length === 0 && <p className="dim">{t('shortcuts.notFound')}</p>}
      <Stack
        gap="var(--gap-6)"
        onKeyDown={moveFocus}
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
      </Stack>
      <FixedKeys />
    </Part>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.contains(event.target as Node));
  const next = rows[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.querySelector<HTMLElement>('button')?.focus();
}

type CommandWithEllipsis = MessageKey<(typeof settings)['shortcuts']['named']>;
const WITH_ELLIPSIS: ReadonlySet<CommandId> = new Set<CommandWithEllipsis>([
  'project.new',
  'project.open',
  'project.import',
  'project.importClipboard',
  'project.importRecording',
  'export.open',
  'review.retrySuspicious',
  'review.exportNotes',
  'review.importPickups',
]);
const hasEllipsis = (id: CommandId): id is CommandWithEllipsis => WITH_ELLIPSIS.has(id);

const nameInSentence = (id: CommandId): string => (hasEllipsis(id) ? t(`shortcuts.named.${id}`) : commandName(id));

interface Actions extends RowActions {
  readonly giveUp: (clash: ConflictingShortcut) => void;
  readonly resetAll: () => void;
}

function useActions(changed: ChangedShortcuts): Actions {
  const change = useChangePreferences();
  const { forget } = useEdits.getState();
  const apply = (next: ChangedShortcuts, message: string) => {
    change({ shortcuts: { ...next } });
    notify(message, { id: 'shortcuts', undo: { run: () => change({ shortcuts: { ...changed } }) } });
  };
  const written = (accelerator: string) => acceleratorLabel(accelerator, isMac());
  return {
    set(id, accelerator) {
      forget(id);
      const command = nameInSentence(id);
      const message =
        accelerator === null
          ? t('shortcuts.done.removed', { command })
          : t('shortcuts.done.set', { command, keys: written(accelerator) });
      apply(withShortcut(changed, id, accelerator), message);
    },
    takeOver(id, accelerator) {
      forget(id);
      const holder = useShortcuts.getState().keys;
      const loser = (Object.keys(holder) as CommandId[]).find((other) => other !== id && holder[other] === accelerator);
      const done = { command: nameInSentence(id), keys: written(accelerator) };
      const message = loser
        ? t('shortcuts.done.takenOver', { ...done, other: nameInSentence(loser) })
        : t('shortcuts.done.set', done);
      apply(reassignShortcut(changed, id, accelerator), message);
    },
    reset(id) {
      forget(id);
      apply(withShortcut(changed, id, defaultShortcut(id)), t('shortcuts.done.reset', { command: nameInSentence(id) }));
    },
    leave: ({ id }) => forget(id),
    giveUp: ({ id, accelerator }) =>
      apply(
        withShortcut(changed, id, null),
        t('shortcuts.done.given', { command: nameInSentence(id), keys: written(accelerator) }),
      ),
    resetAll() {
      for (const { id } of useEdits.getState().wanted) forget(id);
      apply(withoutChanges(changed), t('shortcuts.done.allReset'));
    },
  };
}

function Conflicts({
  conflicts,
  actions,
}: {
  readonly conflicts: readonly ConflictingShortcut[];
  readonly actions: Actions;
}) {
  return (
    <section aria-label={t('shortcuts.conflict.label')} className={`warning-box ${styles.conflicts}`}>
      <strong>{t('shortcuts.conflict.count', { shortcuts: conflicts.length })}</strong>
      <ul>
        {conflicts.map((clash) => (
          <li key={clash.id}>
            <span>
              {t('shortcuts.conflict.who', {
                keys: acceleratorLabel(clash.accelerator, isMac()),
                command: commandName(clash.id),
                holder: commandName(clash.holder),
              })}
            </span>
            <Button size="compact-xs" onClick={() => actions.takeOver(clash.id, clash.accelerator)}>
              {t('shortcuts.conflict.give', { command: commandName(clash.id) })}
            </Button>
            <Button size="compact-xs" onClick={() => actions.giveUp(clash)}>
              {t('shortcuts.conflict.leave', { command: commandName(clash.holder) })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const modifierPrefix = (): string => `${heldKey(isMac())}${isMac() ? '' : ' '}`;

function FixedKeys() {
  const text = [
    { keys: [`${modifierPrefix()}Z`, `${modifierPrefix()}Y`], what: t('shortcuts.fixed.undo') },
    { keys: [`${modifierPrefix()}X`, `${modifierPrefix()}C`, `${modifierPrefix()}V`], what: t('shortcuts.fixed.cut') },
    { keys: [`${modifierPrefix()}A`], what: t('shortcuts.fixed.selectAll') },
  ];
  return (
    <section className={styles.fixed} aria-label={t('shortcuts.fixed.title')}>
      <h3>{t('shortcuts.fixed.title')}</h3>
      <p className="dim">{t('shortcuts.fixed.hint')}</p>
      <div className={styles.groups}>
        <KeyList level={4} label={t('shortcuts.fixed.inTexts')} rows={text} />
        <KeyList level={4} label={t('shortcuts.fixed.inTakes')} rows={REVIEW_KEYS} />
        <KeyList level={4} label={t('shortcuts.fixed.inPlayer')} rows={PLAYER_KEYS} />
      </div>
    </section>
  );
}

interface Conflicts {
  readonly pressed: readonly ConflictingShortcut[];
  /**
   * These conflicts come from saved preferences, for example those of another Lectern version. They are shown above all
   * rows.
   */
  readonly found: readonly ConflictingShortcut[];
}

function conflictsOf({ keys, clashes }: Shortcuts, requested: readonly ShortcutConflict[]): Conflicts {
  const pressed = requested.flatMap(({ id, accelerator }) => {
    const holder = COMMAND_IDS.find((other) => other !== id && keys[other] === accelerator);
    return holder ? [{ id, accelerator, holder }] : [];
  });
  return { pressed, found: clashes.filter(({ id }) => !pressed.some((other) => other.id === id)) };
}

function matchingCommands(query: string, keyLabel: (id: CommandId) => string): readonly CommandId[] {
  const isFound = createWordFinder(query);
  return COMMAND_IDS.filter((id) => isFound(`${commandName(id)} ${menuName(COMMANDS[id].menu)} ${keyLabel(id)}`));
}

const hasChanges = (changed: ChangedShortcuts): boolean => COMMAND_IDS.some((id) => Object.hasOwn(changed, id));

/** Keeps changes to commands that only exist in another Lectern version. */
const withoutChanges = (changed: ChangedShortcuts): ChangedShortcuts =>
  Object.fromEntries(Object.entries(changed).filter(([name]) => !COMMAND_IDS.some((id) => id === name)));
