import { Button } from '@mantine/core';
import { useState } from 'react';
import type { BinnedProject } from '../../shared/ipc/library-requests.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { Dialog } from '../ui/dialog.tsx';
import { formatBytes, formatCounted, formatDay } from '../ui/format.ts';
import { ProblemNotice, useAttempt } from '../ui/problem-notice.tsx';
import { EmptyState } from '../ui/screen-parts.tsx';
import { notify } from '../ui/toast.tsx';
import styles from './bin-shelf.module.css';

/** What is in the bin: it goes back to where it was, or is deleted for good. */
export function BinShelf({ search }: { readonly search: string }) {
  const bin = useAsk('library.bin', {});
  const [deleting, setDeleting] = useState<readonly BinnedProject[] | null>(null);
  const { busy, error, run } = useAttempt();
  const wanted = search.trim().toLowerCase();
  const shown = bin.data?.filter(({ name }) => name.toLowerCase().includes(wanted));
  const takeBack = ({ id, name }: BinnedProject) =>
    void run(async () => {
      const { path, moved } = await ask('library.takeFromBin', { id });
      notify(moved ? `“${name}” is back, as ${path}: something else lies where it was.` : `“${name}” is back.`);
      return null;
    });
  if (bin.error) return <ProblemNotice error={bin.error.error} />;
  if (!bin.data || !shown) return null;
  if (bin.data.length === 0) {
    return (
      <div className={styles.none}>
        <EmptyState
          title="The bin is empty"
          detail="A project that you move here keeps all it has, and can be taken back until you delete it for good."
        />
      </div>
    );
  }
  return (
    <>
      <div className={styles.head}>
        <p className="dim">
          {formatCounted(bin.data.length, 'project')}, {formatBytes(total(bin.data))} on the disk.
        </p>
        <Button disabled={busy} onClick={() => setDeleting(bin.data)}>
          Empty the bin…
        </Button>
      </div>
      {error && <ProblemNotice error={error} />}
      <ul className={styles.list} aria-label="Projects in the bin">
        {shown.map((project) => (
          <li key={project.id} className={styles.row}>
            <span className={styles.words}>
              <span className={styles.name}>{project.name}</span>
              <small className="cut">was {project.from}</small>
            </span>
            <span className={styles.figures}>
              <span>{project.lines === 0 ? 'empty' : formatCounted(project.lines, 'line')}</span>
              <small>
                {formatBytes(project.sizeBytes)} · {formatDay(project.binnedAt, Date.now())}
              </small>
            </span>
            <Button disabled={busy} aria-label={`Take back ${project.name}`} onClick={() => takeBack(project)}>
              Take back
            </Button>
            <Button
              disabled={busy}
              color="fail"
              aria-label={`Delete ${project.name} for good`}
              onClick={() => setDeleting([project])}
            >
              Delete…
            </Button>
          </li>
        ))}
      </ul>
      {deleting && <DeleteDialog projects={deleting} close={() => setDeleting(null)} />}
    </>
  );
}

const total = (projects: readonly BinnedProject[]) => projects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** The last question: nothing brings back what is deleted here. */
function DeleteDialog({
  projects,
  close,
}: {
  readonly projects: readonly BinnedProject[];
  readonly close: () => void;
}) {
  const { busy, error, run } = useAttempt();
  const [only] = projects;
  const what = projects.length === 1 && only ? `“${only.name}”` : formatCounted(projects.length, 'project');
  const deleteAll = () =>
    void run(async () => {
      await ask('library.deleteForGood', { ids: projects.map(({ id }) => id) });
      close();
      notify(
        `${what} ${projects.length === 1 ? 'is' : 'are'} deleted: ${formatBytes(total(projects))} are free again.`,
      );
      return null;
    });
  return (
    <Dialog title="Delete for good" width={460} onClose={close} busy={busy}>
      <div className={styles.question}>
        <p>
          {what} with script, takes and backups, {formatBytes(total(projects))} in all. This can’t be taken back.
        </p>
        {error && <ProblemNotice error={error} />}
        <div className={styles.actions}>
          <Button onClick={close} disabled={busy} data-autofocus>
            Keep
          </Button>
          <Button variant="filled" color="fail" loading={busy} onClick={deleteAll}>
            Delete for good
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
