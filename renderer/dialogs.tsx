// The dialogs over the window, one at a time.
import { useLayoutEffect } from 'react';

import { ExportDialog } from './export/export-dialog.tsx';
import { ShortcutsDialog } from './frame/shortcuts-dialog.tsx';
import { DropZone } from './library/drop-zone.tsx';
import { ImportDialog } from './library/import-dialog.tsx';
import { NewProjectDialog } from './library/new-project-dialog.tsx';
import { ConnectionDialog } from './settings/connection-dialog.tsx';
import { KeyDialog } from './settings/key-dialog.tsx';
import { useView } from './ui/view-store.ts';

/** When a dialog closes, what had the keyboard before has it again. It stands before the dialog, which takes the keyboard. */
function ReturnFocus() {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      // Once the dialog has gone; where it led elsewhere, there is nothing to come back to.
      queueMicrotask(() => before instanceof HTMLElement && before.isConnected && before.focus());
    };
  }, []);
  return null;
}

export function Dialogs() {
  const dialog = useView((view) => view.dialog);
  return (
    <>
      <DropZone />
      {dialog && <ReturnFocus key={dialog} />}
      {dialog === 'new' && <NewProjectDialog />}
      {dialog === 'import' && <ImportDialog />}
      {dialog === 'export' && <ExportDialog />}
      {dialog === 'shortcuts' && <ShortcutsDialog />}
      {dialog === 'add-connection' && <ConnectionDialog />}
      {dialog === 'enter-key' && <KeyDialog />}
    </>
  );
}
