import type { VoiceUse } from '../../shared/model/voice-use.ts';
import { listed, words } from '../locales/words.ts';
import { Fact } from '../ui/screen-parts.tsx';

const t = words('uses');

/** Renders nothing if neither the voice's licence nor a consent is known. */
export function TakeLicence({ uses }: { readonly uses: readonly VoiceUse[] | null }) {
  const known = uses?.filter(({ rights, consentId }) => rights !== null || consentId !== null) ?? [];
  if (known.length === 0) return null;
  const licences = [...new Set(known.flatMap(({ rights }) => rights?.licence ?? []))];
  const consents = known.flatMap(({ consentId }) => consentId ?? []);
  return (
    <details className="small">
      <summary>
        {licences.length > 0
          ? t('take.summary', { licences: listed(licences) })
          : t('take.consent', { consents: listed(consents) })}
      </summary>
      {known.map((use) => (
        <Use key={use.voice} use={use} />
      ))}
    </details>
  );
}

function Use({ use: { name, rights, consentId } }: { readonly use: VoiceUse }) {
  return (
    <dl className="facts" aria-label={name}>
      {rights && (
        <>
          <Fact name={t('take.licence')}>
            {rights.licence}
            {rights.licenceAddress !== null && <div className="dim">{rights.licenceAddress}</div>}
          </Fact>
          <Fact name={t('take.commercial')}>{rights.commercialUse ? t('take.allowed') : t('take.forbidden')}</Fact>
          {rights.forbiddenUses.length > 0 && (
            <Fact name={t('take.forbiddenUses')}>
              {rights.forbiddenUses.map((forbidden) => (
                <div key={forbidden}>{forbidden}</div>
              ))}
            </Fact>
          )}
          {rights.attribution !== null && <Fact name={t('take.attribution')}>{rights.attribution}</Fact>}
        </>
      )}
      {consentId !== null && <Fact name={t('take.consentId')}>{consentId}</Fact>}
    </dl>
  );
}
