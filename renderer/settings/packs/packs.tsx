import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import type { PackEntry, PackWork } from '../../../shared/ipc/pack-requests.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey, useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { useInitialFocus } from '../../ui/focus.ts';
import { formatBytes } from '../../ui/format.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { notify } from '../../ui/overlays/toast.tsx';
import { languagesOf, PackFacts, UseTag } from '../../ui/packs/pack-facts.tsx';
import packStyles from '../../ui/packs/packs.module.css';
import { packProblemText } from '../../ui/wording/errors.ts';
import { Part } from '../part.tsx';
import settings from '../settings.module.css';
import { type DroppedPack, droppedPack, sendPack } from './dropped-pack.ts';
import { MoreVoices } from './more-voices.tsx';
import styles from './packs.module.css';

const t = words('packs');
const tSettings = words('settings');

export function VoicePacks() {
  const { data, error: unread, refetch } = useAsk('packs.state', {}, { refetchOnMount: 'always' });
  const { data: status } = useAsk('connection.status', {});
  const queryClient = useQueryClient();
  const { busy, error, run } = useAttempt();
  const add = (from: 'folder' | 'archive') =>
    void run(async () => {
      const state = await ask('dialog.addPack', { from });
      if (state) queryClient.setQueryData(askKey('packs.state', {}), state);
    });
  const install = (dropped: () => Promise<DroppedPack>) =>
    void run(async () => {
      queryClient.setQueryData(askKey('packs.state', {}), await sendDropped(dropped));
    });
  return (
    <Part
      title={tSettings('part.packs')}
      intro={t('intro')}
      actions={
        <>
          <Button variant="filled" disabled={busy} onClick={() => add('folder')}>
            {t('addFolder')}
          </Button>
          <Button disabled={busy} onClick={() => add('archive')}>
            {t('addArchive')}
          </Button>
        </>
      }
    >
      {status && status.kind !== 'local' && <p>{t('notInUse')}</p>}
      {error && <ProblemNotice error={error} inPlace />}
      {unread && <ProblemNotice error={unread.error} onRetry={() => void refetch()} />}
      <DropArea onDrop={install} />
      {data && <InstalledPacks packs={data.packs} />}
      <MoreVoices />
      {data?.work && <PackDialog work={data.work} run={run} />}
    </Part>
  );
}

/** If a file has been deleted since it was dropped, reading it fails with a DOMException instead of a bridge error. */
async function sendDropped(dropped: () => Promise<DroppedPack>) {
  let name = '';
  try {
    const pack = await dropped();
    name = pack.name;
    return await sendPack(pack);
  } catch (failure) {
    if (!(failure instanceof DOMException)) throw failure;
    notify(t('unreadable', { name }), { id: 'pack' });
    return ask('packs.state', {});
  }
}

function DropArea({ onDrop }: { readonly onDrop: (dropped: () => Promise<DroppedPack>) => void }) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = droppedPack(event.dataTransfer);
    if (dropped) onDrop(dropped);
    else notify(t('oneAtATime'), { id: 'pack' });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons are the keyboard alternative
    <div
      className={styles.drop}
      data-takes-files
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {isOver ? t('dropNow') : t('drop')}
    </div>
  );
}

function InstalledPacks({ packs }: { readonly packs: readonly PackEntry[] }) {
  const recognisers = packs.filter(({ pack }) => pack?.kind === 'recogniser');
  const voices = packs.filter((entry) => !recognisers.includes(entry));
  return (
    <>
      {voices.length === 0 ? <p className="dim">{t('empty')}</p> : <PackList label={t('list')} packs={voices} />}
      {recognisers.length > 0 && (
        <section className={settings.section} aria-labelledby="recognisers">
          <h2 id="recognisers">{t('recognisers')}</h2>
          <PackList label={t('recogniserList')} packs={recognisers} />
        </section>
      )}
    </>
  );
}

function PackList({ label, packs }: { readonly label: string; readonly packs: readonly PackEntry[] }) {
  return (
    <ul className={settings.list} aria-label={label}>
      {packs.map((entry) => (
        <InstalledPack key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function InstalledPack({ entry: { id, pack, problem } }: { readonly entry: PackEntry }) {
  const queryClient = useQueryClient();
  const { busy, error, run } = useAttempt();
  const [sure, setSure] = useState(false);
  const name = pack?.name ?? id;
  const remove = () =>
    void run(async () => {
      const state = await ask('packs.remove', { id });
      queryClient.setQueryData(askKey('packs.state', {}), state);
      void queryClient.invalidateQueries({ queryKey: askKey('packs.known', {}) });
      notify(t('removed', { pack: name }), { id: 'pack' });
    });
  return (
    <li className={`card ${settings.card}`}>
      <div className={settings.head}>
        <div className={settings.who}>
          <div className={packStyles.titled}>
            <h3>{name}</h3>
            {pack ? (
              <UseTag facts={pack} />
            ) : (
              <span className="tag" style={{ ['--c' as string]: 'var(--fail)' }}>
                {t('unusable')}
              </span>
            )}
          </div>
          {pack && (
            <p className="dim">
              {t('about', {
                voices: pack.voices.length,
                languages: languagesOf(pack),
                size: formatBytes(pack.bytes),
              })}
            </p>
          )}
        </div>
        <Button aria-label={t('removeHint', { pack: name })} aria-expanded={sure} onClick={() => setSure(!sure)}>
          {t('remove')}
        </Button>
      </div>
      {problem && <p>{packProblemText(problem.kind, problem.where)}</p>}
      {pack && <PackFacts facts={pack} />}
      {sure && (
        <div className={packStyles.sure}>
          <p>{pack ? t('removeSure', { size: formatBytes(pack.bytes) }) : t('removeBroken')}</p>
          <Group>
            <Button variant="filled" color="fail" loading={busy} onClick={remove}>
              {t('removeNow')}
            </Button>
            <Button onClick={() => setSure(false)}>{t('cancel')}</Button>
          </Group>
        </div>
      )}
      {error && <ProblemNotice error={error} inPlace />}
    </li>
  );
}

interface PackDialogProps {
  readonly work: PackWork;
  /** Errors appear on the screen below the dialog, which has been closed by then. */
  readonly run: (work: () => Promise<undefined>) => Promise<void>;
}

function PackDialog({ work, run }: PackDialogProps) {
  const { stage, offer, replaces } = work;
  const queryClient = useQueryClient();
  const isOffered = stage === 'offered' && offer !== null;
  const cancel = () =>
    void run(async () => {
      queryClient.setQueryData(askKey('packs.state', {}), await ask('packs.cancel', {}));
    });
  const install = () =>
    void run(async () => {
      const state = await ask('packs.install', {});
      queryClient.setQueryData(askKey('packs.state', {}), state);
      void queryClient.invalidateQueries({ queryKey: askKey('packs.known', {}) });
      const pack = state.packs.find(({ id }) => id === offer?.id)?.pack ?? offer;
      if (pack) notify(t('installed', { pack: pack.name, voices: pack.voices.length }), { id: 'pack' });
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
        <Group justify="flex-end">
          <Button onClick={cancel}>{t('cancel')}</Button>
          {isOffered && <Install onClick={install} />}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Takes the focus itself, because it might appear after the dialog has opened. */
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
    <Stack gap="var(--gap-1)">
      <progress aria-label={t('work.label')} value={done} max={Math.max(1, total)} />
      <p className="dim" role="status">
        {stage === 'offered' || total === 0 ? t('work.looking', { name }) : t(`work.${stage}`, figures)}
      </p>
    </Stack>
  );
}
