// Production: what would be sent and when, then the same board live.
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PlanPreview, RunScope, RunSnapshot, RunSummary } from '../../shared/ipc/production-requests.ts';
import type { BridgeFailure } from '../bridge/ask.ts';
import { useAsk, useTell } from '../bridge/use-ask.ts';
import { runCommand, useCommand } from '../ui/commands.ts';
import { formatCounted } from '../ui/format.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { EmptyState, ScreenFrame } from '../ui/screen-parts.tsx';
import { notifyFailure } from '../ui/toast.tsx';
import { useView } from '../ui/view-store.ts';
import { staleLines } from '../ui/wording/status.ts';
import { Editable } from '../ui/writing.tsx';
import { Board } from './board.tsx';
import { CostsView } from './costs-view.tsx';
import styles from './production-screen.module.css';
import { type Extent, useProductionView, ViewSwitch } from './production-view.tsx';
import { LocalPlan, LocalProgress, PlanFigures, RunFigures, useIsLocal } from './run-figures.tsx';
import { RunNotices } from './run-notices.tsx';
import { ConfirmRun, isUsable, needsConfirmation, RunOptions, type WebhookChoice, webhookOf } from './run-options.tsx';

const GOES_ON: ReadonlySet<RunSummary['state']> = new Set(['running', 'paused', 'stopping']);

/** The departure board. */
export function ProductionScreen() {
  const view = useProductionView((state) => state.view);
  return view === 'costs' ? <CostsView /> : <DepartureBoard />;
}

function DepartureBoard() {
  const { data: snapshot, error } = useAsk('production.snapshot', {});
  if (error) return <ProblemNotice error={error.error} />;
  if (!snapshot) return <div aria-busy />;
  return GOES_ON.has(snapshot.run.state) ? <OpenRun snapshot={snapshot} /> : <PlanBoard snapshot={snapshot} />;
}

interface DeparturesProps {
  /** A line below the title. */
  readonly about: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** The screen, before a run, during it and after it. */
function Departures(props: DeparturesProps) {
  const isLocal = useIsLocal();
  return <ScreenFrame title={isLocal ? 'Production' : 'Departures'} beside={<ViewSwitch />} {...props} />;
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
      <Board batches={batches} label="Batches of the run" />
    </>
  );
}

/** What is left to say of a run that ended, while nothing else is to be rendered. */
function FinishedRun({ snapshot }: { readonly snapshot: RunSnapshot }) {
  return (
    <Departures
      about={`${formatCounted(snapshot.run.rendered, 'line')} rendered: every line is fresh.`}
      actions={
        <>
          <Button onClick={() => runCommand('export.open')}>Export…</Button>
          <Button variant="filled" onClick={() => runCommand('go.review')}>
            Review the takes
          </Button>
        </>
      }
    >
      <RunBoard {...snapshot} />
    </Departures>
  );
}

function OpenRun({ snapshot }: { readonly snapshot: RunSnapshot }) {
  const { run } = snapshot;
  const isLocal = useIsLocal();
  const resume = useTell('production.resume');
  return (
    <Departures
      about={isLocal ? 'Rendering on this computer.' : `${formatCounted(run.lines, 'line')} ordered`}
      actions={
        <Editable>
          {run.failed > 0 && <Button onClick={() => runCommand('run.retry')}>Retry failed lines</Button>}
          {run.state !== 'stopping' && (
            <Button onClick={() => runCommand('run.cancel')}>{isLocal ? 'Stop' : 'Cancel unsent lines'}</Button>
          )}
          {run.state === 'running' && !isLocal && <Button onClick={() => runCommand('run.pause')}>Pause</Button>}
          {run.state === 'paused' && (
            <Button variant="filled" onClick={() => resume.mutate({}, { onError: notifyFailure })}>
              Resume
            </Button>
          )}
        </Editable>
      }
    >
      <RunBoard {...snapshot} />
    </Departures>
  );
}

const isUnconfirmed = ({ error }: BridgeFailure): boolean => error.kind === 'invalid' && error.field === 'price';

