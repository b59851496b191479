import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import type { CommandId } from '../../../shared/ipc/commands.ts';
import {
  COMMAND_IDS,
  type ConflictingShortcut,
  formatKeys,
  type ShortcutProblem,
  type Shortcuts,
  shortcutProblem,
} from '../../../shared/ipc/shortcuts.ts';
import { words } from '../../locales/words.ts';
import {
  acceleratorLabel,
  heldKey,
  isMac,
  Kbd,
  type ReadPress,
  readPress,
  useShortcutLabel,
  useShortcuts,
} from '../../ui/shortcuts.tsx';
import { commandName } from '../../ui/wording/command-words.ts';
import styles from './shortcuts.module.css';

const t = words('settings');

export interface RowActions {
  set(id: CommandId, accelerator: string | null): void;
  takeOver(id: CommandId, accelerator: string): void;
  reset(id: CommandId): void;
  leave(clash: ConflictingShortcut): void;
}

interface ShortcutRowProps {
  readonly id: CommandId;
  readonly isChanged: boolean;
  readonly conflict: ConflictingShortcut | undefined;
  readonly isCurrent: boolean;
  readonly actions: RowActions;
}

export function ShortcutRow({ id, isChanged, conflict, isCurrent, actions }: ShortcutRowProps) {
  const label = commandName(id);
  const keys = useShortcutLabel(id);
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li className={styles.row} data-row={id}>
      <span className="wraps">{label}</span>
      <KeyButton id={id} label={label} keys={keys} tabIndex={tabIndex} actions={actions} />
      <span className={styles.more}>
        {isChanged && (
          <Button
            size="compact-xs"
            tabIndex={tabIndex}
            aria-label={t('shortcuts.row.resetLabel', { command: label })}
            onClick={() => actions.reset(id)}
          >
            {t('shortcuts.row.reset')}
          </Button>
        )}
        {keys !== null && (
          <Button
            size="compact-xs"
            variant="subtle"
            className={styles.rare ?? ''}
            tabIndex={tabIndex}
            aria-label={t('shortcuts.row.removeLabel', { command: label })}
            onClick={() => actions.set(id, null)}
          >
            {t('shortcuts.row.remove')}
          </Button>
        )}
      </span>
      {conflict && <ConflictNote clash={conflict} actions={actions} />}
    </li>
  );
}

function ConflictNote({ clash, actions }: { readonly clash: ConflictingShortcut; readonly actions: RowActions }) {
  const { id, accelerator, holder } = clash;
  const keys = acceleratorLabel(accelerator, isMac());
  return (
    <div role="alert" className={styles.conflict}>
      <span>{t('shortcuts.conflict.taken', { keys, command: commandName(holder) })}</span>
      <Button size="compact-xs" variant="light" onClick={() => actions.takeOver(id, accelerator)}>
        {t('shortcuts.conflict.takeOver')}
      </Button>
      <Button size="compact-xs" onClick={() => actions.leave(clash)}>
        {t('shortcuts.conflict.cancel')}
      </Button>
    </div>
  );
}

interface KeyButtonProps {
  readonly id: CommandId;
  readonly label: string;
  readonly keys: string | null;
  readonly tabIndex: number;
  readonly actions: RowActions;
}

function KeyButton({ id, label, keys, tabIndex, actions }: KeyButtonProps) {
  const isRecording = useEdits(({ recording }) => recording === id);
  const [refused, setRefused] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { record, addConflict, forget } = useEdits.getState();
  const stop = () => {
    setRefused(null);
    if (useEdits.getState().recording === id) record(null);
  };
  // If the user searches the list while recording, the row might disappear.
  useEffect(() => () => void (useEdits.getState().recording === id && useEdits.getState().record(null)), [id]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isRecording || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    const press = readPress(event.nativeEvent, isMac(), event.getModifierState('AltGraph'));
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
    if (isPlain && event.key === 'Escape') return stop();
    if (isPlain && (event.key === 'Backspace' || event.key === 'Delete')) {
      actions.set(id, null);
      return stop();
    }
    const outcome = outcomeOf(press, id, useShortcuts.getState());
    if (outcome.kind === 'held') return;
    if (outcome.kind === 'refused') {
      const shown = outcome.accelerator === null ? null : acceleratorLabel(outcome.accelerator, isMac());
      setRefused(refusalText(outcome.reason, shown, isMac()));
      return;
    }
    if (outcome.kind === 'taken') addConflict(id, outcome.accelerator);
    else {
      forget(id);
      actions.set(id, outcome.accelerator);
    }
    stop();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.keys}
        data-recording={isRecording}
        tabIndex={tabIndex}
        aria-label={isRecording ? t('shortcuts.row.pressFor', { command: label }) : keysLabel(label, keys)}
        onClick={() => (isRecording ? stop() : record(id))}
        onBlur={stop}
        onKeyDown={onKeyDown}
      >
        {isRecording ? (
          t('shortcuts.row.press')
        ) : keys === null ? (
          <span className={styles.none}>{t('shortcuts.row.noKeys')}</span>
        ) : (
          <Kbd keys={keys} />
        )}
      </button>
      {isRecording && (
        <p role="status" className={refused === null ? styles.help : styles.refused}>
          {refused ?? t('shortcuts.row.help')}
        </p>
      )}
    </>
  );
}

const keysLabel = (command: string, keys: string | null): string =>
  keys === null ? t('shortcuts.row.withoutKeys', { command }) : t('shortcuts.row.keys', { command, keys });

const refusalText = (reason: ShortcutProblem | 'unknown', keys: string | null, mac: boolean): string =>
  t(`shortcuts.refused.${reason}`, { keys: keys ?? '', held: heldKey(mac) });

type PressOutcome =
  | { readonly kind: 'free'; readonly accelerator: string }
  | { readonly kind: 'taken'; readonly accelerator: string }
  | { readonly kind: 'refused'; readonly reason: ShortcutProblem | 'unknown'; readonly accelerator: string | null }
  | { readonly kind: 'held' };

function outcomeOf(press: ReadPress, id: CommandId, { keys }: Shortcuts): PressOutcome {
  if (press.kind === 'held') return { kind: 'held' };
  if (press.kind === 'unknown') return { kind: 'refused', reason: 'unknown', accelerator: null };
  const accelerator = formatKeys(press.keys);
  const reason = shortcutProblem(press.keys);
  if (reason !== null) return { kind: 'refused', reason, accelerator };
  const isFree = COMMAND_IDS.every((other) => other === id || keys[other] !== accelerator);
  return { kind: isFree ? 'free' : 'taken', accelerator };
}

export interface ShortcutConflict {
  readonly id: CommandId;
  readonly accelerator: string;
}

interface EditsState {
  readonly recording: CommandId | null;
  readonly wanted: readonly ShortcutConflict[];
  record(id: CommandId | null): void;
  addConflict(id: CommandId, accelerator: string): void;
  forget(id: CommandId): void;
}

export const useEdits = create<EditsState>()((set) => ({
  recording: null,
  wanted: [],
  record: (recording) => set({ recording }),
  addConflict: (id, accelerator) =>
    set(({ wanted }) => ({ wanted: [...wanted.filter((other) => other.id !== id), { id, accelerator }] })),
  forget: (id) => set(({ wanted }) => ({ wanted: wanted.filter((other) => other.id !== id) })),
}));
