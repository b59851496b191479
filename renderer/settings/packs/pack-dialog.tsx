import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { PackWork } from '../../../shared/ipc/pack-requests.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { useInitialFocus } from '../../ui/focus.ts';
import { formatBytes } from '../../ui/format.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { notify } from '../../ui/overlays/toast.tsx';
import settings from '../settings.module.css';
import { PackFacts } from './pack-facts.tsx';
import styles from './packs.module.css';

const t = words('packs');

interface PackDialogProps {
  readonly work: PackWork;
  /** Errors appear behind the dialog, which has closed by then. */
  readonly run: (work: () => Promise<null>) => Promise<void>;
}

export function PackDialog({ work, run }: PackDialogProps) {
  const { stage, offer, replaces } = work;
  const queryClient = useQueryClient();
  const isOffered = stage === 'offered' && offer !== null;
  const cancel = () =>
    void run(async () => {
      queryClient.setQueryData(askKey('packs.state', {}), await ask('packs.cancel', {}));
      return null;
    });
  const install = () =>
    void run(async () => {
      const state = await ask('packs.install', {});
      queryClient.setQueryData(askKey('packs.state', {}), state);
      void queryClient.invalidateQueries({ queryKey: askKey('packs.known', {}) });
      const pack = state.packs.find(({ id }) => id === offer?.id)?.pack ?? offer;
      if (pack) notify(t('installed', { pack: pack.name, voices: pack.voices.length }), { id: 'pack' });
      return null;
    });
  return (
    <Dialog
      title={offer ? t('offer.title', { pack: offer.name }) : t('work.title')}
      width={560}
      onClose={cancel}
      busy={!isOffered}
    >
      <Stack gap="var(--gap-5)">
        {offer && <PackFacts facts={offer} whole />}
        {isOffered && replaces && <p>{t('offer.replaces')}</p>}
        {isOffered ? <p className="dim">{t('offer.consent')}</p> : <Progress work={work} />}
        <div className={`${settings.actions} ${styles.end}`}>
          <Button onClick={cancel}>{t('cancel')}</Button>
          {isOffered && <Install onClick={install} />}
        </div>
      </Stack>
    </Dialog>
  );
}

/** Focuses itself, because it may appear after the dialog has opened. */
function Install({ onClick }: { readonly onClick: () => void }) {
  const button = useInitialFocus<HTMLButtonElement>();
  return (
    <Button ref={button} variant="filled" data-autofocus onClick={onClick}>
      {t('offer.install')}
    </Button>
  );
}

function Progress({ work: { stage, name, done, total } }: { readonly work: PackWork }) {
  const figures = { name, done: formatBytes(done), total: formatBytes(total) };
  return (
    <div className={styles.progress}>
      <progress aria-label={t('work.label')} value={done} max={Math.max(1, total)} />
      <p className="dim" role="status">
        {stage === 'offered' || total === 0 ? t('work.looking', { name }) : t(`work.${stage}`, figures)}
      </p>
    </div>
  );
}
