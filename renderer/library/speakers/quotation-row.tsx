import { Check, CircleHelp } from 'lucide-react';
import { memo } from 'react';
import type { FoundQuotation } from '../../../shared/model/speaker-choices.ts';
import { words } from '../../locales/words.ts';
import type { SpeakerAttribution } from './speaker-work.ts';
import styles from './speakers-screen.module.css';

const t = words('speakers');

interface QuotationRowProps {
  readonly quotation: FoundQuotation;
  readonly passage: string;
  readonly saying: SpeakerAttribution;
}

const CHARACTERS_BEFORE = 28;
const CHARACTERS_AFTER = 160;

export const QuotationRow = memo(function QuotationRow({ quotation, passage, saying }: QuotationRowProps) {
  const { start, end, confidence, evidence, otherwise } = quotation;
  const { role, state } = saying;
  const name = role ?? t('narrator');
  const before = passage.slice(Math.max(0, start - CHARACTERS_BEFORE), start);
  return (
    <div className={styles.row} data-state={state}>
      <p>
        <StateMark state={state} />
        <b className="cut">{state === 'doubtful' && role !== null ? t('guess', { role: name }) : name}</b>
        <small className="cut">{t(`evidence.${evidence}`)}</small>
        {state !== 'confirmed' && otherwise && (
          <small className={`${styles.otherwise} cut`}>
            {t(`otherwise.${otherwise.by}`, { role: otherwise.speaker ?? t('narrator') })}
          </small>
        )}
        {state !== 'confirmed' && role !== null && (
          <small className={styles.sure}>{t('sure', { confidence: Math.floor(confidence * 100) / 100 })}</small>
        )}
      </p>
      <p className="cut">
        <span className="dim">
          {start > CHARACTERS_BEFORE && '…'}
          {before.trimStart()}
        </span>
        {passage.slice(start, Math.min(end, start + CHARACTERS_AFTER))}
        <span className="dim">{passage.slice(end, end + CHARACTERS_AFTER)}</span>
      </p>
    </div>
  );
});

function StateMark({ state }: Pick<SpeakerAttribution, 'state'>) {
  const label = t(`stateName.${state}`);
  if (state === 'confirmed') return <Check size={14} role="img" aria-label={label} />;
  if (state === 'doubtful') return <CircleHelp size={14} role="img" aria-label={label} />;
  return <span className={styles.mark} role="img" aria-label={label} title={label} />;
}
