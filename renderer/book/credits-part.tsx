// Opening and closing credits, which are chapters of the script.
import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Credits } from '../../shared/model/settings.ts';
import { DEFAULT_CREDITS } from '../../shared/rules/export/credits.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { awaitBeforeUndo, rememberStep, undoOf } from '../ui/undo-history.ts';
import styles from './book-details.module.css';

const t = words('book');

export function CreditsPart() {
  const { data: project } = useAsk('project.current', {});
  const [draft, setDraft] = useState<Credits | null>(null);
  if (!project) return null;
  const { credits } = project.settings;
  const shown = draft ?? credits ?? DEFAULT_CREDITS;
  const set = (next: Credits | null) => {
    const saved = ask('book.setCredits', { credits: next }).then(({ step }) => {
      setDraft(null);
      const undo = undoOf(step);
      if (undo) rememberStep(next ? t('credits.added') : t('credits.removed'), undo);
    });
    awaitBeforeUndo(saved).catch(notifyFailure);
  };
  const isEmpty = `${shown.opening}${shown.closing}`.trim() === '';
  return (
    <section className={styles.credits} aria-labelledby="book-credits">
      <h3 id="book-credits" className="label">
        {t('credits.heading')}
      </h3>
      <p className="dim">{t('credits.hint', { title: '{title}', author: '{author}', narrator: '{narrator}' })}</p>
      <div className={styles.fields}>
        <Textarea
          label={t('credits.opening')}
          autosize
          minRows={2}
          value={shown.opening}
          onChange={(event) => setDraft({ ...shown, opening: event.currentTarget.value })}
        />
        <Textarea
          label={t('credits.closing')}
          autosize
          minRows={2}
          value={shown.closing}
          onChange={(event) => setDraft({ ...shown, closing: event.currentTarget.value })}
        />
      </div>
      <Group gap="var(--gap-2)">
        <Button size="compact-sm" disabled={isEmpty} onClick={() => set(shown)}>
          {credits ? t('credits.update') : t('credits.add')}
        </Button>
        {credits && (
          <Button size="compact-sm" onClick={() => set(null)}>
            {t('credits.remove')}
          </Button>
        )}
      </Group>
    </section>
  );
}
