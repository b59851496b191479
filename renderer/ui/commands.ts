// Runs commands that are invoked from menus, the palette, buttons and shortcuts.
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { COMMANDS, type CommandId, type CommandLabels } from '../../shared/ipc/commands.ts';
import { ask, onEvent } from '../bridge/ask.ts';
import { words } from '../locales/words.ts';
import { isInText } from './focus.ts';
import { notifyIfReadOnly, useWriting } from './read-only.tsx';
import { isMac, pressedCommand } from './shortcuts.tsx';
import { useUndoHistory } from './undo-history.ts';
import { useView } from './view-store.ts';
import { commandName } from './wording/command-words.ts';

const t = words('ui');

interface CommandHandler {
  readonly id: CommandId;
  readonly run: () => void;
}

interface CommandsState {
  /** Handlers of components that are mounted and enabled, newest last. The newest handler runs the command. */
  readonly handlers: readonly CommandHandler[];
  add(handler: CommandHandler): () => void;
}

export const useCommandHandlers = create<CommandsState>()((set) => ({
  handlers: [],
  add: (handler) => {
    set(({ handlers }) => ({ handlers: [...handlers, handler] }));
    return () => set(({ handlers }) => ({ handlers: handlers.filter((other) => other !== handler) }));
  },
}));

const isBlocked = (id: CommandId, reason: unknown): boolean => reason !== null && 'writes' in COMMANDS[id];

export function useCommand(id: CommandId, run: () => void, isAvailable = true): void {
  const held = useWriting(({ because }) => isBlocked(id, because));
  const enabled = isAvailable && !held;
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(
    () => (enabled ? useCommandHandlers.getState().add({ id, run: () => latest.current() }) : undefined),
    [id, enabled],
  );
}

/** Returns false if no handler is registered at the moment. */
export function runCommand(id: CommandId): boolean {
  const handler = useCommandHandlers.getState().handlers.findLast((other) => other.id === id);
  handler?.run();
  if (!handler && 'writes' in COMMANDS[id]) notifyIfReadOnly();
  return handler !== undefined;
}

/** Handlers often change several times in a row, so wait this long before updating the menu. */
const MENU_DELAY_MS = 50;
/**
 * If the page has handled a shortcut, the menu might send the same command within this time. The second command must be
 * ignored.
 */
const ECHO_MS = 150;

export function connectCommands(): () => void {
  const { dispatch, stop: stopHolding } = bufferEarlyCommands();
  const byKey = { id: null as CommandId | null, at: 0 };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const id = pressedCommand(event, isMac());
    if (!id) return;
    event.preventDefault();
    // While keys are held down, only undo and redo of text repeat. Other commands run once.
    if (event.repeat && !((id === 'edit.undo' || id === 'edit.redo') && isInText())) return;
    byKey.id = id;
    byKey.at = performance.now();
    dispatch(id);
  };
  document.addEventListener('keydown', onKeyDown);
  const stopMenu = onEvent('command', ({ id }) => {
    if (id !== byKey.id || performance.now() - byKey.at > ECHO_MS) dispatch(id);
  });
  const stopPositionUpdates = syncMenu();
  return () => {
    document.removeEventListener('keydown', onKeyDown);
    stopMenu();
    stopPositionUpdates();
    stopHolding();
  };
}

/** Until the first handler is registered, only the latest command is kept. It runs once the handler is registered. */
function bufferEarlyCommands(): { readonly dispatch: (id: CommandId) => void; readonly stop: () => void } {
  let isReady = useCommandHandlers.getState().handlers.length > 0;
  let early: CommandId | null = null;
  const stop = useCommandHandlers.subscribe(() => {
    if (isReady) return;
    isReady = true;
    // Waits until all handlers in the same update have been registered.
    queueMicrotask(() => early && runCommand(early));
  });
  return {
    dispatch(id) {
      if (isReady) runCommand(id);
      else early = id;
    },
    stop,
  };
}

function syncMenu(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let sentState = '';
  const update = () => {
    timer = null;
    const commands = [...new Set(useCommandHandlers.getState().handlers.map(({ id }) => id))].sort();
    const labels = menuLabels();
    const now = JSON.stringify([commands, labels]);
    if (now === sentState) return;
    sentState = now;
    // Errors can be ignored, because a command is checked again when it runs.
    ask('app.enableCommands', { commands, labels }).catch(() => undefined);
  };
  const soon = () => {
    timer ??= setTimeout(update, MENU_DELAY_MS);
  };
  const stops = [useCommandHandlers.subscribe(soon), useUndoHistory.subscribe(soon), useView.subscribe(soon)];
  soon();
  return () => {
    for (const stop of stops) stop();
    if (timer !== null) clearTimeout(timer);
  };
}

const MAX_LABEL_LENGTH = 72;

/** Returns the description of the step that undo or redo would apply; null for other commands. */
export function undoDescription(id: CommandId): string | null {
  const { done, undone } = useUndoHistory.getState();
  const { screen } = useView.getState();
  const own = done.findLast((step) => step.screen === screen);
  if (id === 'edit.undo') return (own ?? done.at(-1))?.what ?? null;
  return id === 'edit.redo' ? (undone.at(-1)?.what ?? null) : null;
}

export function commandLabel(id: CommandId): string {
  const step = undoDescription(id);
  const command = commandName(id);
  return step === null ? command : t('commandWithStep', { command, step: step.replace(/\.$/, '') });
}

const menuLabels = (): CommandLabels =>
  Object.fromEntries(
    (['edit.undo', 'edit.redo'] as const)
      .filter((id) => undoDescription(id) !== null)
      .map((id) => [id, cut(commandLabel(id))]),
  );

const cut = (label: string): string =>
  label.length > MAX_LABEL_LENGTH ? `${label.slice(0, MAX_LABEL_LENGTH - 1).trimEnd()}…` : label;
