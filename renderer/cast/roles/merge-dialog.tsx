import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useAsk } from '../../bridge/use-ask.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCounted } from '../../ui/format.ts';
import { ProblemNotice, useAttempt } from '../../ui/problem-notice.tsx';
import { mergeRole } from '../cast-changes.ts';
import { useCast } from '../cast-store.ts';
import { outlookAhead } from '../cost-words.ts';
import styles from './dialogs.module.css';

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
