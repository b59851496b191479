import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTell } from '../bridge/use-ask.ts';
import { beforeLeaving } from '../ui/before-leaving.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { useView } from '../ui/view-store.ts';
import styles from './new-project-dialog.module.css';

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
