import { Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { CastCopy } from '../../../shared/ipc/cast-requests.ts';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import { MAX_NAME_LENGTH } from '../../../shared/model/names.ts';
import { normaliseRoleName, roleNameProblem } from '../../../shared/rules/role-names.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { castPreviewText, joinSentences } from '../../ui/cast/cast-change.ts';
import { ApprovedLines } from '../../ui/cast/cast-change-dialog.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { notifyFailure } from '../../ui/overlays/toast.tsx';
import { describeRefusedValue } from '../../ui/wording/errors.ts';
import { copyCast, mergeRole, renameRole } from '../cast-changes.ts';
import { useCast } from '../cast-store.ts';
import styles from './roles.module.css';

const t = words('cast');

interface MergeDialogProps {
  readonly role: string;
  readonly into: string | null;
}

/** Shows what it would cost to merge a role into another one, and then merges them. */
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
    });
  return (
    <Dialog title={t('merge.title', { role })} width={460} busy={busy} onClose={closeDialog}>
      <Stack>
        <Select
          label={t('merge.into')}
          data-autofocus
          searchable
          openOnFocus={false}
          data={others}
          value={into}
          placeholder={t('merge.choose')}
          nothingFoundMessage={t('merge.noMatch')}
          onChange={setInto}
        />
        {into === null ? <p className="dim">{t('merge.about')}</p> : <MergePreview role={role} into={into} />}
        {error && <ProblemNotice error={error} inPlace />}
        <Group justify="flex-end">
          <Button onClick={closeDialog}>{t('cancel')}</Button>
          <Button variant="filled" loading={busy} disabled={into === null} onClick={merge}>
            {t('merge.merge')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function MergePreview({ role, into }: { readonly role: string; readonly into: string }) {
  const { data: outlook, error } = useAsk('cast.mergeOutlook', { role, into }, { gcTime: 0, staleTime: 0 });
  if (error) return <ProblemNotice error={error.error} inPlace />;
  if (!outlook) return <p className="dim">{t('merge.looking')}</p>;
  return (
    <>
      <p role="status">
        {joinSentences(
          t('merge.lines', { lines: outlook.lines, role, into }),
          outlook.rules > 0 && t('merge.rules', { rules: outlook.rules }),
          castPreviewText(outlook),
        )}
      </p>
      <ApprovedLines outlook={outlook} onLeave={useCast.getState().closeDialog} />
    </>
  );
}

/** Renames a role. If another role already has the new name, offers to merge the two. */
export function RenameDialog({ role }: { readonly role: string }) {
  const { data: project } = useAsk('project.current', {});
  const { data: roles } = useAsk('cast.roles', {});
  const [typed, setTyped] = useState(role);
  const { busy, error, run } = useAttempt();
  const { closeDialog, openDialog } = useCast.getState();
  const name = normaliseRoleName(typed);
  const names = roles?.map((known) => known.name) ?? [];
  const problem = project ? roleNameProblem(role, name, project.settings, names) : null;
  const take = () => {
    if (problem || busy) return;
    void run(async () => {
      await renameRole(role, name);
      closeDialog();
    });
  };
  return (
    <Dialog title={t('rename.title', { role })} width={440} busy={busy} onClose={closeDialog}>
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          take();
        }}
      >
        <TextInput
          label={t('rename.name')}
          data-autofocus
          maxLength={MAX_NAME_LENGTH}
          value={typed}
          error={problem && describeRefusedValue({ kind: 'invalid', field: 'roleName', reason: problem }).detail}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p className="dim">{t('rename.about')}</p>
        {error && <ProblemNotice error={error} inPlace />}
        <Group justify="flex-end">
          {problem === 'exists' && names.includes(name) && (
            <Button onClick={() => openDialog({ kind: 'merge', role, into: name })}>
              {t('rename.merge', { role: name })}
            </Button>
          )}
          <Button onClick={closeDialog}>{t('cancel')}</Button>
          <Button type="submit" variant="filled" loading={busy} disabled={problem !== null || name === role}>
            {t('rename.rename')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

type Source = CastCopy['source'];
type CopyOutlook = ReplyOf<'cast.copyOutlook'>;

const NO_ROLE = '';

/** Shows which roles match those in another project and what would change, and then copies that project's cast. */
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
    <Dialog title={t('copy.title')} width={620} busy={busy} onClose={closeDialog}>
      <Stack>
        <div className={styles.source}>
          <Select
            label={t('copy.from')}
            data-autofocus
            openOnFocus={false}
            searchable
            data={others.map(({ id, name }) => ({ value: id, label: name }))}
            value={source && 'recentId' in source ? source.recentId : null}
            placeholder={others.length === 0 ? t('copy.noRecent') : t('copy.choose')}
            nothingFoundMessage={t('copy.noMatch')}
            onChange={(id) => id !== null && choose({ recentId: id })}
          />
          <Button onClick={() => void chooseFolder().catch(notifyFailure)}>{t('copy.otherFolder')}</Button>
        </div>
        {copy ? (
          <Preview
            copy={copy}
            onMatch={(role, from) => setMatches({ ...matches, [role]: from })}
            onIncludeRules={setRules}
            busy={busy}
            onCopy={() =>
              void run(async () => {
                await copyCast(copy);
                closeDialog();
              })
            }
          />
        ) : (
          <p className="dim">{t('copy.about')}</p>
        )}
        {error && <ProblemNotice error={error} inPlace />}
      </Stack>
    </Dialog>
  );
}

interface CopyPreviewProps {
  readonly copy: CastCopy;
  readonly busy: boolean;
  onMatch(role: string, from: string | null): void;
  onIncludeRules(rules: boolean): void;
  onCopy(): void;
}

function Preview({ copy, busy, onMatch, onIncludeRules, onCopy }: CopyPreviewProps) {
  const { data: outlook, error } = useAsk('cast.copyOutlook', copy, {
    gcTime: 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (error) return <ProblemNotice error={error.error} inPlace />;
  if (!outlook) return <p className="dim">{t('copy.reading')}</p>;
  const changes = outlook.matches.filter((match) => match.changes).length;
  const newRules = copy.rules ? outlook.newRules : 0;
  return (
    <>
      <RoleMatches outlook={outlook} onMatch={onMatch} />
      {outlook.newRules > 0 && (
        <Switch
          label={t('copy.rules', { rules: outlook.newRules })}
          checked={copy.rules}
          onChange={(event) => onIncludeRules(event.currentTarget.checked)}
        />
      )}
      <p role="status">{joinSentences(t('copy.changes', { roles: changes }), castPreviewText(outlook.outlook))}</p>
      <ApprovedLines outlook={outlook.outlook} onLeave={useCast.getState().closeDialog} />
      <Group justify="flex-end">
        <Button onClick={useCast.getState().closeDialog}>{t('cancel')}</Button>
        <Button variant="filled" loading={busy} disabled={changes === 0 && newRules === 0} onClick={onCopy}>
          {t('copy.copy')}
        </Button>
      </Group>
    </>
  );
}

function RoleMatches({ outlook, onMatch }: { readonly outlook: CopyOutlook } & Pick<CopyPreviewProps, 'onMatch'>) {
  const data = [
    { value: NO_ROLE, label: t('copy.noMatchingRole') },
    ...outlook.theirs.map(({ name }) => ({ value: name, label: name })),
  ];
  const theirs = new Map(outlook.theirs.map((role) => [role.name, role]));
  return (
    <ul className={styles.matches} aria-label={t('copy.matches')}>
      {outlook.matches.map(({ role, from }) => (
        <li key={role}>
          <span className="cut" title={role}>
            {role}
          </span>
          <Select
            aria-label={t('copy.match', { role })}
            searchable
            data={data}
            value={from ?? NO_ROLE}
            onChange={(next) => onMatch(role, next === NO_ROLE ? null : next)}
          />
          <small className="dim cut">{voiceLabel(theirs.get(from ?? ''))}</small>
        </li>
      ))}
    </ul>
  );
}

function voiceLabel(role: CopyOutlook['theirs'][number] | undefined): string {
  if (!role) return '';
  if (role.voiceName === null) return t('copy.noVoice');
  return role.canCast ? role.voiceName : t('copy.cantCast', { voice: role.voiceName });
}
