// The dialogs over the window, one at a time.

import { ExportDialog } from './export/export-dialog.tsx';
import { ShortcutsDialog } from './frame/shortcuts-dialog.tsx';
import { DropZone } from './library/drop-zone.tsx';
import { ImportDialog } from './library/import-dialog.tsx';
import { NewProjectDialog } from './library/new-project-dialog.tsx';
import { ConnectionDialog } from './settings/connection-dialog.tsx';
import { KeyDialog } from './settings/key-dialog.tsx';
import { useView } from './ui/view-store.ts';

export function Dialogs() {
  const dialog = useView((view) => view.dialog);
  return (
    <>
      <DropZone />
      {dialog === 'new' && <NewProjectDialog />}
      {dialog === 'import' && <ImportDialog />}
      {dialog === 'export' && <ExportDialog />}
      {dialog === 'shortcuts' && <ShortcutsDialog />}
      {dialog === 'add-connection' && <ConnectionDialog />}
      {dialog === 'enter-key' && <KeyDialog />}
    </>
  );
}
