// The menu of the text: what can be done with the line under the pointer, or with the cursor.
import { useEffect } from 'react';
import { isMenuKey, placeOf, showContextMenu } from '../ui/context-menu.tsx';
import type { OpenEditor } from './editor/open-editor.ts';
import { lineEntries } from './use-script-commands.ts';

/** Opens the menu of a shown editor where it is asked for. */
export function useLineMenu(editor: OpenEditor | null): void {
  useEffect(() => {
    if (editor === null) return;
    const { view } = editor;
    const show = (place: { readonly x: number; readonly y: number }) =>
      showContextMenu(place, 'Line', lineEntries(editor));
    const onContextMenu = (event: MouseEvent) => {
      event.preventDefault();
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      const { from, to } = view.state.selection.main;
      // A selection that was pressed stays; elsewhere the cursor goes along.
      if (at !== null && (at < from || at > to || from === to))
        view.dispatch({ selection: { anchor: at }, userEvent: 'select' });
      show(placeOf(event));
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isMenuKey(event)) return;
      event.preventDefault();
      const { left, bottom } = view.coordsAtPos(view.state.selection.main.head) ?? view.dom.getBoundingClientRect();
      show({ x: left, y: bottom });
    };
    view.dom.addEventListener('contextmenu', onContextMenu);
    view.dom.addEventListener('keydown', onKeyDown);
    return () => {
      view.dom.removeEventListener('contextmenu', onContextMenu);
      view.dom.removeEventListener('keydown', onKeyDown);
    };
  }, [editor]);
}
