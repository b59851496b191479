import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { RecentProject } from '../../shared/ipc/library-requests.ts';
import { ask } from '../bridge/ask.ts';
import { useEvent } from '../bridge/on-event.ts';
import { useAsk, useTell } from '../bridge/use-ask.ts';
import { beforeLeaving } from '../ui/before-leaving.ts';
import { Dialog } from '../ui/dialog.tsx';
import { formatBytes, formatCounted } from '../ui/format.ts';
import { ProblemNotice, useAttempt } from '../ui/problem-notice.tsx';
import { notify, notifyFailure } from '../ui/toast.tsx';
import { useView } from '../ui/view-store.ts';
import styles from './library-dialogs.module.css';

/** An empty project by name. */
export function NewProjectDialog() {
  const [name, setName] = useState('');
  const create = useTell('project.create');
  const close = useView.getState().closeDialog;
  const make = () => beforeLeaving('open', () => create.mutate({ name }, { onSuccess: close }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make();
  };
  return (
    <Dialog onClose={close} title="New project" width={440}>
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          data-autofocus
          label="Name"
          description="Its folder is made in the folder for projects. Text can be typed or pasted into it at once."
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {create.error && <ProblemNotice error={create.error.error} onRetry={make} />}
        <div className={styles.actions}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="filled" loading={create.isPending} disabled={name.trim() === ''}>
            Make it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface DuplicateDialogProps {
  readonly project: Pick<RecentProject, 'id' | 'name'>;
  readonly close: () => void;
}

/** The copy is made while the dialog is there; closing it would only hide what goes on. */
export function DuplicateDialog({ project, close }: DuplicateDialogProps) {
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
      notify(duplicated(name.trim(), copied), {
        action: { label: 'Open it', run: () => beforeLeaving('open', () => openCopy(copied.id)) },
      });
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

const openCopy = (id: string): void => void ask('project.openRecent', { id }).catch(notifyFailure);

/** The same for the project that is open, whatever screen is in view. */
export function DuplicateOpenDialog() {
  const { data: open } = useAsk('project.current', {});
  const { data: recent } = useAsk('library.recent', {});
  const project = recent?.find(({ path }) => path === open?.path);
  return project ? <DuplicateDialog project={project} close={useView.getState().closeDialog} /> : null;
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
    underWay === 0
      ? ''
      : ` ${formatCounted(underWay, 'line')} ${underWay === 1 ? 'is' : 'are'} on the way in the original only.`;
  const files =
    missing === 0 ? '' : ` ${formatCounted(missing, 'file')} of takes ${missing === 1 ? 'was' : 'were'} missing.`;
  return `“${name}” is a project of its own now.${lines}${files}`;
}
