// Hear the line at once, or have it rendered.
import { Button, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { LineDetail } from '../../shared/ipc/script-requests.ts';
import type { LineStatus } from '../../shared/model/line-status.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../shared/model/settings.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { spokenText } from '../../shared/rules/spoken-text.ts';
import { useAsk, useTell } from '../bridge/use-ask.ts';
import { audition, stopAudition } from '../ui/audition.ts';
import { useCommand } from '../ui/commands.ts';
import { usePlayer } from '../ui/player-store.ts';
import { useRoleColours } from '../ui/role-name.tsx';
import { notify, notifyFailure } from '../ui/toast.tsx';
import { useView } from '../ui/view-store.ts';
import { useWhyReadOnly } from '../ui/writing.tsx';
import styles from './inspector.module.css';

/** Why there is nothing to render, or null. */
const WHY_NOT: Readonly<Partial<Record<LineStatus, string>>> = {
  fresh: 'It is rendered as it stands. Reject its take to have another.',
  kept: 'A take was kept for it. Reject the take to have another.',
  'in-flight': 'The service has it already.',
  'in-doubt': 'It was sent and no reply came: decide in Production what happens.',
  lost: 'The service accepted it and no longer has it: decide in Production whether it is sent again.',
};

export function LineActions({ detail }: { readonly detail: LineDetail }) {
  const { data: takes } = useAsk('review.takes', { lineId: detail.id });
  const start = useTell('production.start');
  const [isAsking, setAsking] = useState(false);
  const isApproved = takes?.some(({ verdict }) => verdict === 'approved') ?? false;
  const isMissing = detail.status === 'missing-audio';
  const whyReadOnly = useWhyReadOnly();
  const whyNot = detail.problem === null ? (WHY_NOT[detail.status] ?? null) : 'It can’t be rendered as it stands.';
  const why = whyReadOnly ?? whyNot;
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
        onSuccess: () => notify(`Line ${lineNumber(detail)} is on its way.`, { id: 'render-line' }),
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
          {detail.status === 'failed' ? 'Render again' : 'Render this line'}
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
  const label = isMissing ? 'Render again' : 'Replace the approved take';
  return (
    <div role="alertdialog" aria-label={label} className={styles.confirm}>
      <p>
        {isMissing
          ? 'This line was rendered, and its audio file is missing or damaged. Rendering it again is paid for again.'
          : 'A take of this line was approved. It stays, but the new take will be what is exported.'}
      </p>
      <div className={styles.actions}>
        <Button autoFocus onClick={onRender}>
          Render all the same
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
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
      {isAuditioning ? 'Stop' : 'Audition'}
    </Button>
  );
}
