// Commands: who carries them out at present, and the ways to give them. Menu, palette, buttons and keys all end here.
import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { COMMANDS, type CommandId, type CommandLabels } from '../../shared/ipc/commands.ts';
import { ask } from '../bridge/ask.ts';
import { onEvent } from '../bridge/on-event.ts';
import { words } from '../locales/words.ts';
import { isInText } from './focus.ts';
import { isMac, pressedCommand } from './shortcuts.tsx';
import { useUndoHistory } from './undo-history.ts';
import { useView } from './view-store.ts';
import { commandName } from './wording/command-words.ts';
import { isHeldBack, useWriting } from './writing.tsx';

const t = words('ui');

interface CommandHandler {
  readonly id: CommandId;
  readonly run: () => void;
}

interface CommandsState {
  /** Of what is mounted and enabled, the newest last: it is the one that carries a command out. */
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

/** Whether it is held back because the open project can only be read. */
const isHeld = (id: CommandId, because: unknown): boolean => because !== null && 'writes' in COMMANDS[id];

/** Carries a command out while the component is there and it is `wanted`, and the project may be changed by it. */
export function useCommand(id: CommandId, run: () => void, wanted = true): void {
  const held = useWriting(({ because }) => isHeld(id, because));
  const enabled = wanted && !held;
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(
    () => (enabled ? useCommandHandlers.getState().add({ id, run: () => latest.current() }) : undefined),
    [id, enabled],
  );
}

/** Gives a command. Returns false where nothing can carry it out at present. */
export function runCommand(id: CommandId): boolean {
  const handler = useCommandHandlers.getState().handlers.findLast((other) => other.id === id);
  handler?.run();
  if (!handler && 'writes' in COMMANDS[id]) isHeldBack();
  return handler !== undefined;
}

/** How long the menu waits until the commands that can be given have settled. */
const MENU_DELAY_MS = 50;
/** A press that the page has carried out must not come back through the menu: it does within this time if at all. */
const ECHO_MS = 150;

/** Listens to the keys and to the menu, and tells the menu what can be given, until the returned function is called. */
export function connectCommands(): () => void {
  const { give, stop: stopHolding } = holdEarly();
  const byKey = { id: null as CommandId | null, at: 0 };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const id = pressedCommand(event, isMac());
    if (!id) return;
    event.preventDefault();
    // Held, the keys go on taking back words; anything else is given once.
    if (event.repeat && !((id === 'edit.undo' || id === 'edit.redo') && isInText())) return;
    byKey.id = id;
    byKey.at = performance.now();
    give(id);
  };
  document.addEventListener('keydown', onKeyDown);
  const stopMenu = onEvent('command', ({ id }) => {
    if (id !== byKey.id || performance.now() - byKey.at > ECHO_MS) give(id);
  });
  const stopTelling = tellMenu();
  return () => {
    document.removeEventListener('keydown', onKeyDown);
    stopMenu();
    stopTelling();
    stopHolding();
  };
}

/** Gives commands; one that comes before anything of the window is there waits for it, and the last one counts. */
function holdEarly(): { readonly give: (id: CommandId) => void; readonly stop: () => void } {
  let isReady = useCommandHandlers.getState().handlers.length > 0;
  let early: CommandId | null = null;
  const stop = useCommandHandlers.subscribe(() => {
    if (isReady) return;
    isReady = true;
    // When all that comes with the first one is there.
    queueMicrotask(() => early && runCommand(early));
  });
  return {
    give(id) {
      if (isReady) runCommand(id);
      else early = id;
    },
    stop,
  };
}

function tellMenu(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let told = '';
  const tell = () => {
    timer = null;
    const commands = [...new Set(useCommandHandlers.getState().handlers.map(({ id }) => id))].sort();
    const labels = menuLabels();
    const now = JSON.stringify([commands, labels]);
    if (now === told) return;
    told = now;
    // A menu that shows too much does no harm: the command is looked up again when it is given.
    ask('app.enableCommands', { commands, labels }).catch(() => undefined);
  };
  const soon = () => {
    timer ??= setTimeout(tell, MENU_DELAY_MS);
  };
  const stops = [useCommandHandlers.subscribe(soon), useUndoHistory.subscribe(soon), useView.subscribe(soon)];
  soon();
  return () => {
    for (const stop of stops) stop();
    if (timer !== null) clearTimeout(timer);
  };
}

/** Of a label in the menu, which can't grow with a name. */
const LONGEST_LABEL = 72;

/** The step that a command would take back or do again, as it was said; null for other commands, and where there is none. */
export function stepOf(id: CommandId): string | null {
  const { done, undone } = useUndoHistory.getState();
  const { screen } = useView.getState();
  const own = done.findLast((step) => step.screen === screen);
  if (id === 'edit.undo') return (own ?? done.at(-1))?.what ?? null;
  return id === 'edit.redo' ? (undone.at(-1)?.what ?? null) : null;
}

/** As menu and palette show a command now. */
export function commandLabel(id: CommandId): string {
  const step = stepOf(id);
  const command = commandName(id);
  return step === null ? command : t('commandWithStep', { command, step: step.replace(/\.$/, '') });
}

/** The labels that differ from the usual ones, cut to what a menu holds. */
const menuLabels = (): CommandLabels =>
  Object.fromEntries(
    (['edit.undo', 'edit.redo'] as const).filter((id) => stepOf(id) !== null).map((id) => [id, cut(commandLabel(id))]),
  );

const cut = (label: string): string =>
  label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1).trimEnd()}…` : label;
