// Next to the board: the outcome of the webhook calls for its batches.
import { useAsk } from '../bridge/use-ask.ts';
import { formatCount } from '../ui/format.ts';
import { WEBHOOK_COLOURS, webhookLabel, webhookWords } from '../ui/wording/webhooks.ts';
import styles from './production-inspector.module.css';

/** Up to this many batches are named, the latest first; the rest are counted. */
const NAMED = 8;

export function Webhooks() {
  const { data: snapshot } = useAsk('production.snapshot', {});
  const told =
    snapshot?.batches.flatMap(({ key, number, webhook }) => (webhook ? [{ key, number, webhook }] : [])) ?? [];
  if (told.length === 0) return null;
  const answered = told.filter(({ webhook }) => webhook.state === 'answered').length;
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks" className="label">
        Webhooks · {formatCount(answered)} of {formatCount(told.length)} answered
      </h2>
      <ul className={styles.webhooks}>
        {told
          .toReversed()
          .slice(0, NAMED)
          .map(({ key, number, webhook }) => (
            <li key={key} title={webhookWords(webhook)}>
              <span>Batch {String(number).padStart(2, '0')}</span>
              <span className="tag" style={{ ['--c' as string]: WEBHOOK_COLOURS[webhook.state] }}>
                {webhookLabel(webhook)}
              </span>
              <p className="dim">{webhookWords(webhook)}</p>
            </li>
          ))}
      </ul>
      {told.length > NAMED && <p className="dim">and {formatCount(told.length - NAMED)} before</p>}
    </section>
  );
}
