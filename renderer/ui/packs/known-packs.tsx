// Voice packs that can be downloaded, in Settings and in Cast. Shows the licence first, then the progress of the download.
import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { KnownPackEntry, KnownPacksState, PackFetchState } from '../../../shared/ipc/pack-requests.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { formatBytes, formatDuration } from '../format.ts';
import { ProblemNotice, useAttempt } from '../overlays/problem-notice.tsx';
import { notify } from '../overlays/toast.tsx';
import { languagesOf, PackFacts, UseTag } from './pack-facts.tsx';
import styles from './packs.module.css';

const t = words('packs');

interface KnownPacksProps {
  readonly label: string;
  readonly packs: readonly KnownPackEntry[];
  readonly state: KnownPacksState;
}

/** Lists packs that can be downloaded, and announces each one that has been installed. */
export function KnownPacks({ label, packs, state }: KnownPacksProps) {
  useInstalledNotice(state);
  if (packs.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={label}>
      {packs.map((entry) => (
        <KnownPack key={entry.pack.id} entry={entry} state={state} />
      ))}
    </ul>
  );
}

/** Shows a notice, once, when a downloaded pack has been installed. */
export function useInstalledNotice(state: KnownPacksState | undefined): void {
  const fetched = useRef<string | null>(null);
  useEffect(() => {
    if (!state) return;
    if (state.fetch) {
      fetched.current = state.fetch.id;
      return;
    }
    const entry = state.packs.find(({ pack }) => pack.id === fetched.current);
    if (!entry?.isInstalled) return;
    fetched.current = null;
    notify(t('installed', { pack: entry.pack.name, voices: entry.pack.voices.length }), { id: 'pack' });
  }, [state]);
}

interface KnownPackProps {
  readonly entry: KnownPackEntry;
  readonly state: KnownPacksState;
}

function KnownPack({ entry, state }: KnownPackProps) {
  const { pack, download, arrived } = entry;
  const queryClient = useQueryClient();
  const { busy, error, run } = useAttempt();
  const [isOpen, setOpen] = useState(false);
  const fetch = state.fetch?.id === pack.id ? state.fetch : null;
  const failure = state.failure?.id === pack.id ? state.failure.error : null;
  const act = (request: () => Promise<KnownPacksState>) =>
    void run(async () => {
      queryClient.setQueryData(askKey('packs.known', {}), await request());
      setOpen(false);
    });
  const start = () => act(() => ask('packs.fetch', { id: pack.id }));
  const isElsewhere = state.fetch !== null && fetch === null;
  return (
    <li className={`card ${styles.card}`} aria-label={pack.name}>
      <div className={styles.head}>
        <div className={styles.who}>
          <div className={styles.titled}>
            <h3>{pack.name}</h3>
            <UseTag facts={pack} />
          </div>
          <p className="dim">
            {t('more.about', {
              voices: pack.voices.length,
              languages: languagesOf(pack),
              licence: pack.rights.licence,
              size: formatBytes(download),
            })}
          </p>
          {pack.kind === 'voices' && <p>{t(`sound.${pack.engine}`)}</p>}
        </div>
        {!fetch && arrived === 0 && (
          <Button
            aria-label={t('more.getHint', { pack: pack.name })}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('more.get')}
          </Button>
        )}
      </div>
      {failure && !fetch && <ProblemNotice error={failure} inPlace />}
      {fetch && (
        <DownloadProgress
          fetch={fetch}
          host={entry.host}
          busy={busy}
          onPause={() => act(() => ask('packs.pauseFetch', {}))}
          onDiscardDownload={() => act(() => ask('packs.giveUpFetch', { id: pack.id }))}
        />
      )}
      {!fetch && arrived > 0 && (
        <PausedDownload
          entry={entry}
          disabled={busy || isElsewhere}
          onResume={start}
          onDiscardDownload={() => act(() => ask('packs.giveUpFetch', { id: pack.id }))}
        />
      )}
      {isOpen && !fetch && arrived === 0 && (
        <Offer entry={entry} disabled={busy || isElsewhere} onFetch={start} onClose={() => setOpen(false)} />
      )}
      {isElsewhere && (isOpen || arrived > 0) && <p className="dim">{t('more.oneAtATime')}</p>}
      {error && <ProblemNotice error={error} inPlace />}
    </li>
  );
}

interface OfferProps {
  readonly entry: KnownPackEntry;
  readonly disabled: boolean;
  readonly onFetch: () => void;
  readonly onClose: () => void;
}

/** Shows the usage rights before the download starts. */
function Offer({ entry: { pack, isSizeKnown, download, host }, disabled, onFetch, onClose }: OfferProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={box} className={styles.sure}>
      <PackFacts facts={pack} whole isEstimate={!isSizeKnown} />
      <p className="dim">{t('more.from', { size: formatBytes(download), host })}</p>
      <p className="dim">{t('offer.consent')}</p>
      <Group>
        <Button variant="filled" disabled={disabled} onClick={onFetch}>
          {t('more.fetch')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </Group>
    </div>
  );
}

interface PausedDownloadProps {
  readonly entry: KnownPackEntry;
  readonly disabled: boolean;
  readonly onResume: () => void;
  readonly onDiscardDownload: () => void;
}

/** A download that was interrupted or paused and whose licence has already been accepted. */
function PausedDownload({
  entry: { pack, download, arrived },
  disabled,
  onResume,
  onDiscardDownload,
}: PausedDownloadProps) {
  return (
    <>
      <p className="dim">{t('more.arrived', { done: formatBytes(arrived), total: formatBytes(download) })}</p>
      <Group>
        <Button
          variant="filled"
          aria-label={t('more.goOnHint', { pack: pack.name })}
          disabled={disabled}
          onClick={onResume}
        >
          {t('more.goOn')}
        </Button>
        <Button onClick={onDiscardDownload}>{t('more.discard')}</Button>
      </Group>
    </>
  );
}

/** Describes the state of a download: `Downloading: 12 MB of 103 MB, 2:10 left`. */
export function downloadText({ stage, done, total, secondsLeft }: PackFetchState, host: string): string {
  const figures = { done: formatBytes(done), total: formatBytes(total) };
  return stage === 'fetching' && secondsLeft !== null
    ? t('more.stage.fetchingLeft', { ...figures, left: formatDuration(secondsLeft) })
    : t(`more.stage.${stage}`, { ...figures, host });
}

interface DownloadProgressProps {
  readonly fetch: PackFetchState;
  readonly host: string;
  readonly busy: boolean;
  readonly onPause: () => void;
  readonly onDiscardDownload: () => void;
}

function DownloadProgress({ fetch, host, busy, onPause, onDiscardDownload }: DownloadProgressProps) {
  const { stage, done, total } = fetch;
  return (
    <>
      <Stack gap="var(--gap-1)">
        <progress aria-label={t('work.label')} value={done} max={Math.max(1, total)} />
        <p className="dim">{downloadText(fetch, host)}</p>
      </Stack>
      <Group>
        {(stage === 'fetching' || stage === 'waiting') && (
          <Button disabled={busy} onClick={onPause}>
            {t('more.pause')}
          </Button>
        )}
        <Button disabled={busy} onClick={onDiscardDownload}>
          {t('cancel')}
        </Button>
      </Group>
    </>
  );
}
