import { Button, Stack, Tooltip } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { memo, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { LineDetail } from '../../shared/ipc/script-requests.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../shared/model/settings.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { writtenWords } from '../../shared/rules/spoken-text.ts';
import { useAsk, useSend } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { useCommand } from '../ui/commands.ts';
import { copyText } from '../ui/copy-text.ts';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { Editable, useWhyReadOnly } from '../ui/read-only.tsx';
import { useRoleColours } from '../ui/role-name.tsx';
import { Section } from '../ui/screen-parts.tsx';
import { audition, stopAudition } from '../ui/sound/audition.ts';
import { usePlayer } from '../ui/sound/player-store.ts';
import { StatusDot } from '../ui/status-marks.tsx';
import { useView } from '../ui/view-store.ts';
import { STATUS } from '../ui/wording/status.ts';
import { webhookLabel, webhookText } from '../ui/wording/webhooks.ts';
import styles from './inspector.module.css';
import { DeliveryFields, ReadAsField, VoiceFields } from './line-fields.tsx';
import { LineNotesSection } from './line-notes-section.tsx';
import { LineNotices, WhyStale } from './line-notices.tsx';
import { TakeCards } from './take-cards.tsx';

const t = words('inspector');

/** In milliseconds. A line isn't loaded if the producer moves on within this time. */
const SETTLE_MS = 200;

function useSettledLine(): number | null {
  const lineId = useView(({ selectedLineId }) => selectedLineId);
  const [stayed, setStayed] = useState(lineId);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const now = performance.now();
    const isPassing = now - changedAt.current < SETTLE_MS;
    changedAt.current = now;
    if (!isPassing) {
      setStayed(lineId);
      return;
    }
    const timer = setTimeout(() => setStayed(lineId), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [lineId]);
  return stayed;
}

/** @param whenNone shown if no line is selected; defaults to a hint */
export function LineInspector({ whenNone = <NoLine /> }: { readonly whenNone?: ReactNode }) {
  const selected = useView(({ selectedLineId }) => selectedLineId);
  const lineId = useSettledLine();
  const { data, error, refetch } = useAsk(
    'line.detail',
    { lineId: lineId ?? 0 },
    { enabled: lineId !== null, placeholderData: keepPreviousData },
  );
  // Deferred, because every selected line re-renders the whole inspector, which must not delay the selection.
  const shown = useDeferredValue(data);
  if (lineId === null || selected === null) return whenNone;
  // The line has just been deleted, which isn't an error.
  if (error?.error.kind === 'not-found') return whenNone;
  if (error) {
    return (
      <div className="inspector">
        <ProblemNotice error={error.error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!shown) return null;
  return (
    // Ignores input while it still shows the previous line.
    <div className={styles.follows} inert={shown.id !== selected}>
      <Line key={shown.id} detail={shown} />
    </div>
  );
}

export function NoLine() {
  return (
    <div className="inspector">
      <h2 className="label">{t('none.heading')}</h2>
      <p className="dim">{t('none.detail')}</p>
    </div>
  );
}

const Line = memo(({ detail }: { readonly detail: LineDetail }) => {
  const { characters, speakers } = detail;
  const role = speakers[0]?.role;
  const kind = speakers.length > 1 ? 'dialog' : role === undefined ? 'line' : 'role';
  return (
    <div className="inspector">
      <h2 className="label">{t('heading', { kind, line: lineNumber(detail), role: role ?? '', characters })}</h2>
      <p className={styles.status}>
        <StatusDot status={detail.status} />
        <span>{STATUS[detail.status].label}</span>
        <span className="dim">{STATUS[detail.status].meaning}</span>
      </p>
      <LineNotices detail={detail} />
      <LineNotesSection detail={detail} />
      <h2 className="label">{t('takesHeading')}</h2>
      <TakeCards detail={detail} />
      {detail.whyStale && (
        <>
          <h2 className="label">{t('whyStaleHeading')}</h2>
          <WhyStale why={detail.whyStale} />
        </>
      )}
      <h2 className="label">{t('voiceHeading')}</h2>
      <Editable>
        {detail.heading && <ReadAsField lineId={detail.id} heading={detail.heading} />}
        <VoiceFields speakers={detail.speakers} />
      </Editable>
      <DeliveryFields detail={detail} />
      {detail.webhook && (
        <Section id="line-webhook" title={t('webhookHeading', { state: webhookLabel(detail.webhook) })}>
          <p className={styles.webhook}>{webhookText(detail.webhook)}</p>
        </Section>
      )}
      {detail.payload && <ExactRequest payload={detail.payload} />}
      <LineActions detail={detail} />
    </div>
  );
});

function ExactRequest({ payload }: { readonly payload: Readonly<Record<string, unknown>> }) {
  const json = JSON.stringify(payload, null, 2);
  return (
    <details className={styles.request}>
      <summary>
        <h2 className="label">{t('request.heading')}</h2>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable */}
      <pre tabIndex={0}>{json}</pre>
      <Button size="compact-xs" onClick={() => copyText(json)}>
        {t('request.copy')}
      </Button>
    </details>
  );
}

function notRenderableText({ problem, status }: LineDetail): string | null {
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

function LineActions({ detail }: { readonly detail: LineDetail }) {
  const { data: takes } = useAsk('review.takes', { lineId: detail.id });
  const start = useSend('production.start');
  const [isAsking, setAsking] = useState(false);
  const isApproved = takes?.some(({ verdict }) => verdict === 'approved') ?? false;
  const isMissing = detail.status === 'missing-audio';
  const whyReadOnly = useWhyReadOnly();
  const why = whyReadOnly ?? notRenderableText(detail);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line resets the question
  useEffect(() => setAsking(false), [detail.id]);

  const render = (confirmed: boolean) => {
    setAsking(false);
    start.mutate(
      {
        lineIds: [detail.id],
        ...(confirmed ? { replaceApproved: true } : {}),
        // A failed line needs no confirmation, because the producer already confirmed its first rendering.
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
        <RenderConfirmation isMissing={isMissing} onCancel={() => setAsking(false)} onRender={() => render(true)} />
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

interface RenderConfirmationProps {
  /** True if the line's paid audio is missing, false if the line has an approved take. */
  readonly isMissing: boolean;
  readonly onCancel: () => void;
  readonly onRender: () => void;
}

function RenderConfirmation({ isMissing, onCancel, onRender }: RenderConfirmationProps) {
  const why = isMissing ? 'missing' : 'approved';
  return (
    <Stack gap="var(--gap-3)" role="alertdialog" aria-label={t(`actions.confirm.${why}.label`)}>
      <p>{t(`actions.confirm.${why}.detail`)}</p>
      <div className={styles.actions}>
        <Button autoFocus onClick={onRender}>
          {t('actions.confirm.render')}
        </Button>
        <Button onClick={onCancel}>{t('actions.confirm.cancel')}</Button>
      </div>
    </Stack>
  );
}

function AuditionButton({ detail }: { readonly detail: LineDetail }) {
  const { data: project } = useAsk('project.current', {});
  const colourOf = useRoleColours();
  const isAuditioning = usePlayer(
    ({ track, status }) => track?.source.kind === 'audition' && (status === 'playing' || status === 'loading'),
  );
  // On the script screen, the command applies to the selection instead.
  const isScript = useView(({ screen }) => screen === 'script');
  const settings = project?.settings ?? DEFAULT_PROJECT_SETTINGS;
  const hear = () => {
    const stretches = detail.turns.map(({ role, text }) => ({
      role,
      text: writtenWords({ role, text }, settings),
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
