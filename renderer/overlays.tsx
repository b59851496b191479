import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { lazy, Suspense } from 'react';
import { BookDetailsDialog } from './book/book-details.tsx';
import { NewRoleDialog } from './cast/roles/new-role-dialog.tsx';
import { CommandPalette } from './frame/command-palette.tsx';
import { ShortcutsDialog } from './frame/shortcuts-dialog.tsx';
import { DropZone } from './library/import/drop-zone.tsx';
import { ImportDialog } from './library/import/import-dialog.tsx';
import { ImportProgress } from './library/import/import-progress.tsx';
import { DuplicateOpenDialog, NewProjectDialog } from './library/new-project-dialogs.tsx';
import { SnapshotsDialog } from './library/snapshots-dialog.tsx';
import { ImportRecording } from './recording/import-recording.tsx';
import { ConnectionDialog, EditDialog, KeyDialog } from './settings/services/connection-dialogs.tsx';
import { CastChangeDialog } from './ui/cast/cast-change-dialog.tsx';
import { ReturnFocus } from './ui/focus.ts';
import { ContextMenu } from './ui/overlays/context-menu.tsx';
import { MAX_NOTICES } from './ui/overlays/toast.tsx';
import { useView } from './ui/view-store.ts';

const RenderQueueDialog = lazy(async () => ({
  default: (await import('./production/render-queue-dialog.tsx')).RenderQueueDialog,
}));
const VerifyDialog = lazy(async () => ({ default: (await import('./verify/verify-dialog.tsx')).VerifyDialog }));
const ManualDialog = lazy(async () => ({ default: (await import('./manual/manual-dialog.tsx')).ManualDialog }));

/** @param screen the kind of screen below the overlays; a `work` screen has columns and the player */
export function Overlays({ screen }: { readonly screen: 'work' | 'settings' | 'library' }) {
  return (
    <>
      <Notifications position="bottom-left" limit={MAX_NOTICES} data-screen={screen} />
      <CommandPalette />
      <Dialogs />
      <ContextMenu />
    </>
  );
}

function Dialogs() {
  const dialog = useView((view) => view.dialog);
  return (
    <>
      <DropZone />
      <ImportProgress />
      <ImportRecording />
      <CastChangeDialog />
      {dialog && <ReturnFocus key={dialog} />}
      {dialog === 'new' && <NewProjectDialog />}
      {dialog === 'duplicate' && <DuplicateOpenDialog />}
      {dialog === 'import' && <ImportDialog />}
      {dialog === 'book' && <BookDetailsDialog />}
      {dialog === 'snapshots' && <SnapshotsDialog />}
      {dialog === 'add-role' && <NewRoleDialog />}
      {dialog === 'shortcuts' && <ShortcutsDialog />}
      {dialog === 'manual' && (
        <Suspense fallback={null}>
          <ManualDialog />
        </Suspense>
      )}
      {dialog === 'queue' && (
        <Suspense fallback={null}>
          <RenderQueueDialog />
        </Suspense>
      )}
      {dialog === 'verify' && (
        <Suspense fallback={null}>
          <VerifyDialog />
        </Suspense>
      )}
      {dialog === 'add-connection' && <ConnectionDialog />}
      {dialog === 'edit-connection' && <EditDialog />}
      {dialog === 'enter-key' && <KeyDialog />}
    </>
  );
}
