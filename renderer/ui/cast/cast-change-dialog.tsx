import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { CastOutlook } from '../../../shared/ipc/cast-requests.ts';
import { useProjectKey } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { ReturnFocus } from '../focus.ts';
import { Dialog } from '../overlays/dialog.tsx';
import { RoleName, useRoleColours } from '../role-name.tsx';
import { useView } from '../view-store.ts';
import { type CastQuestion, castPreviewText, useCastQuestion } from './cast-change.ts';
import styles from './cast-change-dialog.module.css';

const t = words('cast');

/** Asks before a change to the cast makes lines stale. */
export function CastChangeDialog() {
  const question = useCastQuestion((state) => state.question);
  if (!question) return null;
  return (
    <>
      <ReturnFocus />
      <Question question={question} />
    </>
  );
}

function Question({ question: { title, outlook, answer } }: { readonly question: CastQuestion }) {
  const project = useProjectKey();
  const askedIn = useRef<string | null>(null);
  useEffect(() => {
    askedIn.current ??= project;
    // Another project has been opened, so the question no longer applies.
    if (project !== askedIn.current) answer('cancel');
  }, [project, answer]);
  const lines = outlook.toRender.length;
  return (
    <Dialog title={title} width={540} onClose={() => answer('cancel')}>
      <div className={styles.body}>
        <p>{castPreviewText(outlook)}</p>
        <ApprovedLines outlook={outlook} onLeave={() => answer('cancel')} />
        <p className="dim">{t('ahead.kept')}</p>
      </div>
      <div className={styles.foot}>
        <Button onClick={() => answer('cancel')}>{t('cancel')}</Button>
        {lines > 0 && <Button onClick={() => answer('render')}>{t('ahead.render', { lines })}</Button>}
        <Button
          variant="filled"
          data-autofocus
          // If Enter is still held down from choosing the voice, it must not confirm the question as well.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={() => answer('apply')}
        >
          {t('ahead.apply')}
        </Button>
      </div>
    </Dialog>
  );
}

interface ApprovedLinesProps {
  readonly outlook: Pick<CastOutlook, 'approved' | 'approvedLines'>;
  /** Closes the dialog before a line is shown in the script. */
  onLeave(): void;
}

/** Lists the approved takes that a change concerns. */
export function ApprovedLines({ outlook: { approved, approvedLines }, onLeave }: ApprovedLinesProps) {
  const colourOf = useRoleColours();
  if (approved === 0) return null;
  const more = approved - approvedLines.length;
  const show = (lineId: number) => {
    onLeave();
    const { selectLine, goTo } = useView.getState();
    selectLine(lineId, true);
    goTo('script');
  };
  return (
    <section aria-label={t('ahead.approvedLabel')}>
      <h3 className="label">{t('ahead.approvedHeading', { takes: approved })}</h3>
      <ul className={styles.lines}>
        {approvedLines.map(({ lineId, number, roles, excerpt }) => (
          <li key={lineId}>
            <button type="button" title={t('ahead.show', { line: number })} onClick={() => show(lineId)}>
              <span className="dim figures">{number}</span>
              <span className="cut">
                {roles.map((role, at) => (
                  <span key={role}>
                    {at > 0 && ' + '}
                    <RoleName role={role} colour={colourOf(role)} />
                  </span>
                ))}
              </span>
              <span className="cut">{excerpt}</span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="dim">{t('ahead.more', { lines: more })}</p>}
    </section>
  );
}
