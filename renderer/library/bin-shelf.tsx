import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { BinnedProject } from '../../shared/ipc/library-requests.ts';
import { createWordFinder } from '../../shared/rules/search-pattern.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { formatBytes, formatDay } from '../ui/format.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../ui/overlays/problem-notice.tsx';
import { notify } from '../ui/overlays/toast.tsx';
import { EmptyState } from '../ui/screen-parts.tsx';
import styles from './bin-shelf.module.css';

const t = words('library');

export function BinnedProjects({ search }: { readonly search: string }) {
  const bin = useAsk('library.bin', {});
  const [deleting, setDeleting] = useState<readonly BinnedProject[] | null>(null);
  const { busy, error, run } = useAttempt();
  const isFound = createWordFinder(search);
  const shown = bin.data?.filter(({ name }) => isFound(name));
  const restore = ({ id, name }: BinnedProject) =>
    void run(async () => {
      const { path, moved } = await ask('library.takeFromBin', { id });
      notify(moved ? t('bin.backElsewhere', { project: name, folder: path }) : t('bin.back', { project: name }));
    });
  if (bin.error) return <ProblemNotice error={bin.error.error} />;
  if (!bin.data || !shown) return null;
  if (bin.data.length === 0) {
    return (
      <div className={styles.none}>
        <EmptyState title={t('bin.none.title')} detail={t('bin.none.detail')} />
      </div>
    );
  }
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="var(--gap-4)">
        <p className="dim">{t('bin.size', { projects: shown.length, size: formatBytes(totalSize(shown)) })}</p>
        {/* Only listed projects are deleted, not those hidden by a search. */}
        <Button disabled={busy || shown.length === 0} onClick={() => setDeleting(shown)}>
          {shown.length === bin.data.length ? t('bin.empty') : t('bin.deleteListed', { projects: shown.length })}
        </Button>
      </Group>
      {error && <ProblemNotice error={error} />}
      <ul className={styles.list} aria-label={t('bin.list')}>
        {shown.map((project) => (
          <li key={project.id} className={`card ${styles.row}`}>
            <span className={styles.words}>
              <span className={styles.name}>{project.name}</span>
              <small className="cut">{t('bin.from', { folder: project.from })}</small>
            </span>
            <span className={styles.figures}>
              <span>{project.lines === 0 ? t('project.empty') : t('project.lines', { lines: project.lines })}</span>
              <small>
                {formatBytes(project.sizeBytes)} · {formatDay(project.binnedAt, Date.now())}
              </small>
            </span>
            <Button
              disabled={busy}
              aria-label={t('bin.takeBackLabel', { project: project.name })}
              onClick={() => restore(project)}
            >
              {t('bin.takeBack')}
            </Button>
            <Button
              disabled={busy}
              color="fail"
              aria-label={t('bin.deleteLabel', { project: project.name })}
              onClick={() => setDeleting([project])}
            >
              {t('bin.delete')}
            </Button>
          </li>
        ))}
      </ul>
      {deleting && <DeleteDialog projects={deleting} close={() => setDeleting(null)} />}
    </>
  );
}

const totalSize = (projects: readonly BinnedProject[]) => projects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

function DeleteDialog({
  projects,
  close,
}: {
  readonly projects: readonly BinnedProject[];
  readonly close: () => void;
}) {
  const { busy, error, run } = useAttempt();
  const [only] = projects;
  const size = formatBytes(totalSize(projects));
  const single = projects.length === 1 && only ? { project: only.name, size } : null;
  const several = { projects: projects.length, size };
  const deleteAll = () =>
    void run(async () => {
      await ask('library.deleteForGood', { ids: projects.map(({ id }) => id) });
      close();
      notify(single ? t('bin.deleting.doneOne', single) : t('bin.deleting.doneSeveral', several));
    });
  return (
    <Dialog title={t('bin.deleting.title')} width={460} onClose={close} busy={busy}>
      <Stack gap="var(--gap-5)">
        <p>{single ? t('bin.deleting.one', single) : t('bin.deleting.several', several)}</p>
        {!single && (
          <ul className={styles.deleted} aria-label={t('bin.list')}>
            {projects.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        )}
        {error && <ProblemNotice error={error} />}
        <Group justify="flex-end">
          <Button onClick={close} disabled={busy} data-autofocus>
            {t('bin.deleting.keep')}
          </Button>
          <Button variant="filled" color="fail" loading={busy} onClick={deleteAll}>
            {t('bin.deleting.title')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
