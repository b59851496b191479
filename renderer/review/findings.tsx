// The findings of a take: a list for playing and accepting them, and marks on the waveform.
import { ActionIcon, Button, Menu } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { MIN_LINES_OF_VOICE } from '../../shared/model/proof.ts';
import { type AcceptedScope, acceptedScopeSchema, type ProofedTake } from '../../shared/model/proofed-take.ts';
import type { TakeSummary } from '../../shared/model/take.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { formatPosition } from '../ui/format.ts';
import { Editable, useWhyReadOnly } from '../ui/read-only.tsx';
import { notComparedText, notHeardText } from '../ui/wording/not-compared.ts';
import type { FindingActions } from './finding-actions.ts';
import styles from './findings.module.css';
import { playFinding } from './play-finding.ts';
import { findingHint, isStillLearning, type ShownFinding } from './shown-findings.ts';

const t = words('proof');

export function useProofed(take: TakeSummary | null): ProofedTake | null {
  const { data } = useAsk('proof.takes', { takeIds: [take?.id ?? 0] }, { enabled: take !== null });
  return data?.[0] ?? null;
}

interface FindingsProps {
  readonly row: ReviewRow;
  readonly take: TakeSummary;
  readonly proofed: ProofedTake | null;
  readonly findings: readonly ShownFinding[];
  readonly current: number | null;
  readonly actions: FindingActions;
}

export function Findings({ row, take, proofed, findings, current, actions }: FindingsProps) {
  if (!proofed) return null;
  const chosen = findings.find(({ index }) => index === current) ?? findings.find(isOpen) ?? findings[0];
  return (
    <div className={styles.findings} role="group" aria-label={t('list')}>
      <div className={styles.chips}>
        {findings.map((finding) => (
          <FindingChip
            key={finding.index}
            finding={finding}
            isCurrent={finding === chosen}
            onPlay={() => playFinding(take, row, finding)}
          />
        ))}
      </div>
      {chosen && <Acceptance row={row} take={take} finding={chosen} actions={actions} />}
      <StateText proofed={proofed} hasFindings={findings.length > 0} />
    </div>
  );
}

const isOpen = ({ accepted }: ShownFinding): boolean => accepted.length === 0;

interface FindingChipProps {
  readonly finding: ShownFinding;
  readonly isCurrent: boolean;
  onPlay(): void;
}

function FindingChip({ finding, isCurrent, onPlay }: FindingChipProps) {
  const { number, look, accepted } = finding;
  const [scope] = accepted;
  const chip = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) chip.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isCurrent]);
  return (
    <button
      ref={chip}
      type="button"
      className={styles.chip}
      aria-pressed={isCurrent}
      title={findingHint(finding)}
      data-accepted={scope !== undefined}
      style={{ ['--c' as string]: scope ? 'var(--none)' : look.colour }}
      onClick={onPlay}
    >
      <span className={styles.number}>{number}</span>
      <span className={styles.label}>{look.label}</span>
      <span className="dim">{scope ? t('accept.tag', { scope }) : look.confidence}</span>
    </button>
  );
}

interface AcceptanceProps {
  readonly row: ReviewRow;
  readonly take: TakeSummary;
  readonly finding: ShownFinding;
  readonly actions: FindingActions;
}

function Acceptance({ row, take, finding, actions }: AcceptanceProps) {
  const isReadOnly = useWhyReadOnly() !== null;
  const [scope] = finding.accepted;
  if (scope) {
    return (
      <Editable>
        <Button size="compact-sm" variant="subtle" onClick={() => actions.withdraw(take, row, finding)}>
          {t('accept.withdraw')}
        </Button>
      </Editable>
    );
  }
  const accept = (wanted: AcceptedScope) => actions.accept(take, row, finding.index, wanted);
  return (
    <Button.Group>
      <Button
        size="compact-sm"
        disabled={isReadOnly}
        leftSection={<Check size={13} aria-hidden />}
        title={t('accept.hint')}
        onClick={() => accept('line')}
      >
        {t('accept.label')}
      </Button>
      <Menu position="top-end" returnFocus portalProps={{ target: 'main' }}>
        <Menu.Target>
          <ActionIcon variant="default" size={24} disabled={isReadOnly} aria-label={t('accept.more')}>
            <ChevronDown size={13} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {acceptedScopeSchema.options.map((wanted) => (
            <Menu.Item key={wanted} onClick={() => accept(wanted)}>
              {t(`accept.${wanted}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}

function StateText({ proofed, hasFindings }: { readonly proofed: ProofedTake; readonly hasFindings: boolean }) {
  const { notCompared, notHeard } = proofed;
  return [
    notCompared && t('notCompared', { reason: notComparedText(notCompared) }),
    // The sentence about words says itself that the recogniser has listened.
    notHeard &&
      (notHeard.kind === 'words' ? notHeardText(notHeard) : t('notHeard', { reason: notHeardText(notHeard) })),
    notCompared === null ? proofText(proofed, hasFindings) : null,
  ].map(
    (text) =>
      text !== null && (
        <p key={text} className="dim">
          {text}
        </p>
      ),
  );
}

function proofText({ proof }: ProofedTake, hasFindings: boolean): string | null {
  if (proof === null) return t('waiting');
  if (!hasFindings) return t('fine');
  // A recogniser's findings don't depend on the voice.
  if (!isStillLearning({ proof }) || proof.isSuspicious) return null;
  return t('learning', { learnt: proof.linesLearnt, needed: MIN_LINES_OF_VOICE });
}

/** Marks the findings on the take's waveform. */
export function FindingSpans({ row, take, findings, current }: Omit<FindingsProps, 'proofed' | 'actions'>) {
  const share = (seconds: number) =>
    `${(100 * Math.min(1, seconds / Math.max(take.durationSeconds, 0.001))).toFixed(3)}%`;
  return findings.filter(isOpen).map((finding) => {
    const { index, number, kind, look, startSeconds, endSeconds } = finding;
    const label = t('marker', { number, time: formatPosition(startSeconds), label: look.label });
    return (
      <span
        key={index}
        className={styles.span}
        data-kind={kind}
        data-current={index === current}
        style={{
          ['--c' as string]: look.colour,
          left: share(startSeconds),
          width: share(Math.max(0, endSeconds - startSeconds)),
        }}
      >
        <button
          type="button"
          className={styles.spanNumber}
          aria-label={label}
          title={findingHint(finding)}
          onClick={() => playFinding(take, row, finding)}
        >
          {number}
        </button>
      </span>
    );
  });
}
