import { BATCH_ENGINE } from '@lectern/tts-protocol';
import { keepPreviousData } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CastRole, type CastVoice, VOICE_TRAITS } from '../../shared/ipc/cast-requests.ts';
import { informativeTrait } from '../../shared/rules/cast/voice-traits.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { IconButton } from '../ui/fields/icon-button.tsx';
import { playAudition } from '../ui/sound/audition.ts';
import styles from './cast.module.css';
import { useCast } from './cast-store.ts';

const t = words('cast');
const tVoices = words('voices');

export function LineChooser({ role }: { readonly role: CastRole }) {
  const line = useChosenLine(role);
  const lineAt = useCast((state) => state.lineAt);
  const at = Math.min(lineAt, Math.max(0, role.lines - 1));
  const { chooseLine } = useCast.getState();
  if (role.lines === 0) return <p className={styles.words}>{t('audition.noLines', { role: role.name })}</p>;
  return (
    <div className={styles.chooser}>
      <p className={styles.words} title={line?.label}>
        {line?.text ?? ''}
      </p>
      <div className={styles.steps}>
        <span className="dim figures cut">
          {t('audition.position', { line: line?.label ?? '', at: at + 1, lines: role.lines })}
        </span>
        <IconButton
          icon={ChevronLeft}
          label={t('audition.before')}
          size={24}
          disabled={at === 0}
          onClick={() => chooseLine(at - 1)}
        />
        <IconButton
          icon={ChevronRight}
          label={t('audition.next')}
          hint={t('audition.nextHint')}
          size={24}
          disabled={at >= role.lines - 1}
          onClick={() => chooseLine(at + 1)}
        />
      </div>
    </div>
  );
}

interface ChosenLine {
  readonly lineId: number;
  readonly label: string;
  readonly text: string;
}

export function useChosenLine(role: CastRole | null): ChosenLine | null {
  const lineAt = useCast((state) => state.lineAt);
  const at = Math.min(lineAt, Math.max(0, (role?.lines ?? 1) - 1));
  const asked = { role: role?.name ?? '', at };
  const { data } = useAsk('cast.lineAt', asked, { enabled: role !== null, placeholderData: keepPreviousData });
  return data ?? null;
}

interface LineAudition {
  readonly role: string;
  readonly line: ChosenLine;
  readonly voice: string;
  readonly voiceName: string;
  readonly colour: string;
}

/** Returns true if the line was played to the end. */
export const auditionLine = ({ role, line, voice, voiceName, colour }: LineAudition): Promise<boolean> =>
  playAudition(async () => {
    const { auditionId, characters } = await ask('cast.audition', { role, lineId: line.lineId, voice });
    const detail = t('audition.detail', { line: line.label, characters });
    return { auditionId, title: t('audition.title', { voice: voiceName, role }), colour, detail };
  });

/** Describes a voice: `English · british · female · slow`. */
export const traitText = (voice: CastVoice): string =>
  VOICE_TRAITS.map((trait) => informativeTrait(trait, voice[trait]))
    .filter(Boolean)
    .join(' · ');

export function notCastableReason({ isCastable, engine }: CastVoice): string | null {
  if (isCastable) return null;
  return engine === null
    ? tVoices('cantCastUnknown', { batchEngine: BATCH_ENGINE })
    : tVoices('cantCast', { batchEngine: BATCH_ENGINE, engine });
}
