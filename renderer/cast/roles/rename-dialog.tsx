import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { roleNameProblem, tidyRoleName } from '../../../shared/rules/role-names.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNotice, useAttempt } from '../../ui/problem-notice.tsx';
import { wordRefusedValue } from '../../ui/wording/refused-values.ts';
import { renameRole } from '../cast-changes.ts';
import { useCast } from '../cast-store.ts';
import styles from './dialogs.module.css';

/** Calls a role otherwise. A name that another role has leads to merging the two. */
export function RenameDialog({ role }: { readonly role: string }) {
  const { data: project } = useAsk('project.current', {});
  const { data: roles } = useAsk('cast.roles', {});
  const [typed, setTyped] = useState(role);
  const { busy, error, run } = useAttempt();
  const { closeDialog, openDialog } = useCast.getState();
  const name = tidyRoleName(typed);
  const names = roles?.map((known) => known.name) ?? [];
  const problem = project ? roleNameProblem(role, name, project.settings, names) : null;
  const take = () => {
    if (problem || busy) return;
    void run(async () => {
      await renameRole(role, name);
      closeDialog();
      return null;
    });
  };
  return (
    <Dialog title={`Rename ${role}`} width={440} busy={busy} onClose={closeDialog}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          take();
        }}
      >
        <TextInput
          label="Name"
          data-autofocus
          value={typed}
          error={problem && wordRefusedValue({ kind: 'invalid', field: 'roleName', reason: problem }).detail}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p className="dim">
          Its marks in the script are rewritten. Lines keep their takes: where the role speaks in a dialog, what marks
          its turns for the service stays as it is.
        </p>
        {error && <ProblemNotice error={error} inPlace />}
        <div className={styles.actions}>
          {problem === 'exists' && names.includes(name) && (
            <Button onClick={() => openDialog({ kind: 'merge', role, into: name })}>Merge into {name}…</Button>
          )}
          <Button onClick={closeDialog}>Cancel</Button>
          <Button type="submit" variant="filled" loading={busy} disabled={problem !== null || name === role}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
