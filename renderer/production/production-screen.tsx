import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PlanPreview, RunScope, RunSnapshot, RunSummary } from '../../shared/ipc/production-requests.ts';
import { unauthorisedTargets } from '../../shared/rules/export/target-readiness.ts';
import type { BridgeFailure } from '../bridge/ask.ts';
import { useAsk, useSend } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { authorise } from '../ui/authorise.ts';
import { runCommand, useCommand } from '../ui/commands.ts';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Editable } from '../ui/read-only.tsx';
import { EmptyState, LoadingPlaceholder, ScreenFrame } from '../ui/screen-parts.tsx';
import { useView } from '../ui/view-store.ts';
import { staleLines } from '../ui/wording/status.ts';
import { Board } from './board.tsx';
import { CostsView } from './costs-view.tsx';
import styles from './production-screen.module.css';
import { type Extent, useProductionView, ViewSwitch } from './production-view.tsx';
import {
  ConfirmResume,
  ConfirmRun,
  isUsableWebhook,
  needsConfirmation,
  RunOptions,
  type WebhookChoice,
  webhookOf,
} from './run-options.tsx';
import {
  LocalPlan,
  LocalProgress,
  PlanFigures,
  RunFigures,
  RunNotices,
  StoreNotices,
  useIsLocal,
} from './run-status.tsx';

const t = words('production');

const OPEN_STATES: ReadonlySet<RunSummary['state']> = new Set(['running', 'paused', 'stopping']);

export function ProductionScreen() {
  const view = useProductionView((state) => state.view);
  return view === 'costs' ? <CostsView /> : <BatchBoard />;
}

function BatchBoard() {
  const { data: snapshot, error } = useAsk('production.snapshot', {});
  if (error) return <ProblemNotice error={error.error} />;
  if (!snapshot) return <PlanningNotice />;
  return OPEN_STATES.has(snapshot.run.state) ? <OpenRun snapshot={snapshot} /> : <PlanBoard snapshot={snapshot} />;
}

function PlanningNotice() {
  return (
    <BatchesFrame about={t('about.plan')} actions={null}>
      <LoadingPlaceholder label={t('looking')} />
    </BatchesFrame>
  );
}

