import { Menu } from '@mantine/core';
import { type MouseEvent, type KeyboardEvent as ReactKeyboardEvent, useEffect } from 'react';
import { create } from 'zustand';
import type { CommandId } from '../../../shared/ipc/commands.ts';
import { runCommand, useCommandHandlers } from '../commands.ts';
import { CommandKeys, Kbd } from '../shortcuts.tsx';
import { commandName } from '../wording/command-words.ts';

export interface MenuEntry {
  readonly label: string;
  readonly keys?: string;
  readonly command?: CommandId;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** Null stands for a separator. */
export type MenuEntries = readonly (MenuEntry | null)[];

/** Window coordinates in pixels. */
export interface MenuPosition {
  readonly x: number;
  readonly y: number;
}

interface OpenMenu {
  readonly place: MenuPosition;
  readonly label: string;
  readonly entries: MenuEntries;
  /** Incremented every time a menu opens, so that the menu is remounted. */
  readonly count: number;
  readonly former: Element | null;
}

const useOpenMenu = create<{ readonly shown: OpenMenu | null }>()(() => ({ shown: null }));
let openings = 0;

export function showContextMenu(place: MenuPosition, label: string, entries: MenuEntries): void {
  openings += 1;
  const former = useOpenMenu.getState().shown?.former ?? document.activeElement;
  useOpenMenu.setState({ shown: { place, label, entries, count: openings, former } });
}

/** Restores the focus before the entry's action runs, so that the action can move the focus. */
function close(): void {
  const former = useOpenMenu.getState().shown?.former;
  useOpenMenu.setState({ shown: null });
  if (former instanceof HTMLElement) former.focus();
}

export const isMenuKey = ({ key, shiftKey }: Pick<ReactKeyboardEvent, 'key' | 'shiftKey'>): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

export function positionAt(element: Element | null): MenuPosition {
  const { left = 0, bottom = 0, width = 0 } = element?.getBoundingClientRect() ?? {};
  return { x: left + Math.min(width / 2, 48), y: bottom };
}

export const positionOf = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): MenuPosition => ({
  x: clientX,
  y: clientY,
});

/** The entry is disabled while the command has no handler. */
export const commandEntry = (id: CommandId, label: string = commandName(id)): MenuEntry => ({
  label,
  command: id,
  run: () => void runCommand(id),
});

const POINT = { position: 'fixed', width: 0, height: 0, overflow: 'hidden' } as const;

export function ContextMenu() {
  const shown = useOpenMenu((state) => state.shown);
  const handlers = useCommandHandlers((state) => state.handlers);
  const isOpen = shown !== null;
  useEffect(() => {
    if (!isOpen) return;
    // Escape must close the menu even before Mantine has moved the focus into it.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [isOpen]);
  if (shown === null) return null;
  // Handlers are checked on every render, because opening the menu might select an item, which adds handlers.
  const isOff = ({ command, disabled = false }: MenuEntry) =>
    disabled || (command !== undefined && !handlers.some(({ id }) => id === command));
  const { place, label, entries, count } = shown;
  return (
    <Menu
      key={count}
      opened
      onClose={close}
      position="bottom-start"
      // Excludes `keydown`, because the key press that opens the menu would count as a click outside.
      clickOutsideEvents={['mousedown', 'touchstart']}
      offset={2}
      returnFocus={false}
    >
      <Menu.Target>
        {/* The menu gets its accessible name from this text. */}
        <span style={{ ...POINT, left: place.x, top: place.y }} aria-hidden>
          {label}
        </span>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry, at) =>
          entry === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries of an open menu don't change
            <Menu.Divider key={at} />
          ) : (
            <Menu.Item
              key={entry.label}
              disabled={isOff(entry)}
              rightSection={
                entry.command ? <CommandKeys id={entry.command} /> : entry.keys && <Kbd keys={entry.keys} />
              }
              onClick={() => {
                close();
                entry.run();
              }}
            >
              {entry.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