function PlanBoard({ snapshot }: { readonly snapshot: RunSnapshot }) {
  const chapterId = useView((state) => state.chapterId);
  const { extent, chooseExtent } = useProductionView();
  const [replaceApproved, setReplaceApproved] = useState(false);
  const [renderMissing, setRenderMissing] = useState(false);
  const ofChapter = extent === 'chapter' ? { chapterIds: [chapterId] } : {};
  const scope: RunScope = { ...ofChapter, replaceApproved, renderMissing };
  const { data: plan, error } = useAsk('production.plan', scope, { placeholderData: (previous) => previous });
  const [webhook, setWebhook] = useState<WebhookChoice>({ kind: 'own' });
  const [isAsking, setAsking] = useState(false);
  const start = useTell('production.start');
  const isLocal = useIsLocal();
  const hasLines = (plan?.lines ?? 0) > 0 && isUsable(webhook);
  const send = (confirmed: boolean) => {
    setAsking(false);
    // Where the price has changed since it was shown, the studio wants to have it confirmed.
    const onError = (failure: BridgeFailure) => (isUnconfirmed(failure) ? setAsking(true) : notifyFailure(failure));
    start.mutate({ ...scope, ...webhookOf(webhook), confirmed }, { onError });
  };
  const order = () => (plan && needsConfirmation(plan) ? setAsking(true) : send(false));
  useCommand('run.start', order, hasLines && !start.isPending);
  if (isAllFresh(plan) && snapshot.run.state === 'finished' && snapshot.batches.length > 0) {
    return <FinishedRun snapshot={snapshot} />;
  }
  return (
    <Departures
      about={isLocal ? 'Rendered on this computer, at no cost.' : 'What would be sent, and when. Nothing has left yet.'}
      actions={
        <>
          <SegmentedControl
            aria-label="What to render"
            value={extent}
            onChange={(value) => chooseExtent(value as Extent)}
            data={[
              { value: 'script', label: 'Whole script' },
              { value: 'chapter', label: 'This chapter' },
            ]}
          />
          <Editable>
            {snapshot.run.failed > 0 && <Button onClick={() => runCommand('run.retry')}>Retry failed lines</Button>}
            <Button variant="filled" disabled={!hasLines} loading={start.isPending} onClick={order}>
              {plan ? `Render ${formatCounted(plan.lines, 'line')}` : 'Render'}
            </Button>
          </Editable>
        </>
      }
    >
      {error && <ProblemNotice error={error.error} />}
      {plan && (isLocal ? <LocalPlan plan={plan} /> : <PlanFigures plan={plan} />)}
      <RunNotices run={snapshot.run} />
      {plan && isAsking && <ConfirmRun plan={plan} onConfirm={() => send(true)} onClose={() => setAsking(false)} />}
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
      {plan && plan.lines > 0 && !isLocal && <Board batches={plan.batches} label="Batches that would leave" />}
      {plan && plan.lines === 0 && <NothingToRender plan={plan} />}
    </Departures>
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
    plan.reused > 0 &&
      `${formatCounted(plan.reused, 'line')} fresh already: nothing is sent for ${plan.reused === 1 ? 'it' : 'them'}`,
    plan.inFlight > 0 && `${formatCounted(plan.inFlight, 'line')} with the service`,
    plan.inDoubt > 0 && `${formatCounted(plan.inDoubt, 'line')} in doubt: decide on the right`,
    plan.lost > 0 && `${formatCounted(plan.lost, 'line')} lost: decide on the right`,
    plan.blocked > 0 &&
      `${formatCounted(plan.blocked, 'line')} can’t be rendered as ${plan.blocked === 1 ? 'it stands' : 'they stand'}`,
    plan.overCap > 0 &&
      `${formatCounted(plan.overCap, 'line')} left out: ${plan.overCap === 1 ? 'it' : 'they'} would pass the cap (${plan.overCapLabel})`,
    plan.warnings > 0 && `${formatCounted(plan.warnings, 'dialog')} may be read aloud differently than you expect`,
  ].filter((remark) => remark !== false);
  return (
    <div className={styles.remarks}>
      {remarks.length > 0 && <p className="dim">{remarks.join(' · ')}</p>}
      {(plan.approved > 0 || replaceApproved) && (
        <Checkbox
          checked={replaceApproved}
          onChange={(event) => onReplaceApproved(event.currentTarget.checked)}
          description={staleLines()}
          label={
            replaceApproved
              ? 'Lines whose approved take is stale are rendered again'
              : `Also render ${formatCounted(plan.approved, 'line')} whose approved take is stale`
          }
        />
      )}
      {(plan.missingAudio > 0 || renderMissing) && (
        <Checkbox
          checked={renderMissing}
          onChange={(event) => onRenderMissing(event.currentTarget.checked)}
          description="They were rendered, and their audio file is missing or damaged. If you have the files, put them back instead."
          label={
            renderMissing
              ? `${formatCounted(plan.paidAgain, 'line')} with missing audio rendered, and paid for, again`
              : `Also render ${formatCounted(plan.missingAudio, 'line')} with missing audio, and pay again`
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
      <EmptyState title="No lines yet" detail="Write or import a script: each paragraph becomes a line to render.">
        <Button onClick={() => runCommand('go.script')}>Go to the script</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing to render" detail={whyNothing(plan)}>
      <Button variant="filled" onClick={() => runCommand('go.review')}>
        Review the takes
      </Button>
      <Button onClick={() => runCommand('export.open')}>Export…</Button>
    </EmptyState>
  );
}

function whyNothing(plan: PlanPreview): string {
  if (isAllFresh(plan)) return 'Every line is fresh. Listen to the takes, or export them.';
  if (plan.overCap > 0) return 'The cap on characters leaves nothing to send: raise it on the right.';
  if (plan.inFlight > 0) {
    return 'The service has what is left. Where its audio could not be fetched, “Retry failed lines” asks for it again, at no cost.';
  }
  if (plan.missingAudio > 0)
    return 'Some lines were rendered, and their audio is missing. Put the files back, or render them again.';
  return 'What is left waits for you: lines that can’t be rendered as they stand, or a decision on what is in doubt or lost.';
}