interface BatchesFrameProps {
  readonly about: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

function BatchesFrame(props: BatchesFrameProps) {
  const isLocal = useIsLocal();
  return <ScreenFrame title={isLocal ? t('title.local') : t('title.board')} besideTitle={<ViewSwitch />} {...props} />;
}

function RunBoard({ run, batches }: RunSnapshot) {
  if (useIsLocal()) {
    return (
      <>
        <LocalProgress run={run} />
        <RunNotices run={run} />
      </>
    );
  }
  return (
    <>
      <RunFigures run={run} />
      <RunNotices run={run} />
      <Board batches={batches} label={t('board.run')} />
    </>
  );
}

function FinishedRun({ snapshot }: { readonly snapshot: RunSnapshot }) {
  return (
    <BatchesFrame
      about={t('about.finished', { lines: snapshot.run.rendered })}
      actions={
        <>
          <Button onClick={() => runCommand('export.open')}>{t('actions.export')}</Button>
          <Button variant="filled" onClick={() => runCommand('go.review')}>
            {t('actions.review')}
          </Button>
        </>
      }
    >
      <RunBoard {...snapshot} />
    </BatchesFrame>
  );
}

function OpenRun({ snapshot }: { readonly snapshot: RunSnapshot }) {
  const { run } = snapshot;
  const isLocal = useIsLocal();
  const resume = useSend('production.resume');
  const { data: project } = useAsk('project.current', {});
  const { targets = [], authorisedTargets = [] } = project?.settings ?? {};
  const [isAsking, setAsking] = useState(false);
  const send = () =>
    resume.mutate({}, { onError: (failure) => (isBanned(failure) ? setAsking(true) : notifyFailure(failure)) });
  const banned = unauthorisedTargets(targets, authorisedTargets);
  const confirm = async () => {
    setAsking(false);
    await authorise(banned);
    send();
  };
  return (
    <BatchesFrame
      about={isLocal ? t('about.runningLocally') : t('about.ordered', { lines: run.lines })}
      actions={
        <Editable>
          {run.failed > 0 && (
            <Button onClick={() => runCommand('run.retry')}>{t('actions.retry', { lines: run.failed })}</Button>
          )}
          {run.state !== 'stopping' && (
            <Button onClick={() => runCommand('run.cancel')}>
              {isLocal ? t('actions.stop') : t('actions.cancel', { lines: run.waiting })}
            </Button>
          )}
          {run.state === 'running' && !isLocal && (
            <Button onClick={() => runCommand('run.pause')}>{t('actions.pause')}</Button>
          )}
          {run.state === 'paused' && (
            <Button variant="filled" onClick={send}>
              {t('actions.resume')}
            </Button>
          )}
        </Editable>
      }
    >
      {isAsking && (
        <ConfirmResume
          stores={banned}
          onConfirm={() => void confirm().catch(notifyFailure)}
          onClose={() => setAsking(false)}
        />
      )}
      <RunBoard {...snapshot} />
    </BatchesFrame>
  );
}

const isBanned = ({ error }: BridgeFailure): boolean => error.kind === 'invalid' && error.field === 'target';

const isUnconfirmed = ({ error }: BridgeFailure): boolean => error.kind === 'invalid' && error.field === 'price';

function PlanBoard({ snapshot }: { readonly snapshot: RunSnapshot }) {
  const chapterId = useView((state) => state.chapterId);
  const { extent, chooseExtent } = useProductionView();
  const [replaceApproved, setReplaceApproved] = useState(true);
  const [renderMissing, setRenderMissing] = useState(false);
  const ofChapter = extent === 'chapter' ? { chapterIds: [chapterId] } : {};
  const scope: RunScope = { ...ofChapter, replaceApproved, renderMissing };
  const { data: plan, error } = useAsk('production.plan', scope, { placeholderData: (previous) => previous });
  const [webhook, setWebhook] = useState<WebhookChoice>({ kind: 'own' });
  const [isAsking, setAsking] = useState(false);
  const start = useSend('production.start');
  const isLocal = useIsLocal();
  const hasLines = (plan?.lines ?? 0) > 0 && isUsableWebhook(webhook);
  const send = (confirmed: boolean) => {
    setAsking(false);
    // The studio requires confirmation if the price has changed since it was shown.
    const onError = (failure: BridgeFailure) => (isUnconfirmed(failure) ? setAsking(true) : notifyFailure(failure));
    start.mutate({ ...scope, ...webhookOf(webhook), confirmed }, { onError });
  };
  const confirm = async ({ bannedBy }: PlanPreview) => {
    if (bannedBy.length > 0) await authorise(bannedBy);
    send(true);
  };
  const order = () => (plan && needsConfirmation(plan) ? setAsking(true) : send(false));
  useCommand('run.start', order, hasLines && !start.isPending);
  if (isAllFresh(plan) && snapshot.run.state === 'finished' && snapshot.batches.length > 0) {
    return <FinishedRun snapshot={snapshot} />;
  }
  return (
    <BatchesFrame
      about={isLocal ? t('about.planLocal') : t('about.plan')}
      actions={
        <>
          <SegmentedControl
            aria-label={t('extent.label')}
            value={extent}
            onChange={(value) => chooseExtent(value as Extent)}
            data={[
              { value: 'script', label: t('extent.script') },
              { value: 'chapter', label: t('extent.chapter') },
            ]}
          />
          <Editable>
            {snapshot.run.failed > 0 && (
              <Button onClick={() => runCommand('run.retry')}>
                {t('actions.retry', { lines: snapshot.run.failed })}
              </Button>
            )}
            {/* Not primary if there is nothing to render; the next step is offered below. */}
            <Button
              variant={plan?.lines === 0 ? 'default' : 'filled'}
              disabled={!hasLines}
              loading={start.isPending}
              onClick={order}
            >
              {plan ? t('actions.renderLines', { lines: plan.lines }) : t('actions.render')}
            </Button>
          </Editable>
        </>
      }
    >
      {error && <ProblemNotice error={error.error} />}
      {!plan && !error && <LoadingPlaceholder label={t('looking')} />}
      {plan && (isLocal ? <LocalPlan plan={plan} /> : <PlanFigures plan={plan} />)}
      <RunNotices run={snapshot.run} />
      {plan && isAsking && (
        <ConfirmRun
          plan={plan}
          onConfirm={() => void confirm(plan).catch(notifyFailure)}
          onClose={() => setAsking(false)}
        />
      )}
      {plan && plan.lines > 0 && <StoreNotices />}
      {plan && plan.lines > 0 && !isLocal && <RunOptions choice={webhook} onChoose={setWebhook} />}
      {plan && (
        <PlanRemarks
          plan={plan}
          replaceApproved={replaceApproved}
          onReplaceApproved={setReplaceApproved}
          renderMissing={renderMissing}
          onRenderMissing={setRenderMissing}
        />
      )}
      {plan && plan.lines > 0 && !isLocal && <Board batches={plan.batches} label={t('board.plan')} />}
      {plan && plan.lines === 0 && <NothingToRender plan={plan} />}
    </BatchesFrame>
  );
}

const isAllFresh = (plan: PlanPreview | undefined): boolean =>
  plan !== undefined &&
  plan.reused > 0 &&
  plan.lines +
    plan.inFlight +
    plan.inDoubt +
    plan.lost +
    plan.blocked +
    plan.approved +
    plan.missingAudio +
    plan.overCap ===
    0;

interface PlanRemarksProps {
  readonly plan: PlanPreview;
  readonly replaceApproved: boolean;
  onReplaceApproved(value: boolean): void;
  readonly renderMissing: boolean;
  onRenderMissing(value: boolean): void;
}

function PlanRemarks(props: PlanRemarksProps) {
  const { plan, replaceApproved, onReplaceApproved, renderMissing, onRenderMissing } = props;
  const remarks = [
    plan.reused > 0 && t('remarks.reused', { lines: plan.reused }),
    plan.inFlight > 0 && t('remarks.inFlight', { lines: plan.inFlight }),
    plan.inDoubt > 0 && t('remarks.inDoubt', { lines: plan.inDoubt }),
    plan.lost > 0 && t('remarks.lost', { lines: plan.lost }),
    plan.blocked > 0 && t('remarks.blocked', { lines: plan.blocked }),
    plan.overCap > 0 && t('remarks.overCap', { lines: plan.overCap, which: plan.overCapLabel }),
    plan.warnings > 0 && t('remarks.warnings', { dialogs: plan.warnings }),
  ].filter((remark) => remark !== false);
  return (
    <div className={styles.remarks}>
      {remarks.length > 0 && <p className="dim">{remarks.join(' · ')}</p>}
      {plan.approved + plan.replaced > 0 && (
        <Checkbox
          checked={replaceApproved}
          onChange={(event) => onReplaceApproved(event.currentTarget.checked)}
          description={staleLines()}
          label={t('replaceApproved', { lines: plan.approved + plan.replaced })}
        />
      )}
      {(plan.missingAudio > 0 || renderMissing) && (
        <Checkbox
          checked={renderMissing}
          onChange={(event) => onRenderMissing(event.currentTarget.checked)}
          description={t('renderMissing.hint')}
          label={
            renderMissing
              ? t('renderMissing.chosen', { lines: plan.paidAgain })
              : t('renderMissing.ask', { lines: plan.missingAudio })
          }
        />
      )}
    </div>
  );
}

function NothingToRender({ plan }: { readonly plan: PlanPreview }) {
  const waiting =
    plan.blocked + plan.inFlight + plan.inDoubt + plan.lost + plan.approved + plan.missingAudio + plan.overCap;
  if (plan.reused + waiting === 0) {
    return (
      <EmptyState title={t('noLines.title')} detail={t('noLines.detail')}>
        <Button onClick={() => runCommand('go.script')}>{t('actions.script')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('nothing.title')} detail={nothingToRenderText(plan)}>
      <Button variant="filled" onClick={() => runCommand('go.review')}>
        {t('actions.review')}
      </Button>
      <Button onClick={() => runCommand('export.open')}>{t('actions.export')}</Button>
    </EmptyState>
  );
}

function nothingToRenderText(plan: PlanPreview): string {
  if (isAllFresh(plan)) return t('nothing.fresh');
  if (plan.overCap > 0) return t('nothing.overCap');
  if (plan.inFlight > 0) return t('nothing.inFlight');
  return plan.missingAudio > 0 ? t('nothing.missingAudio') : t('nothing.waiting');
}
