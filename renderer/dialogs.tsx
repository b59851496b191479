// The dialogs over the window, one at a time.
import { ShortcutsDialog } from './frame/shortcuts-dialog.tsx';
import { DropZone } from './library/drop-zone.tsx';
import { DuplicateOpenDialog } from './library/duplicate-dialog.tsx';
import { ImportDialog } from './library/import-dialog.tsx';
import { NewProjectDialog } from './library/new-project-dialog.tsx';
import { ConnectionDialog, EditDialog, KeyDialog } from './settings/services/connection-dialogs.tsx';
import { ReturnFocus } from './ui/return-focus.tsx';
import { useView } from './ui/view-store.ts';

export function Dialogs() {
  const dialog = useView((view) => view.dialog);
  return (
    <>
      <DropZone />
      {dialog && <ReturnFocus key={dialog} />}
      {dialog === 'new' && <NewProjectDialog />}
      {dialog === 'duplicate' && <DuplicateOpenDialog />}
      {dialog === 'import' && <ImportDialog />}
      {dialog === 'shortcuts' && <ShortcutsDialog />}
      {dialog === 'add-connection' && <ConnectionDialog />}
      {dialog === 'edit-connection' && <EditDialog />}
      {dialog === 'enter-key' && <KeyDialog />}
    </>
  );
}
