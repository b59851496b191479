// What may lie over the window: notices, the palette, dialogs.
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { Dialogs } from './dialogs.tsx';
import { CommandPalette } from './frame/command-palette.tsx';
import { ContextMenu } from './ui/context-menu.tsx';
import { MOST_NOTICES } from './ui/toast.tsx';

/** @param screen what is in view: a screen of a project, with its columns and its player, or another one */
export function Overlays({ screen }: { readonly screen: 'work' | 'settings' | 'library' }) {
  return (
    <>
      <Notifications position="bottom-left" limit={MOST_NOTICES} data-screen={screen} />
      <CommandPalette />
      <Dialogs />
      <ContextMenu />
    </>
  );
}
