import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { BackupEntry, ProjectContents } from '../../shared/ipc/library-requests.ts';
import { MAX_NAME_LENGTH } from '../../shared/model/names.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { formatBytes, formatCount, formatMoment } from '../ui/format.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../ui/overlays/problem-notice.tsx';
import { notify } from '../ui/overlays/toast.tsx';
import { leftOutText } from '../ui/wording/status.ts';
import styles from './library-dialogs.module.css';
import type { ListedProject } from './library-view.ts';
import { DuplicateDialog } from './new-project-dialogs.tsx';
import type { ProjectActions } from './use-project-actions.ts';

const t = words('library');

export interface LibraryDialog {
  readonly kind: 'rename' | 'duplicate' | 'backups' | 'enqueue';
  readonly project: ListedProject;
}

interface LibraryDialogsProps {
  readonly dialog: LibraryDialog;
  readonly actions: ProjectActions;
  readonly close: () => void;
}

export function LibraryDialogs({ dialog: { kind, project }, actions, close }: LibraryDialogsProps) {
  if (kind === 'rename') return <RenameDialog project={project} actions={actions} close={close} />;
  if (kind === 'enqueue') return <EnqueueDialog project={project} actions={actions} close={close} />;
  if (kind === 'duplicate') return <DuplicateDialog project={project} close={close} />;
  return <BackupsDialog project={project} actions={actions} close={close} />;
}

interface RenameDialogProps {
  readonly project: ListedProject;
  readonly actions: ProjectActions;
  readonly close: () => void;
}

