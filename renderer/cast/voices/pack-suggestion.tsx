// Offers voice packs where voices are chosen.
import type { Language } from '@lectern/tts-protocol';
import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import type { KnownPacksState } from '../../../shared/ipc/pack-requests.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { IconButton } from '../../ui/fields/icon-button.tsx';
import { formatLanguage } from '../../ui/format.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ProblemNotice } from '../../ui/overlays/problem-notice.tsx';
import { notify } from '../../ui/overlays/toast.tsx';
import { downloadText, KnownPacks, useInstalledNotice } from '../../ui/packs/known-packs.tsx';
import { useChangePreferences, useViewPreferences } from '../../ui/preferences.ts';
import { useView } from '../../ui/view-store.ts';
import { describeError } from '../../ui/wording/errors.ts';
import { useCast, useChosenRole } from '../cast-store.ts';
import { hasNaturalVoice, recommendedPacks } from './recommended-packs.ts';
import styles from './voices.module.css';

const t = words('voices');

const openPacks = (): void => useCast.getState().openDialog({ kind: 'packs' });

/** The language of the selected role, otherwise the script's language. */
function useCastLanguage(): Language {
  const { data: project } = useAsk('project.current', {});
  return useChosenRole()?.parameters.language ?? project?.settings.language ?? 'english';
}

/** Packs add voices to the local service only. */
function useKnownPacks(): KnownPacksState | undefined {
  const isLocal = useAsk('connection.status', {}).data?.kind === 'local';
  return useAsk('packs.known', {}, { enabled: isLocal }).data;
}

export function GetVoicesButton() {
  const hasPacks = (useKnownPacks()?.packs.length ?? 0) > 0;
  return hasPacks && <Button onClick={openPacks}>{t('packs.open')}</Button>;
}

/** Suggests packs if no natural voice speaks the language. Shows a download's progress or failure in any case. */
export function PackSuggestion() {
  const language = useCastLanguage();
  const state = useKnownPacks();
  const { data: voices } = useAsk('cast.voices', {});
  const { hiddenPackSuggestions: hidden } = useViewPreferences();
  const change = useChangePreferences();
  useInstalledNotice(state);
  if (!state || !voices) return null;
  if (state.fetch || state.failure) return <Download state={state} />;
  const [best] = recommendedPacks(state.packs, language);
  if (!best || hidden.includes(language) || hasNaturalVoice(voices, language)) return null;
  const hide = () => {
    change({ hiddenPackSuggestions: [...hidden, language] });
    notify(t('packs.hidden', { language: formatLanguage(language) }), { id: 'pack-suggestion' });
  };
  return (
    <section className={styles.suggestion} aria-label={t('packs.label')}>
      <p>{t('packs.suggestion', { language: formatLanguage(language), pack: best.pack.name })}</p>
      <Button onClick={openPacks}>{t('packs.choose')}</Button>
      <IconButton icon={X} label={t('packs.hide')} onClick={hide} />
    </section>
  );
}

function Download({ state: { packs, fetch, failure } }: { readonly state: KnownPacksState }) {
  const entry = packs.find(({ pack }) => pack.id === (fetch ?? failure)?.id);
  if (!entry) return null;
  return (
    <section className={styles.suggestion} aria-label={t('packs.label')}>
      <p role="status">
        {fetch
          ? t('packs.download', { pack: entry.pack.name, state: downloadText(fetch, entry.host) })
          : failure && describeError(failure.error).title}
      </p>
      <Button onClick={openPacks}>{t(fetch ? 'packs.details' : 'packs.failed')}</Button>
    </section>
  );
}

/** Lists the packs for a language with their licences, and downloads them. */
export function PacksDialog() {
  const language = useCastLanguage();
  const { data: state, error, refetch } = useAsk('packs.known', {}, { refetchOnMount: 'always' });
  const { closeDialog } = useCast.getState();
  const openSettings = () => {
    closeDialog();
    useView.getState().chooseSettings('packs');
    useView.getState().goTo('settings');
  };
  const packs = state ? recommendedPacks(state.packs, language) : [];
  return (
    <Dialog title={t('packs.title', { language: formatLanguage(language) })} width={620} onClose={closeDialog}>
      <div className={styles.packs}>
        <p className="dim">{packs.length > 0 ? t('packs.intro') : t('packs.none')}</p>
        {error && <ProblemNotice error={error.error} onRetry={() => void refetch()} />}
        {state && <KnownPacks label={t('packs.list')} packs={packs} state={state} />}
      </div>
      <div className={styles.packsFoot}>
        <Button onClick={openSettings}>{t('packs.settings')}</Button>
        <Button onClick={closeDialog}>{t('packs.close')}</Button>
      </div>
    </Dialog>
  );
}
