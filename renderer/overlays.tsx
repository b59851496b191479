// What may lie over the window: notices, the palette, dialogs.
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { Dialogs } from './dialogs.tsx';
import { CommandPalette } from './frame/command-palette.tsx';
import { MOST_NOTICES } from './ui/toast.tsx';

/** @param work whether a screen of a project is in view, with its columns and its player */
export function Overlays({ work }: { readonly work: boolean }) {
  return (
    <>
      <Notifications position="bottom-left" limit={MOST_NOTICES} data-work={work} />
      <CommandPalette />
      <Dialogs />
    </>
  );
}
