import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectionEntry, KeyStorage } from '../../shared/ipc/settings-requests.ts';
import { planSchema } from '../../shared/service/plans.ts';
import { askKey, useTell } from '../bridge/use-ask.ts';
import { formatCounted } from '../ui/format.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { notifyFailure } from '../ui/toast.tsx';
import { useView } from '../ui/view-store.ts';
import { PLAN_CHOICES } from '../ui/wording/plans.ts';
import styles from './settings.module.css';

const STORAGE: Readonly<Record<KeyStorage, string>> = {
  keychain: 'Its key is in this computer’s keychain.',
  file: 'Its key is in a file that only you may read.',
  ask: 'Its key is asked for at each start.',
};

interface ConnectionCardProps {
  readonly connection: ConnectionEntry;
  readonly inUse: boolean;
}

/** An account: what it is, how much of it is used, and whether it answers. */
export function ConnectionCard({ connection, inUse }: ConnectionCardProps) {
  const { id, name, baseUrl, userId, keyStorage } = connection;
  return (
    <li className={styles.card} data-used={inUse}>
      <div className={styles.who}>
        <h3>{name}</h3>
        <p className="dim">
          {baseUrl} · {userId}
        </p>
        <p className="dim">{STORAGE[keyStorage]}</p>
      </div>
      <Limits key={id} connection={connection} />
      <Actions connection={connection} inUse={inUse} />
    </li>
  );
}

/** Plan, share and price; each is kept as soon as its field is left. */
function Limits({ connection }: { readonly connection: ConnectionEntry }) {
  const { id, budget, pricePerThousand, currency } = connection;
  const queryClient = useQueryClient();
  const update = useTell('connection.update');
  const save = (change: Omit<Parameters<typeof update.mutate>[0], 'id'>) =>
    update.mutate(
      { id, ...change },
      {
        onSuccess: () => void queryClient.invalidateQueries({ queryKey: askKey('connection.list', {}) }),
        onError: notifyFailure,
      },
    );
  const [share, setShare] = useState<string | number>(budget.sharePercent);
  const [price, setPrice] = useState<string | number>(pricePerThousand ?? '');
  return (
    <div className={styles.limits}>
      <Select
        label="Plan"
        data={PLAN_CHOICES}
        value={budget.plan}
        onChange={(plan) => save({ budget: { ...budget, plan: planSchema.parse(plan) } })}
      />
      <NumberInput
        label="Share of its limit"
        suffix=" %"
        min={1}
        max={100}
        clampBehavior="strict"
        value={share}
        onChange={setShare}
        onBlur={() => {
          if (typeof share === 'number') save({ budget: { ...budget, sharePercent: share } });
          else setShare(budget.sharePercent);
        }}
      />
      <NumberInput
        label="Price of 1,000 characters"
        min={0}
        decimalScale={4}
        placeholder="not set"
        value={price}
        onChange={setPrice}
        onBlur={() => save({ pricePerThousand: typeof price === 'number' ? price : null })}
      />
      <TextInput
        label="Currency"
        maxLength={8}
        defaultValue={currency}
        onBlur={(event) => {
          const value = event.currentTarget.value.trim();
          if (value === '') event.currentTarget.value = currency;
          else if (value !== currency) save({ currency: value });
        }}
      />
    </div>
  );
}

function Actions({ connection, inUse }: ConnectionCardProps) {
  const { id, name, hasKey } = connection;
  const queryClient = useQueryClient();
  const use = useTell('connection.use');
  const test = useTell('connection.test');
  const remove = useTell('connection.remove');
  const [sure, setSure] = useState(false);
  const failed = use.error ?? test.error ?? remove.error;
  return (
    <>
      <div className={styles.actions}>
        {inUse && <span className="tag">in use</span>}
        {!inUse && (
          <Button loading={use.isPending} onClick={() => use.mutate({ id })}>
            Use it
          </Button>
        )}
        {!hasKey && <Button onClick={() => useView.getState().askForKey({ id, name })}>Enter the key…</Button>}
        <Button loading={test.isPending} onClick={() => test.mutate({ id })}>
          Test
        </Button>
        {sure ? (
          <Button
            variant="filled"
            color="fail"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(
                { id },
                { onSuccess: (connections) => queryClient.setQueryData(askKey('connection.list', {}), connections) },
              )
            }
          >
            Remove it and its key
          </Button>
        ) : (
          <Button onClick={() => setSure(true)}>Remove…</Button>
        )}
        {test.data?.voices != null && (
          <span role="status" className={styles.good}>
            It answers: {formatCounted(test.data.voices, 'voice')}.
          </span>
        )}
      </div>
      {test.data?.failure && <ProblemNotice inPlace error={{ kind: 'service', failure: test.data.failure }} />}
      {failed && <ProblemNotice inPlace error={failed.error} />}
    </>
  );
}
