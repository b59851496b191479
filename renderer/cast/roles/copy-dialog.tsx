// The cast of another project, taken over: which role is which, and what that does, before it is done.
import { Button, Select, Switch } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { CastCopy } from '../../../shared/ipc/cast-requests.ts';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCounted } from '../../ui/format.ts';
import { ProblemNotice, useAttempt } from '../../ui/problem-notice.tsx';
import { notifyFailure } from '../../ui/toast.tsx';
import styles from '../cast.module.css';
import { copyCast } from '../cast-changes.ts';
import { useCast } from '../cast-store.ts';
import { outlookAhead } from '../cast-words.ts';

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
