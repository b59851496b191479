import { httpUrlSchema } from '@lectern/tts-protocol';
import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PlanPreview } from '../../shared/ipc/production-requests.ts';
import type { ExportTargetId } from '../../shared/model/export/export-target.ts';
import { narrationPolicyText } from '../../shared/words/delivery-words.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { listed, tDelivery, words } from '../locales/words.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { formatAmount } from '../ui/wording/amounts.ts';
import styles from './production-screen.module.css';

const t = words('production');

/** `own` uses the connection's URL, `off` disables the webhook, and `other` uses a URL for this run only. */
export type WebhookChoice = { readonly kind: 'own' | 'off' } | { readonly kind: 'other'; readonly url: string };

export function webhookOf(choice: WebhookChoice): { readonly webhookUrl?: string | null } {
  if (choice.kind === 'own') return {};
  return { webhookUrl: choice.kind === 'other' ? choice.url : null };
}

export const isUsableWebhook = (choice: WebhookChoice): boolean =>
  choice.kind !== 'other' || httpUrlSchema.safeParse(choice.url).success;

interface RunOptionsProps {
  readonly choice: WebhookChoice;
  readonly onChoose: (choice: WebhookChoice) => void;
}

export function RunOptions({ choice, onChoose }: RunOptionsProps) {
  const { own, isLocal } = useOwnWebhook();
  const [url, setUrl] = useState('');
  // The local service can only call URLs on this computer, so the option is hidden unless a webhook has been set.
  if (isLocal && own === null) return null;
  const kinds = [
    { value: 'own', label: own === null ? t('webhook.choose.none') : t('webhook.choose.own') },
    ...(own === null ? [] : [{ value: 'off', label: t('webhook.choose.off') }]),
    { value: 'other', label: own === null ? t('webhook.choose.thisRun') : t('webhook.choose.other') },
  ];
  return (
    <details className={styles.options}>
      <summary>{t('webhook.summary', { choice: choiceText(choice, own) })}</summary>
      <div className={styles.fields}>
        <SegmentedControl
          aria-label={t('webhook.label')}
          value={choice.kind}
          onChange={(kind) => onChoose(kind === 'other' ? { kind, url } : { kind: kind === 'off' ? 'off' : 'own' })}
          data={kinds}
        />
        {choice.kind === 'other' && (
          <TextInput
            aria-label={t('webhook.address')}
            placeholder={t('webhook.addressPlaceholder')}
            value={url}
            error={url !== '' && !isUsableWebhook(choice) ? t('webhook.addressFault') : undefined}
            onChange={(event) => {
              setUrl(event.currentTarget.value);
              onChoose({ kind: 'other', url: event.currentTarget.value });
            }}
          />
        )}
        <p className="dim">{t('webhook.explained')}</p>
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

function choiceText(choice: WebhookChoice, own: string | null): string {
  if (choice.kind === 'off') return t('webhook.off');
  const address = choice.kind === 'other' ? choice.url : own;
  if (address === null) return t('webhook.none');
  // Show only the host, because the path may contain a secret.
  return URL.canParse(address) ? new URL(address).host : t('webhook.unnamed');
}

/**
 * Returns whether the price exceeds the producer's limit, the run replaces approved takes, or a planned store bans
 * synthetic narration.
 */
export const needsConfirmation = ({ price, confirmPrice, replaced, bannedBy }: PlanPreview): boolean =>
  replaced > 0 || bannedBy.length > 0 || (price !== null && confirmPrice !== null && price.amount > confirmPrice);

/** Explains the policies of stores that ban synthetic narration, and what the producer confirms by continuing. */
function BannedStores({ stores }: { readonly stores: readonly ExportTargetId[] }) {
  if (stores.length === 0) return null;
  return (
    <>
      {stores.map((id) => (
        <p key={id}>{narrationPolicyText(tDelivery, { id })}</p>
      ))}
      <p>{t('confirm.banned', { stores: listed(stores.map((id) => tDelivery(`target.${id}`))) })}</p>
    </>
  );
}

interface ConfirmResumeProps {
  readonly stores: readonly ExportTargetId[];
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation if a store that bans synthetic narration was added while the run was paused. */
export function ConfirmResume({ stores, onConfirm, onClose }: ConfirmResumeProps) {
  return (
    <Dialog title={t('confirm.resumeTitle')} width={440} onClose={onClose}>
      <Stack>
        <BannedStores stores={stores} />
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('confirm.cancel')}
          </Button>
          <Button variant="filled" onClick={onConfirm}>
            {t('confirm.resume')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface ConfirmRunProps {
  readonly plan: PlanPreview;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmRun({ plan, onConfirm, onClose }: ConfirmRunProps) {
  const { price, confirmPrice, replaced, room, bannedBy } = plan;
  const size = { characters: plan.characters, batches: plan.batches.length };
  const cost = price && formatAmount(price.amount, price.currency);
  return (
    <Dialog title={t('confirm.title', { lines: plan.lines })} width={440} onClose={onClose}>
      <Stack>
        <p>{cost ? t('confirm.sizeAndPrice', { ...size, price: cost }) : t('confirm.size', size)}</p>
        {price && confirmPrice !== null && price.amount > confirmPrice && (
          <p>{t('confirm.above', { price: formatAmount(confirmPrice, price.currency) })}</p>
        )}
        {replaced > 0 && <p>{t('confirm.replaced', { lines: replaced })}</p>}
        <BannedStores stores={bannedBy} />
        {room && <p className="dim">{t('confirm.room', { characters: room.characters })}</p>}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('confirm.cancel')}</Button>
          <Button variant="filled" data-autofocus onClick={onConfirm}>
            {cost ? t('confirm.renderFor', { price: cost }) : t('confirm.render')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
