// What holds for one run alone: whom the service tells of its batches.
import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { httpUrlSchema } from '../../shared/service/input-parameters.ts';
import { useAsk } from '../bridge/use-ask.ts';
import styles from './run-options.module.css';

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
