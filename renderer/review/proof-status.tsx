import { Tooltip } from '@mantine/core';
import { MIN_LINES_OF_VOICE } from '../../shared/model/proof.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { notHeardText } from '../ui/wording/not-compared.ts';

const t = words('proof');

/** Shows how many takes have been compared with their text, and which voices are still being learnt. */
export function ProofStatus() {
  const { data } = useAsk('proof.status', {});
  const { data: voices } = useAsk('voices.list', {}, { enabled: data?.isOn === true });
  if (!data?.isOn) return null;
  const { proofed, notCompared, waiting, notHeard } = data;
  const unheard = notHeard.reduce((sum, { takes }) => sum + takes, 0);
  const takes = proofed + notCompared + waiting;
  if (takes === 0) return null;
  const learning = data.voices.filter(({ isLearning }) => isLearning);
  const nameOf = (id: string): string => voices?.find((voice) => voice.id === id)?.name ?? id;
  const hint = [
    t('status.hint', { waiting, notCompared }),
    ...notHeard.map(({ reason }) => notHeardText(reason)),
    ...learning.map(({ id, linesLearnt }) =>
      t('status.learningVoice', { voice: nameOf(id), learnt: linesLearnt, needed: MIN_LINES_OF_VOICE }),
    ),
  ];
  return (
    <Tooltip multiline maw={360} label={<span style={{ whiteSpace: 'pre-line' }}>{hint.join('\n')}</span>}>
      <p>
        {t('status.checked', { proofed, takes })}
        {unheard > 0 && ` · ${t('status.notHeard', { takes: unheard })}`}
        {learning.length > 0 && ` · ${t('status.learning', { voices: learning.length })}`}
      </p>
    </Tooltip>
  );
}
