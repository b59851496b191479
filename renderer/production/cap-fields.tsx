import { NumberInput, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReplyOf, RequestOf } from '../../shared/ipc/contract.ts';
import { ask } from '../bridge/ask.ts';
import { useRefetch } from '../bridge/keep-fresh.ts';
import { words } from '../locales/words.ts';
import { numberOrKnown, useFieldDraft } from '../ui/fields/use-field-draft.ts';
import { useProductionView } from './production-view.tsx';

const t = words('production');

type Ledger = ReplyOf<'production.ledger'>;

/** Each limit is saved on blur or Enter. */
export function CapFields({ ledger }: { readonly ledger: Ledger }) {
  const readLedger = useRefetch('production.ledger');
  const save = (settings: RequestOf<'project.updateSettings'>) =>
    ask('project.updateSettings', settings).then(readLedger);
  const focusCount = useProductionView((state) => state.capFocusCount);
  const { cap, moneyCap, confirmPrice, currency, pricePerThousand } = ledger;
  const hasMoney = pricePerThousand !== null || moneyCap !== null || confirmPrice !== null;
  const isOther = moneyCap !== null && pricePerThousand !== null && moneyCap.currency !== currency;
  return (
    <Stack gap="var(--gap-5)">
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
    </Stack>
  );
}

interface LimitFieldProps {
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly value: number | null;
  readonly onSave: (value: number | null) => Promise<unknown>;
  /** Saves even an unchanged number, because it now has another meaning. */
  readonly resaves?: boolean;
  readonly step: number;
  readonly decimals: number;
  readonly focusCount?: number;
}

function LimitField({ value, onSave, resaves = false, decimals, focusCount = 0, ...rest }: LimitFieldProps) {
  const { draft, ...field } = useFieldDraft<string | number, number | null>({
    value,
    read(typed, known) {
      const limit = typed === '' ? null : numberOrKnown(typed, known);
      return limit === null ? null : Math.max(0, limit);
    },
    save: onSave,
    resaves,
    dropsFailed: true,
  });
  const input = useRef<HTMLInputElement>(null);
  const seen = useRef(focusCount);
  useEffect(() => {
    if (focusCount === seen.current) return;
    seen.current = focusCount;
    input.current?.focus();
    input.current?.select();
  }, [focusCount]);
  return (
    <NumberInput
      {...rest}
      ref={input}
      min={0}
      thousandSeparator=","
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      allowNegative={false}
      value={draft ?? field.value ?? ''}
      onChange={field.type}
      onBlur={field.save}
      onKeyDown={({ key }) => key === 'Enter' && field.save()}
    />
  );
}
