// Hear the line at once, or have it rendered.
import { Button, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { LineDetail } from '../../shared/ipc/script-requests.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../shared/model/settings.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { spokenText } from '../../shared/rules/spoken-text.ts';
import { useAsk, useTell } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { audition, stopAudition } from '../ui/audition.ts';
import { useCommand } from '../ui/commands.ts';
import { usePlayer } from '../ui/player-store.ts';
import { useRoleColours } from '../ui/role-name.tsx';
import { notify, notifyFailure } from '../ui/toast.tsx';
import { useView } from '../ui/view-store.ts';
import { useWhyReadOnly } from '../ui/writing.tsx';
import styles from './inspector.module.css';

const t = words('inspector');

/** Why there is nothing to render, or null. */
function whyNotRender({ problem, status }: LineDetail): string | null {
  if (problem !== null) return t('actions.whyNot.problem');
  switch (status) {
    case 'fresh':
    case 'kept':
    case 'in-flight':
    case 'in-doubt':
    case 'lost':
      return t(`actions.whyNot.${status}`);
    default:
      return null;
  }
}

export function LineActions({ detail }: { readonly detail: LineDetail }) {
  const { data: takes } = useAsk('review.takes', { lineId: detail.id });
  const start = useTell('production.start');
  const [isAsking, setAsking] = useState(false);
  const isApproved = takes?.some(({ verdict }) => verdict === 'approved') ?? false;
  const isMissing = detail.status === 'missing-audio';
  const whyReadOnly = useWhyReadOnly();
  const why = whyReadOnly ?? whyNotRender(detail);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is another question
  useEffect(() => setAsking(false), [detail.id]);

  const render = (confirmed: boolean) => {
    setAsking(false);
    start.mutate(
      {
        lineIds: [detail.id],
        ...(confirmed ? { replaceApproved: true } : {}),
        // One that failed was ordered with that word before.
        ...(confirmed || detail.status === 'failed' ? { renderMissing: true } : {}),
      },
      {
        onSuccess: () => notify(t('actions.ordered', { line: lineNumber(detail) }), { id: 'render-line' }),
        onError: notifyFailure,
      },
    );
  };
  const ask = () => (isApproved || isMissing ? setAsking(true) : render(false));
  useCommand('run.renderLine', ask, why === null && !start.isPending);
  if (isAsking) {
    return (
      <div className={styles.foot}>
        <Confirm isMissing={isMissing} onCancel={() => setAsking(false)} onRender={() => render(true)} />
      </div>
    );
  }
  return (
    <div className={`${styles.foot} ${styles.actions}`}>
      <AuditionButton detail={detail} />
      <Tooltip label={why} disabled={why === null}>
        <Button
          disabled={start.isPending}
          {...(why === null ? { onClick: ask } : { 'data-disabled': true, 'aria-disabled': true })}
        >
          {t(detail.status === 'failed' ? 'actions.renderAgain' : 'actions.render')}
        </Button>
      </Tooltip>
    </div>
  );
}

interface ConfirmProps {
  /** Its audio was paid for and is missing; else it has an approved take. */
  readonly isMissing: boolean;
  readonly onCancel: () => void;
  readonly onRender: () => void;
}

/** An approved take is not replaced without a word, and nothing is paid for again without one. */
function Confirm({ isMissing, onCancel, onRender }: ConfirmProps) {
  const why = isMissing ? 'missing' : 'approved';
  return (
    <div role="alertdialog" aria-label={t(`actions.confirm.${why}.label`)} className={styles.confirm}>
      <p>{t(`actions.confirm.${why}.detail`)}</p>
      <div className={styles.actions}>
        <Button autoFocus onClick={onRender}>
          {t('actions.confirm.render')}
        </Button>
        <Button onClick={onCancel}>{t('actions.confirm.cancel')}</Button>
      </div>
    </div>
  );
}

function AuditionButton({ detail }: { readonly detail: LineDetail }) {
  const { data: project } = useAsk('project.current', {});
  const colourOf = useRoleColours();
  const isAuditioning = usePlayer(
    ({ track, status }) => track?.source.kind === 'audition' && (status === 'playing' || status === 'loading'),
  );
  // In the script, the command is about the selection.
  const isScript = useView(({ screen }) => screen === 'script');
  const settings = project?.settings ?? DEFAULT_PROJECT_SETTINGS;
  const hear = () => {
    const stretches = detail.turns.map(({ role, text }) => ({
      role,
      text: spokenText({ role, text }, settings),
      lineId: detail.id,
    }));
    audition(stretches, colourOf).catch(notifyFailure);
  };
  useCommand('script.audition', hear, !isScript && detail.turns.length > 0);
  return (
    <Button disabled={detail.turns.length === 0} onClick={isAuditioning ? stopAudition : hear}>
      {t(isAuditioning ? 'actions.stop' : 'actions.audition')}
    </Button>
  );
}
