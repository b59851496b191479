import type { ConsentState } from '../../../shared/model/consent.ts';
import { words } from '../../locales/words.ts';

const t = words('consents');

/** Marks a take by a cloned voice without a valid consent. */
export function ConsentTag({ state }: { readonly state: ConsentState }) {
  if (state === 'valid') return null;
  return (
    <span className="tag" title={t('mark.hint')} style={{ ['--c' as string]: 'var(--fail)' }}>
      {t(`mark.${state}`)}
    </span>
  );
}
