// The menu of what was pressed with the right button, or with the Menu key: one for the whole window.
import { Menu } from '@mantine/core';
import { type MouseEvent, type KeyboardEvent as ReactKeyboardEvent, useEffect } from 'react';
import { create } from 'zustand';
import type { CommandId } from '../../shared/ipc/commands.ts';
import { runCommand, useCommandHandlers } from './commands.ts';
import { CommandKeys, Kbd } from './shortcuts.tsx';
import { commandName } from './wording/command-words.ts';

export interface MenuEntry {
  readonly label: string;
  /** The key that does the same where the menu was opened. */
  readonly keys?: string;
  /** A command whose shortcut is shown. */
  readonly command?: CommandId;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** The entries of a menu; null: a line between two groups. */
export type MenuEntries = readonly (MenuEntry | null)[];

/** A point of the window, in pixels. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

interface OpenMenu {
  readonly place: MenuPlace;
  /** What the menu is about, for those who hear it. */
  readonly label: string;
  readonly entries: MenuEntries;
  /** Which opening it is. */
  readonly count: number;
  /** What had the keyboard, and has it again afterwards. */
  readonly former: Element | null;
}

const useShown = create<{ readonly shown: OpenMenu | null }>()(() => ({ shown: null }));
let openings = 0;

/** Shows a menu; another one that is open gives way. */
export function showContextMenu(place: MenuPlace, label: string, entries: MenuEntries): void {
  openings += 1;
  const former = useShown.getState().shown?.former ?? document.activeElement;
  useShown.setState({ shown: { place, label, entries, count: openings, former } });
}

/** The keyboard is back where it was before an entry is carried out: what that gives the keyboard to keeps it. */
function close(): void {
  const former = useShown.getState().shown?.former;
  useShown.setState({ shown: null });
  if (former instanceof HTMLElement) former.focus();
}

/** Whether a key asks for the menu. */
export const isMenuKey = ({ key, shiftKey }: Pick<ReactKeyboardEvent, 'key' | 'shiftKey'>): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** Where the menu of an element opens that was asked for by a key. */
export function placeAt(element: Element | null): MenuPlace {
  const { left = 0, bottom = 0, width = 0 } = element?.getBoundingClientRect() ?? {};
  return { x: left + Math.min(width / 2, 48), y: bottom };
}

/** Where the pointer is. */
export const placeOf = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): MenuPlace => ({
  x: clientX,
  y: clientY,
});

/** A command as an entry; it can't be chosen while nothing carries it out. @param label as the table has it unless given */
export const commandEntry = (id: CommandId, label: string = commandName(id)): MenuEntry => ({
  label,
  command: id,
  run: () => void runCommand(id),
});

/** An element without size, from which the menu opens. */
const POINT = { position: 'fixed', width: 0, height: 0, overflow: 'hidden' } as const;

/** Stands once in the window. */
export function ContextMenu() {
  const shown = useShown((state) => state.shown);
  const handlers = useCommandHandlers((state) => state.handlers);
  const isOpen = shown !== null;
  useEffect(() => {
    if (!isOpen) return;
    // The menu takes the keyboard a moment after it is seen: Escape closes it before that too.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [isOpen]);
  if (shown === null) return null;
  // What an entry is about may have been chosen by opening the menu: whether it can be done shows a moment later.
  const isOff = ({ command, disabled = false }: MenuEntry) =>
    disabled || (command !== undefined && !handlers.some(({ id }) => id === command));
  const { place, label, entries, count } = shown;
  return (
    <Menu
      key={count}
      opened
      onClose={close}
      position="bottom-start"
      // The key that opens it is pressed outside of it.
      clickOutsideEvents={['mousedown', 'touchstart']}
      offset={2}
      returnFocus={false}
    >
      <Menu.Target>
        {/* The menu is called by its words. */}
        <span style={{ ...POINT, left: place.x, top: place.y }} aria-hidden>
          {label}
        </span>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry, at) =>
          entry === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries of an opened menu stay as they are
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
