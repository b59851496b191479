import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { ProblemNotice } from '../../ui/overlays/problem-notice.tsx';
import { KnownPacks } from '../../ui/packs/known-packs.tsx';
import settings from '../settings.module.css';

const t = words('packs');

export function MoreVoices() {
  const { data, error: unread, refetch } = useAsk('packs.known', {}, { refetchOnMount: 'always' });
  if (unread) return <ProblemNotice error={unread.error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { packs, ownProblem } = data;
  const shown = packs.filter(({ isInstalled }) => !isInstalled);
  const voices = shown.filter(({ pack }) => pack.kind === 'voices');
  const recognisers = shown.filter(({ pack }) => pack.kind === 'recogniser');
  return (
    <section className={settings.section} aria-labelledby="more-voices">
      <h2 id="more-voices">{t('more.title')}</h2>
      <p className={settings.intro}>{shown.length > 0 ? t('more.intro') : t('more.none')}</p>
      {ownProblem !== null && <p>{t('more.own', { where: ownProblem === '' ? 'none' : ownProblem })}</p>}
      <KnownPacks label={t('more.list')} packs={voices} state={data} />
      {recognisers.length > 0 && <KnownPacks label={t('more.recognisers')} packs={recognisers} state={data} />}
    </section>
  );
}
