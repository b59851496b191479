import type { ConnectionFindings } from '../../../shared/ipc/settings-requests.ts';
import { formatCount, formatCounted } from '../../ui/format.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import styles from '../settings.module.css';
import { SCOPE_LABELS } from './limit-words.ts';

/** What a test of a service found. */
export function Findings({ findings }: { readonly findings: ConnectionFindings }) {
  const { voices, failure, answerMs, limits } = findings;
  if (failure) return <ProblemNotice inPlace error={{ kind: 'service', failure }} />;
  const lowered = limits.filter((limit) => limit.lowered);
  const batch = limits.find(({ scope }) => scope === 'batch');
  return (
    <div role="status" className={styles.findings}>
      <strong className={styles.good}>
        It answers: {formatCounted(voices ?? 0, 'voice')} in {formatCount(answerMs ?? 0)} ms.
      </strong>
      {batch && (
        <p>
          Lectern goes by {figure(batch.requests, 'batch', 'batches')} and {figure(batch.characters, 'character')} a
          minute.
        </p>
      )}
      {lowered.length === 0 ? (
        <p className="dim">The service has refused nothing (429) that would say that its limits are lower.</p>
      ) : (
        <p>
          Refusals (429) say that less is let through at present:{' '}
          {lowered.map(({ scope }) => SCOPE_LABELS[scope]).join(', ')}. The limit rises again by itself.
        </p>
      )}
    </div>
  );
}

const figure = (count: number | null, noun: string, nouns?: string): string =>
  count === null ? `any number of ${nouns ?? `${noun}s`}` : formatCounted(count, noun, nouns);
