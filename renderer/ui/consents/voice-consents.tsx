import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestOf } from '../../../shared/ipc/contract.ts';
import { type ConsentState, needsDecision, type VoiceConsent } from '../../../shared/model/consent.ts';
import { consentProblemText, decisionText } from '../../../shared/words/consent-words.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { tDelivery, words } from '../../locales/words.ts';
import { Editable } from '../read-only.tsx';
import { AddConsent, DecideWithoutConsent } from './consent-dialogs.tsx';
import styles from './consents.module.css';

const t = words('consents');

export type ConsentLines = NonNullable<RequestOf<'consent.voices'>['lines']>;

/** Returns the cloned voices in the takes of these lines that have no valid consent. */
export function useVoicesWithoutConsent(lines?: ConsentLines): readonly VoiceConsent[] {
  const { data } = useAsk('consent.voices', lines ? { lines } : {}, {
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return (data ?? []).filter(({ state }) => state !== 'valid');
}

type ConsentMarks = ReadonlyMap<number, ConsentState>;

const NO_MARKS: ConsentMarks = new Map();
/** Cached, because many rows need the same map. */
const known = new WeakMap<readonly VoiceConsent[], ConsentMarks>();

function marksIn(voices: readonly VoiceConsent[]): ConsentMarks {
  const marks =
    known.get(voices) ??
    new Map(
      voices
        .filter(({ state }) => state !== 'valid')
        .flatMap(({ lineIds, state }) => lineIds.map((lineId) => [lineId, state] as const)),
    );
  known.set(voices, marks);
  return marks;
}

/** Returns the state of the consent for each line whose take is by a voice without a valid one. */
export function useConsentMarks(): ConsentMarks {
  const { data } = useAsk('consent.voices', {});
  return data ? marksIn(data) : NO_MARKS;
}

/** Lists voices that can only be exported after a decision, and the decisions already made. */
export function ConsentNotice({ voices }: { readonly voices: readonly VoiceConsent[] }) {
  const [dialog, setDialog] = useState<{ readonly kind: 'add' | 'decide'; readonly voice: VoiceConsent } | null>(null);
  const close = () => setDialog(null);
  if (voices.length === 0) return null;
  const isRefused = voices.some(needsDecision);
  return (
    <section
      className={isRefused ? `warning-box ${styles.voices}` : styles.voices}
      aria-label={t('heading')}
      role={isRefused ? 'alert' : 'note'}
    >
      <p>{isRefused ? t('refused') : t('heading')}</p>
      <ul>
        {voices.map((voice) => (
          <li key={JSON.stringify([voice.origin, voice.userId, voice.voice])} className={styles.voice}>
            <p>{voiceText(voice)}</p>
            {needsDecision(voice) && (
              <Editable>
                <Button onClick={() => setDialog({ kind: 'add', voice })}>{t('add')}</Button>
                <Button onClick={() => setDialog({ kind: 'decide', voice })}>{t('decideShort')}</Button>
              </Editable>
            )}
          </li>
        ))}
      </ul>
      {dialog?.kind === 'add' && (
        <AddConsent identity={identityOf(dialog.voice)} voiceName={dialog.voice.name} onClose={close} />
      )}
      {dialog?.kind === 'decide' && <DecideWithoutConsent voice={dialog.voice} onClose={close} />}
    </section>
  );
}

const identityOf = ({ origin, userId, voice }: VoiceConsent) => ({ origin, userId, voice });

const voiceText = (voice: VoiceConsent): string =>
  voice.decision
    ? decisionText(tDelivery, voice.decision)
    : (consentProblemText(tDelivery, { ...voice, lines: voice.lineIds.length }) ?? voice.name);