function RenameDialog({ project, actions, close }: RenameDialogProps) {
  const [name, setName] = useState(project.name);
  const { busy, error, run } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await actions.rename(project, name.trim());
      close();
    });
  };
  return (
    <Dialog title={t('rename.title')} width={440} onClose={close}>
      <Stack component="form" gap="var(--gap-5)" onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('rename.name')}
          description={t('rename.nameHint')}
          required
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {error && <ProblemNotice error={error} />}
        <Group justify="flex-end">
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="submit" variant="filled" loading={busy} disabled={name.trim() === '' || name === project.name}>
            {t('rename.rename')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Shows what would be sent, and at what price, before the project joins the render queue. */
function EnqueueDialog({ project, actions, close }: RenameDialogProps) {
  const plan = useAsk('queue.plan', { id: project.id }, { staleTime: 0, gcTime: 0 });
  const { busy, error, run } = useAttempt();
  const failure = error ?? plan.error?.error;
  const add = () =>
    run(async () => {
      await actions.enqueue(project);
      close();
    });
  return (
    <Dialog title={t('enqueue.title', { project: project.name })} width={440} onClose={close}>
      <Stack gap="var(--gap-5)">
        {failure ? (
          <ProblemNotice error={failure} />
        ) : (
          <p>{plan.data ? enqueueText(plan.data) : t('enqueue.planning')}</p>
        )}
        <Group justify="flex-end">
          <Button onClick={close}>{t('cancel')}</Button>
          <Button
            data-autofocus
            variant="filled"
            loading={busy || plan.isPending}
            disabled={!plan.data || plan.data.lines === 0}
            onClick={() => void add()}
          >
            {t('enqueue.add')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function enqueueText({ lines, characters, leftOut, price }: ReplyOf<'queue.plan'>): string {
  if (lines === 0 && leftOut.length === 0) return t('enqueue.nothing');
  const facts = [
    lines === 0 ? t('enqueue.none') : t('enqueue.lines', { lines, characters }),
    lines > 0 && price && t('enqueue.price', price),
    leftOutText(leftOut),
  ];
  return facts.filter(Boolean).join(' ');
}

interface BackupsDialogProps {
  readonly project: ListedProject;
  readonly actions: ProjectActions;
  readonly close: () => void;
}

function BackupsDialog({ project, actions, close }: BackupsDialogProps) {
  const { id } = project;
  // Not cached, because the list must match the files on disk.
  const backups = useAsk('library.backups', { id }, { staleTime: 0, gcTime: 0 });
  const { data: size } = useAsk('library.size', { id }, { staleTime: 0, gcTime: 0 });
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<BackupEntry | null>(null);
  const { busy, error, run } = useAttempt();
  const backUp = () =>
    run(async () => {
      const { made } = await ask('library.backUpNow', { id });
      await queryClient.invalidateQueries({ queryKey: askKey('library.backups', { id }) });
      notify(made ? t('backups.made', { project: project.name }) : t('backups.noRoom'));
    });
  const restore = (name: string) =>
    run(async () => {
      await actions.restore(project, name);
      close();
    });
  return (
    <Dialog title={t('backups.title', { project: project.name })} width={720} onClose={close} busy={busy}>
      <Stack gap="var(--gap-5)">
        <p className="dim">
          {t('backups.hint')} {size && t('backups.size', { size: formatBytes(size.sizeBytes) })}
        </p>
        {backups.error && <ProblemNotice error={backups.error.error} />}
        {backups.data && <BackupTable {...backups.data} choose={setChosen} disabled={busy} />}
        {chosen && (
          <Confirmation
            backup={chosen}
            now={backups.data?.now ?? null}
            busy={busy}
            restore={() => void restore(chosen.name)}
            cancel={() => setChosen(null)}
          />
        )}
        {error && <ProblemNotice error={error} />}
        <Group justify="flex-end">
          {backups.data?.now === null && <p className="dim grow">{t('backups.unreadable')}</p>}
          <Button onClick={() => void backUp()} loading={busy && !chosen} disabled={backups.data?.now == null}>
            {t('backups.backUp')}
          </Button>
          <Button variant="filled" onClick={close} disabled={busy} data-autofocus>
            {t('backups.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface BackupTableProps {
  readonly now: ProjectContents | null;
  readonly backups: readonly BackupEntry[];
  readonly choose: (backup: BackupEntry) => void;
  readonly disabled: boolean;
}

function BackupTable({ now, backups, choose, disabled }: BackupTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('backups.column.made')}</th>
          <th scope="col" className={styles.number}>
            {t('backups.column.lines')}
          </th>
          <th scope="col" className={styles.number}>
            {t('backups.column.fresh')}
          </th>
          <th scope="col" className={styles.number}>
            {t('backups.column.takes')}
          </th>
          <th scope="col" className={styles.number}>
            {t('backups.column.size')}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        <tr data-now="true">
          <td>{t('backups.now')}</td>
          <Figures holds={now} missing={t('backups.nowUnreadable')} />
          <td />
          <td />
        </tr>
        {backups.map((backup) => (
          <tr key={backup.name}>
            <td>{backupLabel(backup)}</td>
            <Figures
              holds={backup.holds}
              missing={backup.state === 'sound' ? '' : t(`backups.state.${backup.state}`)}
            />
            <td className={styles.number}>{formatBytes(backup.sizeBytes)}</td>
            <td className={styles.act}>
              <Button
                disabled={disabled || backup.state !== 'sound'}
                aria-label={t('backups.restoreLabel', { backup: backupLabel(backup) })}
                onClick={() => choose(backup)}
              >
                {t('backups.restore')}
              </Button>
            </td>
          </tr>
        ))}
        {backups.length === 0 && (
          <tr>
            <td colSpan={6} className="dim">
              {t('backups.none')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

const backupLabel = ({ madeAt, name }: BackupEntry): string => (madeAt === null ? name : formatMoment(madeAt));

function Figures({ holds, missing }: { readonly holds: ProjectContents | null; readonly missing: string }) {
  if (!holds) {
    return (
      <td colSpan={3} className={`${styles.number} dim`}>
        {missing}
      </td>
    );
  }
  return [holds.lines, holds.fresh, holds.takes].map((count, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
    <td key={at} className={styles.number}>
      {formatCount(count)}
    </td>
  ));
}

interface ConfirmationProps {
  readonly backup: BackupEntry;
  readonly now: ProjectContents | null;
  readonly busy: boolean;
  readonly restore: () => void;
  readonly cancel: () => void;
}

function Confirmation({ backup, now, busy, restore, cancel }: ConfirmationProps) {
  const lost = now && backup.holds ? now.takes - backup.holds.takes : 0;
  return (
    <div className={`warning-box ${styles.confirm}`} role="alert">
      <p>
        {now ? t('backups.confirm.sound') : t('backups.confirm.damaged')}{' '}
        {lost > 0 && t('backups.confirm.lost', { takes: lost })}
      </p>
      <Group justify="flex-end">
        <Button onClick={cancel} disabled={busy}>
          {t('backups.confirm.cancel')}
        </Button>
        <Button variant="filled" onClick={restore} loading={busy}>
          {backup.madeAt === null
            ? t('backups.confirm.restoreUndated')
            : t('backups.confirm.restore', { moment: formatMoment(backup.madeAt) })}
        </Button>
      </Group>
    </div>
  );
}
