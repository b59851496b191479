import type { PackFacts as Facts } from '../../../shared/ipc/pack-requests.ts';
import { listed, locale, words } from '../../locales/words.ts';
import { formatBytes } from '../format.ts';
import { Fact } from '../screen-parts.tsx';
import styles from './packs.module.css';

const t = words('packs');

const SHOWN_VOICES = 8;

const voiceNames = ({ voices }: Facts): string => {
  const names = listed(voices.slice(0, SHOWN_VOICES).map(({ name }) => name));
  const more = voices.length - SHOWN_VOICES;
  return more > 0 ? t('names', { names, more }) : names;
};

/** Returns a pack's languages, named in the window's language. */
export function languagesOf({ languages }: Facts): string {
  const names = new Intl.DisplayNames([locale()], { type: 'language' });
  return listed(
    languages.map((code) => {
      try {
        return names.of(code) ?? code;
      } catch {
        return code;
      }
    }),
  );
}

export function UseTag({ facts }: { readonly facts: Facts }) {
  const allowed = facts.rights.commercialUse;
  return (
    <span className="tag" style={{ ['--c' as string]: allowed ? 'var(--fresh)' : 'var(--stale)' }}>
      {allowed ? t('commercial') : t('notCommercial')}
    </span>
  );
}

interface PackFactsProps {
  readonly facts: Facts;
  /** Includes the facts that a card shows in its header. */
  readonly whole?: boolean;
  readonly isEstimate?: boolean;
}

export function PackFacts({ facts, whole = false, isEstimate = false }: PackFactsProps) {
  const { rights, source } = facts;
  const size = formatBytes(facts.bytes);
  return (
    <dl className="facts" aria-label={t('facts.label')}>
      {facts.kind === 'voices' && <Fact name={t('facts.voices')}>{voiceNames(facts)}</Fact>}
      {facts.kind === 'recogniser' && <Fact name={t('facts.kind')}>{t('recogniser')}</Fact>}
      {whole && <Fact name={t('facts.languages')}>{languagesOf(facts)}</Fact>}
      {whole && <Fact name={t('facts.size')}>{isEstimate ? t('facts.about', { size }) : size}</Fact>}
      <Fact name={t('facts.licence')}>
        {rights.licence}
        {rights.licenceAddress !== null && <div className="dim">{rights.licenceAddress}</div>}
      </Fact>
      {whole && (
        <Fact name={t('facts.use')}>
          {t(`offer.${rights.commercialUse ? 'unrestricted' : 'restricted'}.${facts.kind}`)}
        </Fact>
      )}
      {rights.forbiddenUses.length > 0 && (
        <Fact name={t('facts.forbidden')}>
          <ul className={styles.forbidden}>
            {rights.forbiddenUses.map((use) => (
              <li key={use}>{use}</li>
            ))}
          </ul>
        </Fact>
      )}
      {rights.attribution !== null && <Fact name={t('facts.attribution')}>{rights.attribution}</Fact>}
      {source !== null && <Fact name={t('facts.source')}>{source}</Fact>}
    </dl>
  );
}
