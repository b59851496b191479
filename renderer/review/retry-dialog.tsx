// Renders suspicious lines again, as often as the producer allows, and shows the progress and the result.
import { Button, Group, NumberInput, Progress, Select, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  type NotRetried,
  notRetriedSchema,
  type RetryLimits,
  type RetryPlan,
} from '../../shared/model/proofed-take.ts';
import { useAsk, useProjectKey } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { useView } from '../ui/view-store.ts';
import { formatAmount } from '../ui/wording/amounts.ts';
import {
  advanceRetryRounds,
  endRetryRounds,
  finishRetryRounds,
  startRetryRounds,
  stillSuspicious,
  underWay,
  useRetryRounds,
} from './retry-rounds.ts';
import styles from './review-screen.module.css';

const t = words('proof');
const tReview = words('review');

const MAX_TRIES = 20;
const DEFAULT_TRIES = 3;
const DEFAULT_CHARACTERS = 20_000;

const numberOr = <T,>(value: number | string, otherwise: T): number | T =>
  typeof value === 'number' ? value : otherwise;

interface RetryDialogProps {
  readonly extent: 'script' | 'chapter';
  onClose(): void;
}

export function RetryDialog({ extent: firstExtent, onClose }: RetryDialogProps) {
  const project = useProjectKey();
  const chapterId = useView((view) => view.chapterId);
  const [extent, setExtent] = useState(firstExtent);
  const [minScore, setMinScore] = useState<number | undefined>();
  const [maxRetries, setMaxRetries] = useState(DEFAULT_TRIES);
  const [maxCharacters, setMaxCharacters] = useState(DEFAULT_CHARACTERS);
  const limits: RetryLimits = {
    maxRetries,
    maxCharacters,
    ...(minScore === undefined ? {} : { minScore }),
    ...(extent === 'chapter' ? { chapterId } : {}),
  };
  const { data: plan, isFetching } = useAsk('proof.retryPlan', limits, { placeholderData: (previous) => previous });
  const lines = plan?.lineIds.length ?? 0;
  const start = () => {
    if (!plan) return;
    onClose();
    startRetryRounds(project, limits, plan).catch(notifyFailure);
  };
  return (
    <Dialog title={t('retry.title')} width={460} onClose={onClose}>
      <Stack
        component="form"
        pt={2}
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <p className="dim">{t('retry.about')}</p>
        <Select
          label={t('retry.extent')}
          data={[
            { value: 'script', label: tReview('extent.script') },
            { value: 'chapter', label: tReview('extent.chapter') },
          ]}
          value={extent}
          allowDeselect={false}
          onChange={(value) => setExtent(value === 'chapter' ? 'chapter' : 'script')}
        />
        <Group grow align="flex-start">
          <NumberInput
            data-autofocus
            label={t('retry.maxRetries')}
            min={1}
            max={MAX_TRIES}
            allowDecimal={false}
            clampBehavior="strict"
            value={maxRetries}
            onChange={(value) => setMaxRetries(numberOr(value, 1))}
          />
          <NumberInput
            label={t('retry.maxCharacters')}
            min={0}
            max={100_000_000}
            step={1_000}
            allowDecimal={false}
            thousandSeparator
            value={maxCharacters}
            onChange={(value) => setMaxCharacters(numberOr(value, 0))}
          />
          <NumberInput
            label={t('retry.minScore')}
            title={t('retry.minScoreHint')}
            placeholder={t('retry.suspicious')}
            decimalScale={2}
            value={minScore ?? ''}
            onChange={(value) => setMinScore(numberOr(value, undefined))}
          />
        </Group>
        <PlanText plan={plan} maxRetries={maxRetries} maxCharacters={maxCharacters} />
        <Group justify="flex-end">
          <Button variant="subtle" onClick={onClose}>
            {t('retry.cancel')}
          </Button>
          <Button type="submit" variant="filled" disabled={lines === 0 || isFetching}>
            {t('retry.start', { lines })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface PlanTextProps {
  readonly plan: RetryPlan | undefined;
  readonly maxRetries: number;
  readonly maxCharacters: number;
}

function PlanText({ plan, maxRetries, maxCharacters }: PlanTextProps) {
  if (!plan) return <p role="status">{t('retry.counting')}</p>;
  const { lineIds, characters, price } = plan;
  const most = Math.min(maxCharacters, characters * maxRetries);
  const costOf = (sent: number) =>
    price && characters > 0 ? formatAmount((price.amount * sent) / characters, price.currency) : 'none';
  return (
    <div role="status">
      {lineIds.length === 0 ? (
        <p>{t('retry.none')}</p>
      ) : (
        <>
          <p>{t('retry.first', { lines: lineIds.length, characters, price: costOf(characters) })}</p>
          {maxRetries > 1 && <p>{t('retry.most', { characters: most, price: costOf(most) })}</p>}
        </>
      )}
      {exclusions(plan).map(({ reason, lines }) => (
        <p key={reason} className="dim">
          {t(`retry.excluded.${reason}`, { lines })}
        </p>
      ))}
    </div>
  );
}

const exclusions = ({ excluded }: RetryPlan): { readonly reason: NotRetried; readonly lines: number }[] =>
  notRetriedSchema.options.flatMap((reason) => {
    const lines = excluded.filter((one) => one.reason === reason).length;
    return lines === 0 ? [] : [{ reason, lines }];
  });

/** Shows the progress of the rounds, and orders the next one. */
export function RetryBar() {
  const project = useProjectKey();
  const rounds = useRetryRounds((state) => (state.rounds?.project === project ? state.rounds : null));
  const { data: plan, isFetching } = useAsk('proof.retryPlan', rounds?.limits ?? { maxRetries: 1, maxCharacters: 0 }, {
    enabled: rounds !== null && rounds.state !== 'ordering',
  });
  useEffect(() => {
    if (plan && !isFetching) advanceRetryRounds(plan).catch(notifyFailure);
  }, [plan, isFetching]);
  if (!rounds) return null;
  const lines = rounds.lineIds.length;
  const left = plan ? underWay(rounds, plan).length : lines;
  const isDone = rounds.state === 'done';
  const suspicious = plan ? stillSuspicious(rounds, plan) : 0;
  return (
    <section className={styles.bar} aria-label={t('retry.progress')}>
      {isDone ? (
        <p role="status">
          {t('retry.result', { lines, takes: rounds.takes, matching: lines - suspicious, left: suspicious })}
        </p>
      ) : (
        <>
          <p role="status">{t('retry.waiting', { round: Math.max(1, rounds.round), done: lines - left, lines })}</p>
          <Progress className={styles.progress} value={(100 * (lines - left)) / Math.max(1, lines)} aria-hidden />
        </>
      )}
      <span className="grow" />
      {isDone ? (
        <Button variant="subtle" onClick={endRetryRounds}>
          {t('retry.done')}
        </Button>
      ) : (
        <Button variant="subtle" disabled={rounds.isLast} onClick={finishRetryRounds}>
          {t('retry.stop')}
        </Button>
      )}
    </section>
  );
}
