import { httpUrlSchema, planSchema } from '@lectern/tts-protocol';
import { NumberInput, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestOf } from '../../../shared/ipc/contract.ts';
import type { ConnectionEntry } from '../../../shared/ipc/settings-requests.ts';
import { IN_DOUBT_POLICIES } from '../../../shared/model/connection.ts';
import { ask } from '../../bridge/ask.ts';
import { askKey } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { notifyFailure } from '../../ui/overlays/toast.tsx';
import { PLAN_CHOICES } from '../../ui/wording/plans.ts';
import styles from '../settings.module.css';
import { type BudgetChange, CustomLimits, runText } from './limits.tsx';

const t = words('services');

export function Limits({ connection }: { readonly connection: ConnectionEntry }) {
  const { id, budget, pricePerThousand, currency } = connection;
  const save = useSave(id);
  const [share, setShare] = useState<string | number>(budget.sharePercent);
  const [price, setPrice] = useState<string | number>(pricePerThousand ?? '');
  return (
    <>
      <div className={styles.limits}>
        <Select
          label={t('plan.label')}
          data={PLAN_CHOICES}
          value={budget.plan}
          onChange={(plan) => save.budget((now) => ({ ...now, plan: planSchema.parse(plan) }))}
        />
        <NumberInput
          label={t('plan.share')}
          suffix=" %"
          min={1}
          max={100}
          clampBehavior="strict"
          value={share}
          onChange={setShare}
          onBlur={() => {
            if (typeof share !== 'number') setShare(budget.sharePercent);
            else if (share !== budget.sharePercent) save.budget((now) => ({ ...now, sharePercent: share }));
          }}
        />
        <NumberInput
          label={t('plan.price')}
          min={0}
          decimalScale={4}
          placeholder={t('plan.noPrice')}
          value={price}
          onChange={setPrice}
          onBlur={() => {
            const next = typeof price === 'number' ? price : null;
            if (next !== pricePerThousand) save({ pricePerThousand: next });
          }}
        />
        <TextInput
          label={t('plan.currency')}
          maxLength={8}
          defaultValue={currency}
          onBlur={(event) => {
            const value = event.currentTarget.value.trim();
            if (value === '') event.currentTarget.value = currency;
            else if (value !== currency) save({ currency: value });
          }}
        />
      </div>
      <p className="dim">
        {runText(budget)}
        {budget.sharePercent < 100 && ` ${t('plan.rest')}`}
      </p>
    </>
  );
}

export function MoreSettings({ connection }: { readonly connection: ConnectionEntry }) {
  const { id, name, budget, kind } = connection;
  const save = useSave(id);
  return (
    <details className={styles.more}>
      <summary>
        {t(`more.${kind}`)}
        <span className="unseen"> {t('more.of', { service: name })}</span>
      </summary>
      <Stack gap="var(--gap-6)">
        {kind === 'account' && (
          <section aria-label={t('more.limitsOf', { service: name })}>
            <h4 className="label">{t('more.limits')}</h4>
            <CustomLimits budget={budget} onChange={save.budget} />
          </section>
        )}
        <Webhook connection={connection} />
        <InDoubt connection={connection} />
      </Stack>
    </details>
  );
}

function addressProblem(address: string): string | null {
  if (address === '' || httpUrlSchema.safeParse(address).success) return null;
  return t('more.badAddress');
}

function Webhook({ connection }: { readonly connection: ConnectionEntry }) {
  const { id, name, webhookUrl, kind } = connection;
  const save = useSave(id);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <TextInput
      label={t('more.webhook')}
      aria-label={t('more.webhookOf', { service: name })}
      description={t(`more.webhookHint.${kind}`)}
      placeholder={t('more.webhookPlaceholder')}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      defaultValue={webhookUrl ?? ''}
      error={problem}
      onChange={() => setProblem(null)}
      onBlur={(event) => {
        const value = event.currentTarget.value.trim();
        const wrong = addressProblem(value);
        setProblem(wrong);
        if (wrong === null && value !== (webhookUrl ?? '')) save({ webhookUrl: value === '' ? null : value });
      }}
    />
  );
}

function InDoubt({ connection }: { readonly connection: ConnectionEntry }) {
  const { id, inDoubtPolicy } = connection;
  const save = useSave(id);
  const choose = (value: string) => {
    const policy = IN_DOUBT_POLICIES.find((one) => one === value);
    if (policy) save({ inDoubtPolicy: policy });
  };
  return (
    <Radio.Group
      name={`in-doubt-${id}`}
      label={t('more.inDoubt')}
      description={t('more.inDoubtHint')}
      value={inDoubtPolicy}
      onChange={choose}
    >
      <Stack gap="var(--gap-3)" mt={6}>
        <Radio value="ask" label={t('more.ask')} description={t('more.askHint')} />
        <Radio value="send-again" label={t('more.resend')} description={t('more.resendHint')} />
      </Stack>
    </Radio.Group>
  );
}

type ConnectionEdit = Omit<RequestOf<'connection.update'>, 'id'>;

interface Save {
  (change: ConnectionEdit): void;
  /** The argument is an update function, because two fields might be saved before the next render. */
  readonly budget: (change: BudgetChange) => void;
}

const UPDATE_KEY = ['connection.update'] as const;

function useSave(id: string): Save {
  const client = useQueryClient();
  const key = askKey('connection.list', {});
  const put = (change: object) =>
    client.setQueryData<ConnectionEntry[]>(key, (list) =>
      list?.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
    );
  const { mutate } = useMutation({
    mutationKey: UPDATE_KEY,
    networkMode: 'always',
    mutationFn: (change: ConnectionEdit) => ask('connection.update', { id, ...change }),
    onError: notifyFailure,
    onSettled: () => {
      // While another change is pending, a refetched list would briefly show the old value.
      if (client.isMutating({ mutationKey: UPDATE_KEY }) > 1) return;
      for (const channel of ['connection.list', 'connection.status'] as const) {
        void client.invalidateQueries({ queryKey: askKey(channel, {}) });
      }
    },
  });
  const save = (change: ConnectionEdit) => {
    void client.cancelQueries({ queryKey: key, exact: true });
    put(change);
    mutate(change);
  };
  const budget = (change: BudgetChange) => {
    const now = client.getQueryData<ConnectionEntry[]>(key)?.find((entry) => entry.id === id);
    if (now) save({ budget: change(now.budget) });
  };
  return Object.assign(save, { budget });
}
