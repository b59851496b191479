import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { ExportOptions } from '../../shared/model/export/export.ts';
import { forbidsCommercialUse, type UsedVoice, type UsedVoices } from '../../shared/model/voice-use.ts';
import { voiceCredits } from '../../shared/rules/export/voice-credits.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { listed, words } from '../locales/words.ts';
import { copyText } from '../ui/copy-text.ts';
import { Section } from '../ui/screen-parts.tsx';
import styles from './export-screen.module.css';

const t = words('uses');

export type LineChoice = Pick<ExportOptions, 'allowStale' | 'approvedOnly' | 'chapterIds'>;

const useUsedVoices = ({ allowStale, approvedOnly, chapterIds }: LineChoice): UsedVoices | undefined =>
  useAsk(
    'export.usedVoices',
    { allowStale, approvedOnly, chapterIds },
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  ).data;

export function NotCommercial({ options }: { readonly options: LineChoice }) {
  const bound = (useUsedVoices(options)?.voices ?? []).filter(({ use }) => forbidsCommercialUse([use]));
  if (bound.length === 0) return null;
  return (
    <section className={`warning-box ${styles.bound}`} role="note" aria-label={t('exported.heading')}>
      <p>{t('exported.warning', { voices: bound.length })}</p>
      <ul>
        {bound.map((voice) => (
          <li key={JSON.stringify(voice.use)}>{usageText(voice)}</li>
        ))}
      </ul>
    </section>
  );
}

const usageText = ({ use, roles, lines, examples }: UsedVoice): string =>
  t('exported.heard', {
    voice: use.synthesizer === null ? use.name : `${use.name}, ${use.synthesizer}`,
    licence: use.rights?.licence ?? '',
    roles: listed(roles),
    lines,
    numbers: listed(examples),
    more: lines > examples.length ? 'yes' : 'no',
  });

/** Renders nothing if none of the voices has a known licence. */
export function VoiceCredits({ options }: { readonly options: LineChoice }) {
  const used = useUsedVoices(options);
  const voices = used?.voices ?? [];
  const credits = voiceCredits(voices);
  if (!used || credits.length === 0) return null;
  const forbidden = [
    ...new Set(
      voices.flatMap(({ use }) =>
        (use.rights?.forbiddenUses ?? []).map((one) =>
          t('exported.forbiddenUse', { voice: use.synthesizer ?? use.name, use: one }),
        ),
      ),
    ),
  ];
  return (
    <Section title={t('exported.heading')} className={styles.part}>
      <div className={styles.credits}>
        {forbidden.length > 0 && (
          <>
            <p>{t('exported.forbiddenUses')}</p>
            <ul>
              {forbidden.map((row) => (
                <li key={row}>{row}</li>
              ))}
            </ul>
          </>
        )}
        <p>{t('exported.credits')}</p>
        <pre>{credits.join('\n')}</pre>
        <div>
          <Button onClick={() => copyText(credits.join('\n'))}>{t('exported.copy')}</Button>
        </div>
        {used.unrecorded > 0 && <p className="dim">{t('exported.unrecorded', { lines: used.unrecorded })}</p>}
      </div>
    </Section>
  );
}
