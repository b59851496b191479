import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { RecentProject } from '../../shared/ipc/library-requests.ts';
import { MAX_NAME_LENGTH } from '../../shared/model/names.ts';
import { ask, useEvent } from '../bridge/ask.ts';
import { useAsk, useSend } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { formatBytes } from '../ui/format.ts';
import { beforeLeaving } from '../ui/overlays/before-leaving.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../ui/overlays/problem-notice.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { useView } from '../ui/view-store.ts';

const t = words('library');

export function NewProjectDialog() {
  const [name, setName] = useState('');
  const create = useSend('project.create');
  const close = useView.getState().closeDialog;
  const make = () => beforeLeaving('open', () => create.mutate({ name }, { onSuccess: close }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make();
  };
  return (
    <Dialog onClose={close} title={t('newDialog.title')} width={440}>
      <Stack component="form" gap="var(--gap-5)" onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('newDialog.name')}
          description={t('newDialog.nameHint')}
          required
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {create.error && <ProblemNotice error={create.error.error} onRetry={make} />}
        <Group justify="flex-end">
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="submit" variant="filled" loading={create.isPending} disabled={name.trim() === ''}>
            {t('newDialog.make')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface DuplicateDialogProps {
  readonly project: Pick<RecentProject, 'id' | 'name'>;
  readonly close: () => void;
}

/** Stays open while the project is being copied, because closing the dialog would only hide the progress. */
export function DuplicateDialog({ project, close }: DuplicateDialogProps) {
  const [name, setName] = useState(t('duplicate.suggested', { project: project.name }).slice(0, 120));
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const { busy, error, run } = useAttempt();
  useEvent('duplicate-progress', setProgress);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProgress(null);
    void run(async () => {
      const copied = await ask('library.duplicate', { id: project.id, name: name.trim() });
      close();
      notify(t('duplicate.done', { project: name.trim(), lines: copied.inFlight, files: copied.missing }), {
        action: { label: t('duplicate.open'), run: () => beforeLeaving('open', () => openCopy(copied.id)) },
      });
      return null;
    });
  };
  return (
    <Dialog title={t('duplicate.title')} width={480} onClose={close} busy={busy}>
      <Stack component="form" gap="var(--gap-5)" onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('duplicate.name')}
          required
          maxLength={MAX_NAME_LENGTH}
          value={name}
          disabled={busy}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <p className="dim">{t('duplicate.hint', { project: project.name })}</p>
        {busy && <CopyProgress progress={progress} />}
        {error && <ProblemNotice error={error} />}
        <Group justify="flex-end">
          {busy ? (
            <Button onClick={() => void ask('library.cancelDuplicate', {})}>{t('duplicate.cancel')}</Button>
          ) : (
            <Button onClick={close}>{t('cancel')}</Button>
          )}
          <Button type="submit" variant="filled" disabled={busy || name.trim() === ''}>
            {t('duplicate.duplicate')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const openCopy = (id: string): void => void ask('project.openRecent', { id }).catch(notifyFailure);

export function DuplicateOpenDialog() {
  const { data: open } = useAsk('project.current', {});
  const { data: recent } = useAsk('library.recent', {});
  const project = recent?.find(({ path }) => path === open?.path);
  return project ? <DuplicateDialog project={project} close={useView.getState().closeDialog} /> : null;
}

function CopyProgress({ progress }: { readonly progress: { readonly done: number; readonly total: number } | null }) {
  const { done, total } = progress ?? { done: 0, total: 0 };
  return (
    <Stack gap="var(--gap-1)">
      <progress aria-label={t('duplicate.progress')} value={done} max={Math.max(1, total)} />
      <p className="dim" role="status">
        {progress
          ? t('duplicate.copied', { done: formatBytes(done), all: formatBytes(total) })
          : t('duplicate.looking')}
      </p>
    </Stack>
  );
}
