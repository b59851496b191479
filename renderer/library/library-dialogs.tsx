import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { BackupsDialog } from './backups-dialog.tsx';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import styles from './library-dialogs.module.css';
import type { ListedProject } from './use-listed-projects.ts';
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
