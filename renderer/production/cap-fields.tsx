// How much may be spent: hard caps in characters and in money, and the price above which a run is confirmed first.
import { NumberInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { useTell } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { notifyFailure } from '../ui/toast.tsx';
import styles from './production-inspector.module.css';
import { useProductionView } from './production-view.tsx';

const t = words('production');

type Ledger = ReplyOf<'production.ledger'>;

/** Each is saved when its field is left, or by Enter. */
export function CapFields({ ledger }: { readonly ledger: Ledger }) {
  const update = useTell('project.updateSettings');
  const save = (settings: Parameters<typeof update.mutate>[0]) => update.mutateAsync(settings);
  const focusCount = useProductionView((state) => state.capFocusCount);
  const { cap, moneyCap, confirmPrice, currency, pricePerThousand } = ledger;
  const hasMoney = pricePerThousand !== null || moneyCap !== null || confirmPrice !== null;
  const isOther = moneyCap !== null && pricePerThousand !== null && moneyCap.currency !== currency;
  return (
    <div className={styles.limits}>
      <LimitField
        label={t('caps.characters.label')}
        description={t('caps.characters.hint')}
        placeholder={t('caps.characters.none')}
        value={cap}
        onSave={(characterCap) => save({ characterCap: characterCap === null ? null : Math.round(characterCap) })}
        step={1_000}
        decimals={0}
        focusCount={focusCount}
      />
      {hasMoney && (
        <>
          <LimitField
            label={t('caps.money.label', { currency })}
            description={
              isOther ? t('caps.money.otherCurrency', { limit: moneyCap.currency, currency }) : t('caps.money.hint')
            }
            placeholder={t('caps.money.none')}
            value={moneyCap?.amount ?? null}
            onSave={(amount) => save({ moneyCap: amount === null ? null : { amount, currency } })}
            resaves={isOther}
            step={5}
            decimals={2}
          />
          <LimitField
            label={t('caps.confirm.label', { currency })}
            description={t('caps.confirm.hint')}
            placeholder={t('caps.confirm.none')}
            value={confirmPrice}
            onSave={(amount) => save({ confirmPrice: amount })}
            step={1}
            decimals={2}
          />
        </>
      )}
    </div>
  );
}

interface LimitFieldProps {
  readonly label: string;
  readonly description: string;
  /** What stands there where there is none. */
  readonly placeholder: string;
  readonly value: number | null;
  readonly onSave: (value: number | null) => Promise<unknown>;
  /** The same number means something else now: it is saved all the same. */
  readonly resaves?: boolean;
  readonly step: number;
  readonly decimals: number;
  /** Counts up when the field should take the keyboard. */
  readonly focusCount?: number;
}

function LimitField({ value, onSave, resaves = false, decimals, focusCount = 0, ...rest }: LimitFieldProps) {
  const [draft, setDraft] = useState<string | number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const seen = useRef(focusCount);
  useEffect(() => {
    if (focusCount === seen.current) return;
    seen.current = focusCount;
    input.current?.focus();
    input.current?.select();
  }, [focusCount]);
  // The draft stays until the project has the same value: else leaving the field would save the old one.
  const saving = useRef<number | null | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value is what ends the draft
  useEffect(() => {
    saving.current = undefined;
    setDraft(null);
  }, [value]);
  const save = () => {
    if (draft === null) return;
    const next = draft === '' ? null : Math.max(0, Number(draft));
    if (next === saving.current) return;
    if (next === value && !resaves) {
      setDraft(null);
      return;
    }
    saving.current = next;
    onSave(next).catch((error: unknown) => {
      saving.current = undefined;
      setDraft(null);
      notifyFailure(error);
    });
  };
  return (
    <NumberInput
      {...rest}
      ref={input}
      min={0}
      thousandSeparator=","
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      allowNegative={false}
      value={draft ?? value ?? ''}
      onChange={setDraft}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
      }}
    />
  );
}
