// The dialogs of a role: to rename it, and to merge it into another.
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { roleNameProblem, tidyRoleName } from '../../../shared/rules/role-names.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCounted } from '../../ui/format.ts';
import { ProblemNotice, useAttempt } from '../../ui/problem-notice.tsx';
import { wordRefusedValue } from '../../ui/wording/errors.ts';
import styles from '../cast.module.css';
import { mergeRole, renameRole } from '../cast-changes.ts';
import { useCast } from '../cast-store.ts';
import { outlookAhead } from '../cast-words.ts';

interface MergeDialogProps {
  readonly role: string;
  /** The role that is proposed; null: none yet. */
  readonly into: string | null;
}

/** Gives all that a role speaks to another one; what that costs is told before. */
export function MergeDialog({ role, into: proposed }: MergeDialogProps) {
  const { data: roles } = useAsk('cast.roles', {});
  const [into, setInto] = useState(proposed);
  const { busy, error, run } = useAttempt();
  const { closeDialog } = useCast.getState();
  const others = roles?.map(({ name }) => name).filter((name) => name !== role) ?? [];
  const merge = () =>
    into !== null &&
    void run(async () => {
      await mergeRole(role, into);
      closeDialog();
      return null;
    });
  return (
    <Dialog title={`Merge ${role} into another role`} width={460} busy={busy} onClose={closeDialog}>
      <div className={styles.form}>
        <Select
          label="Who speaks its lines from now on"
          data-autofocus
          searchable
          openOnFocus={false}
          data={others}
          value={into}
          placeholder="Choose a role"
          nothingFoundMessage="No role is called so."
          onChange={setInto}
        />
        {into === null ? (
          <p className="dim">All its lines take the voice and the settings of the other role.</p>
        ) : (
          <Ahead role={role} into={into} />
        )}
        {error && <ProblemNotice error={error} inPlace />}
        <div className={styles.actions}>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="filled" loading={busy} disabled={into === null} onClick={merge}>
            Merge
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Ahead({ role, into }: { readonly role: string; readonly into: string }) {
  const { data: ahead, error } = useAsk('cast.mergeOutlook', { role, into }, { gcTime: 0, staleTime: 0 });
  if (error) return <ProblemNotice error={error.error} inPlace />;
  if (!ahead) return <p className="dim">Looking at the lines…</p>;
  const rules =
    ahead.rules > 0
      ? ` So ${ahead.rules === 1 ? 'does' : 'do'} ${formatCounted(ahead.rules, 'pronunciation rule')}.`
      : '';
  return (
    <p role="status">
      {formatCounted(ahead.lines, 'line')} of {role} {ahead.lines === 1 ? 'goes' : 'go'} to {into}, in the script too.
      {rules} {outlookAhead(ahead)}
    </p>
  );
}

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
