import type { ImportPreview } from '../../shared/ipc/project-requests.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { formatCount, nounFor } from '../ui/format.ts';
import { planInForce } from '../ui/wording/plans.ts';
import styles from './import-dialog.module.css';

/** How much there is of it, what it costs, and how long it takes. */
export function ImportFigures({ preview }: { readonly preview: ImportPreview }) {
  const { lines, characters, chapters, roles, seconds, price, sendingMs } = preview;
  const { data: status } = useAsk('connection.status', {});
  const isLimited = status !== undefined && planInForce(status) !== null;
  const speaking = roles.filter(({ isRole }) => isRole).length;
  return (
    <dl className={styles.figures}>
      <Figure label={nounFor(lines, 'line')} value={formatCount(lines)} />
      <Figure label="characters" value={formatCount(characters)} />
      <Figure label={nounFor(chapters.length, 'chapter')} value={formatCount(chapters.length)} />
      <Figure label={nounFor(speaking, 'role')} value={formatCount(speaking)} />
      <Figure label="of audio, about" value={spokenTime(seconds)} />
      {price && <Figure label="to render it all" value={moneyWords(price)} />}
      {isLimited && sendingMs !== null && <Figure label="to send on this plan" value={sendingWords(sendingMs)} />}
    </dl>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Seconds as `40 s`, `26 min`, `2 h 40 min` or `61 h`. */
function spokenTime(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 10 ? `${hours} h ${minutes % 60} min` : `${formatCount(Math.round(minutes / 60))} h`;
}

const sendingWords = (milliseconds: number): string =>
  milliseconds < 1_000 ? 'at once' : spokenTime(Math.ceil(milliseconds / 1_000));

function moneyWords({ amount, currency }: { readonly amount: number; readonly currency: string }): string {
  const digits = amount >= 100 ? 0 : 2;
  return `${amount.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${currency}`;
}
