import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { BackupEntry, Holdings } from '../../shared/ipc/library-requests.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { Dialog } from '../ui/dialog.tsx';
import { formatBytes, formatCount, formatCounted, formatMoment } from '../ui/format.ts';
import { ProblemNotice, useAttempt } from '../ui/problem-notice.tsx';
import { notify } from '../ui/toast.tsx';
import styles from './library-dialogs.module.css';
import type { ListedProject } from './library-view.ts';
import { DuplicateDialog } from './new-project-dialogs.tsx';
import type { ProjectSteps } from './use-project-steps.ts';

/** What is asked about a project. */
export interface LibraryDialog {
  readonly kind: 'rename' | 'duplicate' | 'backups';
  readonly project: ListedProject;
}

interface LibraryDialogsProps {
  readonly dialog: LibraryDialog;
  readonly steps: ProjectSteps;
  readonly close: () => void;
}

export function LibraryDialogs({ dialog: { kind, project }, steps, close }: LibraryDialogsProps) {
  if (kind === 'rename') return <RenameDialog project={project} steps={steps} close={close} />;
  if (kind === 'duplicate') return <DuplicateDialog project={project} close={close} />;
  return <BackupsDialog project={project} steps={steps} close={close} />;
}

interface RenameDialogProps {
  readonly project: ListedProject;
  readonly steps: ProjectSteps;
  readonly close: () => void;
}

function RenameDialog({ project, steps, close }: RenameDialogProps) {
  const [name, setName] = useState(project.name);
  const { busy, error, run } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await steps.rename(project, name.trim());
      close();
      return null;
    });
  };
  return (
    <Dialog title="Rename project" width={440} onClose={close}>
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          data-autofocus
          label="Name"
          description="Its folder keeps its name, so that nothing that leads to it breaks."
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {error && <ProblemNotice error={error} />}
        <div className={styles.actions}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="filled" loading={busy} disabled={name.trim() === '' || name === project.name}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface BackupsDialogProps {
  readonly project: ListedProject;
  readonly steps: ProjectSteps;
  readonly close: () => void;
}

/** The backups of a project beside what it holds now; one of them can be put in its place. */
function BackupsDialog({ project, steps, close }: BackupsDialogProps) {
  const { id } = project;
  // What is seen here has to be what is on the disk now.
  const backups = useAsk('library.backups', { id }, { staleTime: 0, gcTime: 0 });
  const { data: size } = useAsk('library.size', { id }, { staleTime: 0, gcTime: 0 });
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<BackupEntry | null>(null);
  const { busy, error, run } = useAttempt();
  const backUp = () =>
    run(async () => {
      const { made } = await ask('library.backUpNow', { id });
      await queryClient.invalidateQueries({ queryKey: askKey('library.backups', { id }) });
      notify(made ? `“${project.name}” is backed up.` : 'No backup was made: the drive has no room for one.');
      return null;
    });
  const restore = (name: string) =>
    run(async () => {
      await steps.restore(project, name);
      close();
      return null;
    });
  return (
    <Dialog title={`Backups of ${project.name}`} width={720} onClose={close} busy={busy}>
      <div className={styles.form}>
        <p className="dim">
          One is made each day that the project is open, and five are kept in its folder. They hold script, cast and the
          record of takes; the audio lies beside them and stays.
          {size && ` The whole project takes ${formatBytes(size.sizeBytes)} on the disk.`}
        </p>
        {backups.error && <ProblemNotice error={backups.error.error} />}
        {backups.data && <BackupTable {...backups.data} choose={setChosen} disabled={busy} />}
        {chosen && (
          <Confirmation
            backup={chosen}
            now={backups.data?.now ?? null}
            busy={busy}
            restore={() => void restore(chosen.name)}
            cancel={() => setChosen(null)}
          />
        )}
        {error && <ProblemNotice error={error} />}
        <div className={styles.actions}>
          {backups.data?.now === null && <p className="dim">What can’t be read can’t be backed up.</p>}
          <Button onClick={() => void backUp()} loading={busy && !chosen} disabled={backups.data?.now == null}>
            Back up now
          </Button>
          <Button variant="filled" onClick={close} disabled={busy} data-autofocus>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface BackupTableProps {
  readonly now: Holdings | null;
  readonly backups: readonly BackupEntry[];
  readonly choose: (backup: BackupEntry) => void;
  readonly disabled: boolean;
}

const STATES = { newer: 'made by a newer Lectern', damaged: 'can’t be read' } as const;

function BackupTable({ now, backups, choose, disabled }: BackupTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Made</th>
          <th scope="col" className={styles.number}>
            Lines
          </th>
          <th scope="col" className={styles.number}>
            Fresh
          </th>
          <th scope="col" className={styles.number}>
            Takes
          </th>
          <th scope="col" className={styles.number}>
            Size
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        <tr data-now="true">
          <td>Now</td>
          <Figures holds={now} missing="can’t be read" />
          <td />
          <td />
        </tr>
        {backups.map((backup) => (
          <tr key={backup.name}>
            <td>{backup.madeAt === null ? backup.name : formatMoment(backup.madeAt)}</td>
            <Figures holds={backup.holds} missing={backup.state === 'sound' ? '' : STATES[backup.state]} />
            <td className={styles.number}>{formatBytes(backup.sizeBytes)}</td>
            <td className={styles.act}>
              <Button
                disabled={disabled || backup.state !== 'sound'}
                aria-label={`Restore the backup of ${backup.madeAt === null ? backup.name : formatMoment(backup.madeAt)}`}
                onClick={() => choose(backup)}
              >
                Restore…
              </Button>
            </td>
          </tr>
        ))}
        {backups.length === 0 && (
          <tr>
            <td colSpan={6} className="dim">
              There is none yet. The first is made ten seconds after the project is opened, or now.
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Figures({ holds, missing }: { readonly holds: Holdings | null; readonly missing: string }) {
  if (!holds) {
    return (
      <td colSpan={3} className={`${styles.number} dim`}>
        {missing}
      </td>
    );
  }
  return [holds.lines, holds.fresh, holds.takes].map((count, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
    <td key={at} className={styles.number}>
      {formatCount(count)}
    </td>
  ));
}

interface ConfirmationProps {
  readonly backup: BackupEntry;
  readonly now: Holdings | null;
  readonly busy: boolean;
  readonly restore: () => void;
  readonly cancel: () => void;
}

/** What is lost has to be known before it is. */
function Confirmation({ backup, now, busy, restore, cancel }: ConfirmationProps) {
  const lost = now && backup.holds ? now.takes - backup.holds.takes : 0;
  return (
    <div className={styles.confirm} role="alert">
      <p>
        {now
          ? 'What the project holds now is backed up first, so that you can come back to it. '
          : 'The damaged file is set aside in the project’s folder. '}
        {lost > 0 &&
          `${formatCounted(lost, 'take')} that came since ${lost === 1 ? 'is' : 'are'} not in this backup: their lines would have to be rendered, and paid for, again.`}
      </p>
      <div className={styles.actions}>
        <Button onClick={cancel} disabled={busy}>
          Not now
        </Button>
        <Button variant="filled" onClick={restore} loading={busy}>
          Restore {backup.madeAt === null ? 'it' : `the backup of ${formatMoment(backup.madeAt)}`}
        </Button>
      </div>
    </div>
  );
}
