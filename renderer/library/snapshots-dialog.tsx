import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { MAX_NAME_LENGTH } from '../../shared/model/names.ts';
import type { ProjectSnapshot } from '../../shared/model/snapshot.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { formatCount, formatMoment } from '../ui/format.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../ui/overlays/problem-notice.tsx';
import { notify } from '../ui/overlays/toast.tsx';
import { useWhyReadOnly } from '../ui/read-only.tsx';
import { undoOf } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import styles from './library-dialogs.module.css';

const t = words('library');

/** Lists the open project's snapshots. */
export function SnapshotsDialog() {
  const close = useView((view) => view.closeDialog);
  const { data, error: unread } = useAsk('snapshots.list', {}, { staleTime: 0, gcTime: 0 });
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: askKey('snapshots.list', {}) });
  const { busy, error, run } = useAttempt();
  const restore = (snapshot: ProjectSnapshot) =>
    run(async () => {
      const { step } = await ask('snapshots.restore', { id: snapshot.id });
      close();
      notify(t('snapshots.restored', { name: snapshotName(snapshot) }), { undo: undoOf(step) });
    });
  const remove = (snapshot: ProjectSnapshot) =>
    run(async () => {
      const { step } = await ask('snapshots.delete', { id: snapshot.id });
      await reload();
      notify(t('snapshots.deleted', { name: snapshotName(snapshot) }), { undo: undoOf(step, reload) });
    });
  return (
    <Dialog title={t('snapshots.title')} width={720} onClose={close} busy={busy}>
      <Stack gap="var(--gap-5)">
        <p className="dim">{t('snapshots.hint')}</p>
        <TakeSnapshot reload={reload} />
        {unread && <ProblemNotice error={unread.error} />}
        {data && (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('snapshots.column.name')}</th>
                <th scope="col">{t('snapshots.column.made')}</th>
                <th scope="col" className={styles.number}>
                  {t('snapshots.column.lines')}
                </th>
                <th scope="col" className={styles.number}>
                  {t('snapshots.column.rendered')}
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              <tr data-now="true">
                <td>{t('snapshots.now')}</td>
                <td />
                <td className={styles.number}>{formatCount(data.now.lines)}</td>
                <td className={styles.number}>{formatCount(data.now.rendered)}</td>
                <td />
              </tr>
              {data.snapshots.map((snapshot) => (
                <SnapshotRow key={snapshot.id} snapshot={snapshot} busy={busy} restore={restore} remove={remove} />
              ))}
              {data.snapshots.length === 0 && (
                <tr>
                  <td colSpan={5} className="dim">
                    {t('snapshots.none')}
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        )}
        {error && <ProblemNotice error={error} />}
        <Group justify="flex-end">
          <Button onClick={close} disabled={busy}>
            {t('snapshots.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function TakeSnapshot({ reload }: { readonly reload: () => Promise<void> }) {
  const readOnly = useWhyReadOnly() !== null;
  const [name, setName] = useState('');
  const { busy, error, run } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await ask('snapshots.take', { name: name.trim() });
      setName('');
      await reload();
    });
  };
  return (
    <Stack component="form" gap="var(--gap-3)" onSubmit={submit}>
      <Group align="flex-end" gap="var(--gap-4)">
        <TextInput
          data-autofocus
          className="grow"
          label={t('snapshots.name')}
          placeholder={t('snapshots.nameExample')}
          maxLength={MAX_NAME_LENGTH}
          value={name}
          disabled={readOnly}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="filled" loading={busy} disabled={readOnly || name.trim() === ''}>
          {t('snapshots.take')}
        </Button>
      </Group>
      {error && <ProblemNotice error={error} />}
    </Stack>
  );
}

interface SnapshotRowProps {
  readonly snapshot: ProjectSnapshot;
  readonly busy: boolean;
  readonly restore: (snapshot: ProjectSnapshot) => void;
  readonly remove: (snapshot: ProjectSnapshot) => void;
}

function SnapshotRow({ snapshot, busy, restore, remove }: SnapshotRowProps) {
  const why = useWhyReadOnly();
  const isDisabled = why !== null || busy;
  const name = snapshotName(snapshot);
  return (
    <tr>
      <td className={snapshot.reason.kind === 'named' ? styles.name : `${styles.name} dim`}>{name}</td>
      <td className={styles.moment}>{formatMoment(snapshot.madeAt)}</td>
      <td className={styles.number}>{formatCount(snapshot.lines)}</td>
      <td className={styles.number}>{formatCount(snapshot.rendered)}</td>
      <td className={styles.act}>
        <Group gap="var(--gap-2)" wrap="nowrap">
          <Button
            disabled={isDisabled}
            aria-label={t('snapshots.restoreLabel', { name })}
            onClick={() => restore(snapshot)}
          >
            {t('snapshots.restore')}
          </Button>
          <Button
            variant="subtle"
            disabled={isDisabled}
            aria-label={t('snapshots.deleteLabel', { name })}
            onClick={() => remove(snapshot)}
          >
            {t('snapshots.delete')}
          </Button>
        </Group>
      </td>
    </tr>
  );
}

function snapshotName({ reason }: ProjectSnapshot): string {
  if (reason.kind === 'named') return reason.name;
  if (reason.kind === 'cast' && reason.role !== null) return t('snapshots.automatic.castOf', { role: reason.role });
  return t(`snapshots.automatic.${reason.kind}`);
}
