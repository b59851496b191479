// What holds for one run alone: whom the service tells of its batches, and whether its price is confirmed first.
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PlanPreview } from '../../shared/ipc/production-requests.ts';
import { httpUrlSchema } from '../../shared/service/input-parameters.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { Dialog } from '../ui/dialog.tsx';
import { formatCount, formatCounted } from '../ui/format.ts';
import styles from './production-screen.module.css';
import { formatAmount } from './wording.ts';

/** `own`: the connection’s address; `off`: no webhook; `other`: another address for this run. */
export type WebhookChoice = { readonly kind: 'own' | 'off' } | { readonly kind: 'other'; readonly url: string };

/** What an order says of the webhook; undefined: nothing, so that the connection’s holds. */
export function webhookOf(choice: WebhookChoice): { readonly webhookUrl?: string | null } {
  if (choice.kind === 'own') return {};
  return { webhookUrl: choice.kind === 'other' ? choice.url : null };
}

/** Whether it can be ordered so. */
export const isUsable = (choice: WebhookChoice): boolean =>
  choice.kind !== 'other' || httpUrlSchema.safeParse(choice.url).success;

interface RunOptionsProps {
  readonly choice: WebhookChoice;
  readonly onChoose: (choice: WebhookChoice) => void;
}

/** Folded away unless there is something to know of it. */
export function RunOptions({ choice, onChoose }: RunOptionsProps) {
  const { own, isLocal } = useOwnWebhook();
  const [url, setUrl] = useState('');
  // The local service calls this computer only: who has no use for that is not told of it.
  if (isLocal && own === null) return null;
  const kinds = [
    { value: 'own', label: own === null ? 'None' : 'The connection’s' },
    ...(own === null ? [] : [{ value: 'off', label: 'Off for this run' }]),
    { value: 'other', label: own === null ? 'For this run' : 'Another for this run' },
  ];
  return (
    <details className={styles.options}>
      <summary>Webhook: {inWords(choice, own)}</summary>
      <div className={styles.fields}>
        <SegmentedControl
          aria-label="Webhook of this run"
          value={choice.kind}
          onChange={(kind) => onChoose(kind === 'other' ? { kind, url } : { kind: kind === 'off' ? 'off' : 'own' })}
          data={kinds}
        />
        {choice.kind === 'other' && (
          <TextInput
            aria-label="Address of the webhook"
            placeholder="https://…"
            value={url}
            error={url !== '' && !isUsable(choice) ? 'A whole address, with http or https' : undefined}
            onChange={(event) => {
              setUrl(event.currentTarget.value);
              onChoose({ kind: 'other', url: event.currentTarget.value });
            }}
          />
        )}
        <p className="dim">
          The service calls this address when a line and when a batch is done. Lectern itself does not need it: it reads
          the results by itself.
        </p>
      </div>
    </details>
  );
}

export function useOwnWebhook(): { readonly own: string | null; readonly isLocal: boolean } {
  const { data: status } = useAsk('connection.status', {});
  const { data: connections } = useAsk('connection.list', {});
  const own = connections?.find(({ id }) => id === status?.id)?.webhookUrl ?? null;
  return { own, isLocal: status?.kind === 'local' };
}

function inWords(choice: WebhookChoice, own: string | null): string {
  if (choice.kind === 'off') return 'off for this run';
  const address = choice.kind === 'other' ? choice.url : own;
  if (address === null) return 'none';
  // The path may hold a secret; whose it is says enough.
  return URL.canParse(address) ? new URL(address).host : 'an address of its own';
}

/** Whether a run is confirmed before it is ordered: it costs more than the producer spends unasked, or replaces what was approved. */
export const needsConfirmation = ({ price, confirmPrice, replaced }: PlanPreview): boolean =>
  replaced > 0 || (price !== null && confirmPrice !== null && price.amount > confirmPrice);

interface ConfirmRunProps {
  readonly plan: PlanPreview;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** What a run would cost and replace, before it is ordered. */
export function ConfirmRun({ plan, onConfirm, onClose }: ConfirmRunProps) {
  const { price, confirmPrice, replaced, room } = plan;
  const cost = price && formatAmount(price.amount, price.currency);
  return (
    <Dialog title={`Render ${formatCounted(plan.lines, 'line')}?`} width={440} onClose={onClose}>
      <div className={styles.body}>
        <p>
          {formatCounted(plan.characters, 'character')} in {formatCounted(plan.batches.length, 'batch', 'batches')}
          {cost ? `, for ${cost}` : ''}.
        </p>
        {price && confirmPrice !== null && price.amount > confirmPrice && (
          <p>That is more than the {formatAmount(confirmPrice, price.currency)} from which on you want to be asked.</p>
        )}
        {replaced > 0 && (
          <p>
            {formatCounted(replaced, 'line')} {replaced === 1 ? 'has an approved take' : 'have approved takes'} that{' '}
            {replaced === 1 ? 'is' : 'are'} stale: the new {replaced === 1 ? 'one takes its' : 'ones take their'} place.
            The old takes are kept.
          </p>
        )}
        {room && <p className="dim">{formatCount(room.characters)} characters remain under the cap after it.</p>}
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" data-autofocus onClick={onConfirm}>
            {cost ? `Render for ${cost}` : 'Render'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
