import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ask } from '../bridge/ask.ts';
import { useEvent } from '../bridge/on-event.ts';
import { Dialog } from '../ui/dialog.tsx';
import { formatBytes } from '../ui/format-bytes.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { notify } from '../ui/toast.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { BackupsDialog } from './backups-dialog.tsx';
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

interface ProjectDialogProps {
  readonly project: ListedProject;
  readonly close: () => void;
}

function RenameDialog({ project, steps, close }: ProjectDialogProps & { readonly steps: ProjectSteps }) {
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

/** The copy is made while the dialog is there; closing it would only hide what goes on. */
function DuplicateDialog({ project, close }: ProjectDialogProps) {
  const [name, setName] = useState(`${project.name} copy`.slice(0, 120));
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const { busy, error, run } = useAttempt();
  useEvent('duplicate-progress', setProgress);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProgress(null);
    void run(async () => {
      const copied = await ask('library.duplicate', { id: project.id, name: name.trim() });
      close();
      notify(duplicated(name.trim(), copied));
      return null;
    });
  };
  return (
    <Dialog title="Duplicate project" width={480} onClose={close} busy={busy}>
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          data-autofocus
          label="Name of the copy"
          required
          maxLength={120}
          value={name}
          disabled={busy}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <p className="dim">
          Script, cast, takes and their audio are copied, and stand by themselves from then on. What “{project.name}”
          has on its way stays its own: the copy starts without it, and sends nothing until you say so.
        </p>
        {busy && <CopyProgress progress={progress} />}
        {error && <ProblemNotice error={error} />}
        <div className={styles.actions}>
          {busy ? (
            <Button onClick={() => void ask('library.cancelDuplicate', {})}>Cancel the copy</Button>
          ) : (
            <Button onClick={close}>Cancel</Button>
          )}
          <Button type="submit" variant="filled" disabled={busy || name.trim() === ''}>
            Duplicate
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function CopyProgress({ progress }: { readonly progress: { readonly done: number; readonly total: number } | null }) {
  const { done, total } = progress ?? { done: 0, total: 0 };
  return (
    <div className={styles.progress}>
      <progress aria-label="Copied" value={done} max={Math.max(1, total)} />
      <p className="dim" role="status">
        {progress ? `${formatBytes(done)} of ${formatBytes(total)} copied` : 'Looking through the project…'}
      </p>
    </div>
  );
}

function duplicated(
  name: string,
  { missing, underWay }: { readonly missing: number; readonly underWay: number },
): string {
  const lines =
    underWay === 0 ? '' : ` ${underWay === 1 ? '1 line is' : `${underWay} lines are`} on the way in the original only.`;
  const files = missing === 0 ? '' : ` ${missing === 1 ? '1 file' : `${missing} files`} of takes were missing.`;
  return `“${name}” is a project of its own now.${lines}${files}`;
}
