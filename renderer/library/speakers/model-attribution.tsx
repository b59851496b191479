// Shows the plan, the progress and the result. Nothing is sent before the producer confirms.
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import type { ModelProgress } from '../../../shared/model/language-model.ts';
import type { SpeakerChoices } from '../../../shared/model/speaker-choices.ts';
import { ask, useEvent } from '../../bridge/ask.ts';
import { askKey, useAsk } from '../../bridge/use-ask.ts';
import { tModel, words } from '../../locales/words.ts';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { notifyFailure } from '../../ui/overlays/toast.tsx';
import styles from '../library-dialogs.module.css';
import { decisionsOf, useSpeakerDecisions } from './speaker-decisions.ts';

const t = words('models');

interface ModelAttributionProps {
  readonly importId: string;
  readonly file: string;
  readonly choices: ImportChoices;
  readonly back: () => void;
  readonly confirm: () => void;
}

export function ModelAttribution({ importId, file, choices, back, confirm }: ModelAttributionProps) {
  const [outcome, setOutcome] = useState<ReplyOf<'model.ask'> | null>(null);
  const { busy, error, run, clear } = useAttempt();
  const [asked] = useState(() => ({ importId, choices: withSpeakers(choices, decisionsOf(file)) }));
  const plan = useAsk('model.plan', asked, { gcTime: 0 });
  useEffect(() => () => void ask('model.cancel', {}).catch(notifyFailure), []);
  const send = (origin: string) =>
    void run(async () => {
      const reply = await ask('model.ask', { ...asked, origin });
      useSpeakerDecisions.getState().addModelAnswers(file, reply.told);
      setOutcome(reply);
    });
  if (outcome) return <Outcome {...{ importId, file, choices, outcome, back, confirm }} />;
  if (busy) return <AskingProgress />;
  if (error || plan.error) {
    const again = () => {
      clear();
      void plan.refetch();
    };
    return (
      <Stack gap="var(--gap-5)">
        <ProblemNotice error={error ?? plan.error?.error ?? { kind: 'cancelled' }} onRetry={again} />
        <Group justify="flex-end">
          <Button onClick={back}>{t('ask.back')}</Button>
        </Group>
      </Stack>
    );
  }
  if (!plan.data) return <p role="status">{t('ask.reckoning')}</p>;
  return <Plan plan={plan.data} asked={asked} send={send} back={back} />;
}

const withSpeakers = (choices: ImportChoices, speakers: SpeakerChoices): ImportChoices => ({ ...choices, speakers });

interface PlanProps {
  readonly plan: ReplyOf<'model.plan'>;
  readonly asked: { readonly importId: string; readonly choices: ImportChoices };
  readonly send: (origin: string) => void;
  readonly back: () => void;
}

function Plan({ plan, asked, send, back }: PlanProps) {
  const queryClient = useQueryClient();
  const { origin, model, isLocal, hasConsent, quotations, requests } = plan;
  const agree = (agreed: boolean) =>
    ask('model.setConsent', { origin, hasConsent: agreed })
      .then((entry) => {
        queryClient.setQueryData(askKey('model.settings', {}), entry);
        queryClient.setQueryData(askKey('model.plan', asked), { ...plan, hasConsent: entry.hasConsent });
      })
      .catch(notifyFailure);
  const mayBeSent = isLocal || hasConsent || requests === 0;
  return (
    <Stack gap="var(--gap-5)">
      <p className="dim">{t('ask.model', { model, origin })}</p>
      {quotations === 0 ? <p>{t('ask.nothing')}</p> : <Sentences label={t('ask.what')} sentences={tModel.plan(plan)} />}
      {!isLocal && requests > 0 && (
        <Checkbox
          label={t('consentGive', { origin })}
          checked={hasConsent}
          onChange={(event) => void agree(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end">
        <Button onClick={back}>{t('ask.cancel')}</Button>
        {quotations > 0 && (
          <Button data-autofocus variant="filled" disabled={!mayBeSent} onClick={() => send(origin)}>
            {t('ask.send', { requests })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Sentences({ label, sentences }: { readonly label: string; readonly sentences: readonly string[] }) {
  return (
    <ul aria-label={label} className={styles.sentences}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function AskingProgress() {
  const [progress, setProgress] = useState<ModelProgress | null>(null);
  const [isStopping, setStopping] = useState(false);
  useEvent('model-progress', setProgress);
  const stop = () => {
    setStopping(true);
    ask('model.cancel', {}).catch(notifyFailure);
  };
  return (
    <Stack gap="var(--gap-5)">
      <Stack gap="var(--gap-1)">
        <progress
          aria-label={t('ask.progress')}
          {...(progress && progress.requests > 0 && { value: progress.done, max: progress.requests })}
        />
        <p className="dim" role="status">
          {progress && t('ask.working', { done: progress.done, requests: progress.requests })}
          {progress?.cost != null && ` · ${tModel.money(progress.cost, progress.currency)}`}
          {progress?.waitingMs != null && ` · ${t('ask.waiting', { seconds: Math.ceil(progress.waitingMs / 1_000) })}`}
        </p>
      </Stack>
      <Group justify="flex-end">
        <Button data-autofocus loading={isStopping} onClick={stop}>
          {isStopping ? t('ask.stopping') : t('ask.stop')}
        </Button>
      </Group>
    </Stack>
  );
}

interface OutcomeProps extends ModelAttributionProps {
  readonly outcome: ReplyOf<'model.ask'>;
}

function Outcome({ importId, file, choices, outcome: { report }, back, confirm }: OutcomeProps) {
  const { data } = useAsk('project.importPreview', { importId, choices: withSpeakers(choices, decisionsOf(file)) });
  const left = data?.speech?.doubtful;
  return (
    <Stack gap="var(--gap-5)">
      <Sentences label={t('ask.cameOfIt')} sentences={tModel.report(report)} />
      {left !== undefined && (
        <p role="status" className="grow">
          {t('ask.left', { left })}
        </p>
      )}
      <Group justify="flex-end">
        <Button onClick={back}>{t('ask.back')}</Button>
        <Button data-autofocus variant="filled" onClick={confirm}>
          {t('ask.confirm')}
        </Button>
      </Group>
    </Stack>
  );
}
