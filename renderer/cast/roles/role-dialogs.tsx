// The dialogs of a role: to rename it, and to merge it into another.
import { Button, Select, Switch, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { CastCopy } from '../../../shared/ipc/cast-requests.ts';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import { roleNameProblem, tidyRoleName } from '../../../shared/rules/role-names.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCounted } from '../../ui/format.ts';
import { ProblemNotice, useAttempt } from '../../ui/problem-notice.tsx';
import { notifyFailure } from '../../ui/toast.tsx';
import { wordRefusedValue } from '../../ui/wording/errors.ts';
import styles from '../cast.module.css';
import { copyCast, mergeRole, renameRole } from '../cast-changes.ts';
import { useCast } from '../cast-store.ts';
import { outlookAhead } from '../cast-words.ts';

// The cast of another project, taken over: which role is which, and what that does, before it is done.

type Source = CastCopy['source'];
type CopyOutlook = ReplyOf<'cast.copyOutlook'>;

const NO_ROLE = '';

export function CopyDialog() {
  const { data: project } = useAsk('project.current', {});
  const { data: recent } = useAsk('library.recent', {});
  const [source, setSource] = useState<Source | null>(null);
  const [matches, setMatches] = useState<CastCopy['matches']>({});
  const [rules, setRules] = useState(false);
  const { busy, error, run } = useAttempt();
  const { closeDialog } = useCast.getState();
  const others = recent?.filter(({ path, missing }) => !missing && path !== project?.path) ?? [];
  const choose = (chosen: Source) => {
    setSource(chosen);
    setMatches({});
  };
  const chooseFolder = () =>
    ask('dialog.castFolder', {}).then((chosen) => chosen && choose({ folderId: chosen.folderId }));
  const copy = source && { source, matches, rules };
  return (
    <Dialog title="Copy a cast" width={620} busy={busy} onClose={closeDialog}>
      <div className={styles.form}>
        <div className={styles.source}>
          <Select
            label="From which project"
            data-autofocus
            openOnFocus={false}
            searchable
            data={others.map(({ id, name }) => ({ value: id, label: name }))}
            value={source && 'recentId' in source ? source.recentId : null}
            placeholder={others.length === 0 ? 'No other project was open lately' : 'Choose a project'}
            nothingFoundMessage="No project is called so."
            onChange={(id) => id !== null && choose({ recentId: id })}
          />
          <Button onClick={() => void chooseFolder().catch(notifyFailure)}>Other folder…</Button>
        </div>
        {copy ? (
          <Preview
            copy={copy}
            onMatch={(role, from) => setMatches({ ...matches, [role]: from })}
            onRules={setRules}
            busy={busy}
            onCopy={() =>
              void run(async () => {
                await copyCast(copy);
                closeDialog();
                return null;
              })
            }
          />
        ) : (
          <p className="dim">
            Voices, parameters and turn prefixes of roles with the same name are taken over; others you match by hand.
            The other project stays as it is.
          </p>
        )}
        {error && <ProblemNotice error={error} inPlace />}
      </div>
    </Dialog>
  );
}

interface CopyPreviewProps {
  readonly copy: CastCopy;
  readonly busy: boolean;
  onMatch(role: string, from: string | null): void;
  onRules(rules: boolean): void;
  onCopy(): void;
}

function Preview({ copy, busy, onMatch, onRules, onCopy }: CopyPreviewProps) {
  const { data: ahead, error } = useAsk('cast.copyOutlook', copy, {
    gcTime: 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (error) return <ProblemNotice error={error.error} inPlace />;
  if (!ahead) return <p className="dim">Reading the cast…</p>;
  const changes = ahead.matches.filter((match) => match.changes).length;
  const newRules = copy.rules ? ahead.newRules : 0;
  return (
    <>
      <Matches ahead={ahead} onMatch={onMatch} />
      {ahead.newRules > 0 && (
        <Switch
          label={`Pronunciation rules too: ${formatCounted(ahead.newRules, 'new rule')}, behind those that are here`}
          checked={copy.rules}
          onChange={(event) => onRules(event.currentTarget.checked)}
        />
      )}
      <p role="status">
        {formatCounted(changes, 'role')} would be cast otherwise. {outlookAhead(ahead.outlook)}
      </p>
      <div className={styles.actions}>
        <Button onClick={useCast.getState().closeDialog}>Cancel</Button>
        <Button variant="filled" loading={busy} disabled={changes === 0 && newRules === 0} onClick={onCopy}>
          Copy
        </Button>
      </div>
    </>
  );
}

function Matches({ ahead, onMatch }: { readonly ahead: CopyOutlook } & Pick<CopyPreviewProps, 'onMatch'>) {
  const data = [
    { value: NO_ROLE, label: 'No role: keep it as it is' },
    ...ahead.theirs.map(({ name }) => ({ value: name, label: name })),
  ];
  const theirs = new Map(ahead.theirs.map((role) => [role.name, role]));
  return (
    <ul className={styles.matches} aria-label="Which role is which">
      {ahead.matches.map(({ role, from }) => (
        <li key={role}>
          <span className="cut" title={role}>
            {role}
          </span>
          <Select
            aria-label={`${role} is`}
            searchable
            data={data}
            value={from ?? NO_ROLE}
            onChange={(next) => onMatch(role, next === NO_ROLE ? null : next)}
          />
          <small className="dim cut">{voiceWords(theirs.get(from ?? ''))}</small>
        </li>
      ))}
    </ul>
  );
}

function voiceWords(role: CopyOutlook['theirs'][number] | undefined): string {
  if (!role) return '';
  if (role.voiceName === null) return 'no voice there';
  return role.canCast ? role.voiceName : `${role.voiceName} can’t be cast here`;
}

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
