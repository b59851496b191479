import type { BookQuotations } from '@lectern/manuscript/speakers';
import { Radio } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import type { FoundQuotation } from '../../../shared/model/speaker-choices.ts';
import { words } from '../../locales/words.ts';
import { SpeakerRoles } from './speaker-roles.tsx';
import { attributions, type SimilarQuotations } from './speaker-work.ts';
import styles from './speakers-screen.module.css';
import type { SpeakerWork } from './use-speaker-work.ts';

const t = words('speakers');

interface SpeakersPanelProps {
  readonly book: BookQuotations;
  readonly work: SpeakerWork;
  readonly quotation: FoundQuotation;
}

export function SpeakersPanel({ book, work, quotation }: SpeakersPanelProps) {
  const { choices, alike, inScope, setScope } = work;
  const { role } = attributions(choices)(quotation);
  const labelOf = ({ scope, ids }: SimilarQuotations): string =>
    t(`scope.${scope}`, {
      count: ids.length,
      name: (scope === 'called' ? quotation.called : role) ?? t('narrator'),
    });
  return (
    <div className={styles.panel}>
      <Context book={book} quotation={quotation} />
      {alike.length > 1 && (
        <Radio.Group
          size="xs"
          label={t('scope.label')}
          value={inScope?.scope ?? 'one'}
          onChange={(value) => setScope(alike.find(({ scope }) => scope === value)?.scope ?? null)}
        >
          <div className={styles.scopes}>
            {alike.map((one) => (
              <Radio key={one.scope} size="xs" value={one.scope} label={labelOf(one)} />
            ))}
          </div>
        </Radio.Group>
      )}
      <SpeakerRoles book={book} work={work} current={role} />
    </div>
  );
}

const CONTEXT_PASSAGES = { before: 4, behind: 3 };

function Context({
  book: { passages, chapters },
  quotation: { passage, start, end },
}: Omit<SpeakersPanelProps, 'work'>) {
  const mark = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to each new quotation
  useEffect(() => {
    const [box, words] = [mark.current?.closest('div'), mark.current];
    if (box && words) box.scrollTop = words.offsetTop - box.clientHeight / 3;
  }, [passage, start]);
  const chapter = useMemo(() => chapters.findLast((one) => one.passage <= passage)?.title, [chapters, passage]);
  const around = (from: number, to: number) =>
    passages.slice(Math.max(0, from), to).flatMap((text, index) => (text === '' ? [] : [{ text, key: from + index }]));
  const text = passages[passage] ?? '';
  return (
    <section aria-label={t('context')} className={styles.where}>
      <h3 className="label cut">{chapter ?? t('noChapter')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable */}
      <div className={`framed ${styles.context}`} tabIndex={0}>
        {around(passage - CONTEXT_PASSAGES.before, passage).map((one) => (
          <p key={one.key} className="dim">
            {one.text}
          </p>
        ))}
        <p>
          {text.slice(0, start)}
          <mark ref={mark}>{text.slice(start, end)}</mark>
          {text.slice(end)}
        </p>
        {around(passage + 1, passage + 1 + CONTEXT_PASSAGES.behind).map((one) => (
          <p key={one.key} className="dim">
            {one.text}
          </p>
        ))}
      </div>
    </section>
  );
}
