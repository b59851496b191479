import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { Check, Pause, Pin, Play, X } from 'lucide-react';
import type { LineDetail } from '../../shared/ipc/script-requests.ts';
import type { TakeSummary, Verdict } from '../../shared/model/take.ts';
import { forbidsCommercialUse } from '../../shared/model/voice-use.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { formatClock, formatSeconds } from '../ui/format.ts';
import { OverviewWave } from '../ui/lists/overview.tsx';
import { isMenuKey, type MenuEntries, positionAt, positionOf, showContextMenu } from '../ui/overlays/context-menu.tsx';
import { Editable, whyReadOnly } from '../ui/read-only.tsx';
import { playTake, playTakeFrom, shareAt } from '../ui/sound/play-line.ts';
import { useIsPlaying, usePlayedShare, usePlayer } from '../ui/sound/player-store.ts';
import { type TakeActions, useTakeActions } from '../ui/use-take-actions.ts';
import { useView } from '../ui/view-store.ts';
import { flagText } from '../ui/wording/flags.ts';
import styles from './inspector.module.css';
import { TakeLicence } from './take-use.tsx';

const t = words('inspector');
const tUses = words('uses');

export function TakeCards({ detail }: { readonly detail: LineDetail }) {
  const { data: takes } = useAsk('review.takes', { lineId: detail.id });
  // On the review screen, this take's waveform is already shown above the player.
  const isReview = useView(({ screen }) => screen === 'review');
  if (takes === undefined) return null;
  const shown = takes.find(({ isPick }) => isPick) ?? takes.at(-1);
  if (takes.length === 0) return <p className="dim">{t('takes.none')}</p>;
  return (
    <ol className={styles.takes}>
      {takes.toReversed().map((take) => (
        <li key={take.id}>
          <TakeCard take={take} takes={takes.length} detail={detail} isShownLarge={isReview && take.id === shown?.id} />
        </li>
      ))}
    </ol>
  );
}

interface TakeCardProps {
  readonly take: TakeSummary;
  readonly takes: number;
  readonly detail: LineDetail;
  readonly isShownLarge: boolean;
}

function TakeCard({ take, takes, detail, isShownLarge }: TakeCardProps) {
  const isPlaying = useIsPlaying(take.id);
  const played = usePlayedShare(take.id);
  const actions = useTakeActions();
  const { chapterNumber, numberInChapter } = detail;
  const line = { chapterNumber, numberInChapter, roles: detail.speakers.map(({ role }) => role), takes };
  const play = () => {
    if (isPlaying) usePlayer.getState().pause();
    else playTake(take, line);
  };
  const name = t('takes.name', { take: take.number });
  const buttonProps = { take, line: lineNumber(detail), actions };
  return (
    <article
      className={`framed ${styles.take}`}
      data-pick={take.isPick}
      aria-label={name}
      onContextMenu={(event) => {
        event.preventDefault();
        showContextMenu(positionOf(event), name, takeEntries(buttonProps, play));
      }}
      onKeyDown={(event) => {
        if (!isMenuKey(event)) return;
        event.preventDefault();
        showContextMenu(positionAt(event.target as Element), name, takeEntries(buttonProps, play));
      }}
    >
      <header className={styles.head}>
        <ActionIcon
          size={24}
          aria-label={t(isPlaying ? 'takes.pause' : 'takes.play', { take: take.number })}
          onClick={play}
        >
          {isPlaying ? <Pause size={13} aria-hidden /> : <Play size={13} aria-hidden />}
        </ActionIcon>
        <b>{take.number}</b>
        <small className="cut" title={takeFacts(take)}>
          {takeFacts(take)}
        </small>
        <Group component="span" align="stretch" wrap="nowrap" gap="var(--gap-1)">
          <Editable>
            <PickButton {...buttonProps} />
            <VerdictButton {...buttonProps} verdict="approved" />
            <VerdictButton {...buttonProps} verdict="rejected" />
          </Editable>
        </Group>
      </header>
      {!isShownLarge && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have the button and the player's slider
        // biome-ignore lint/a11y/noStaticElementInteractions: as above
        <div
          className={styles.wave}
          onClick={(event) => playTakeFrom(take, line, shareAt(event) * take.durationSeconds)}
        >
          <OverviewWave
            overview={take.overview}
            height={26}
            played={played}
            {...(take.isPick ? { accent: true } : {})}
          />
        </div>
      )}
      <footer className={styles.tags}>
        <Tags take={take} />
      </footer>
      <TakeLicence uses={take.uses} />
    </article>
  );
}

function takeFacts({ createdAt, seed, durationSeconds, trimStartSeconds, trimEndSeconds }: TakeSummary): string {
  const seconds = durationSeconds - trimStartSeconds - trimEndSeconds;
  return [formatSeconds(seconds), formatClock(createdAt), seed === null ? null : t('takes.seed', { seed })]
    .filter((fact) => fact !== null)
    .join(' · ');
}

interface TakeButtonProps {
  readonly take: TakeSummary;
  readonly line: string;
  readonly actions: TakeActions;
}

function takeEntries({ take, line, actions }: TakeButtonProps, play: () => void): MenuEntries {
  const isHeld = whyReadOnly() !== null;
  const decide = (verdict: Verdict | null) => () => actions.decide(take, line, verdict);
  return [
    { label: t('takes.menu.play'), disabled: take.audioProblem !== null, run: play },
    null,
    { label: t('takes.menu.approve'), disabled: isHeld || take.verdict === 'approved', run: decide('approved') },
    { label: t('takes.menu.reject'), disabled: isHeld || take.verdict === 'rejected', run: decide('rejected') },
    { label: t('takes.menu.undecide'), disabled: isHeld || take.verdict === null, run: decide(null) },
    {
      label: t(take.keyIsToday ? 'takes.menu.pick' : 'takes.menu.keep'),
      disabled: isHeld || take.isPick || take.verdict === 'rejected' || take.audioProblem !== null,
      run: () => actions.pick(take, line),
    },
  ];
}

function PickButton({ take, line, actions }: TakeButtonProps) {
  if (take.isPick || take.verdict === 'rejected' || take.audioProblem !== null) return null;
  const way = take.keyIsToday ? 'pick' : 'keep';
  const label = t(`takes.${way}`, { take: take.number });
  return (
    <Tooltip label={t(`takes.${way}Hint`, { take: take.number })} multiline maw={240}>
      <ActionIcon size={24} aria-label={label} onClick={() => actions.pick(take, line)}>
        <Pin size={13} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

const VERDICTS = {
  approved: { Icon: Check, colour: 'var(--fresh)' },
  rejected: { Icon: X, colour: 'var(--fail)' },
} as const;

function VerdictButton({ take, line, actions, verdict }: TakeButtonProps & { readonly verdict: Verdict }) {
  const { Icon, colour } = VERDICTS[verdict];
  const isOn = take.verdict === verdict;
  return (
    <Tooltip label={t(isOn ? `takes.decide.${verdict}.undo` : `takes.decide.${verdict}.hint`)}>
      <ActionIcon
        size={24}
        aria-label={t(`takes.decide.${verdict}.label`, { take: take.number })}
        aria-pressed={isOn}
        style={isOn ? { color: colour } : undefined}
        onClick={() => actions.decide(take, line, isOn ? null : verdict)}
      >
        <Icon size={14} strokeWidth={isOn ? 3 : 2} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function Tags({ take }: { readonly take: TakeSummary }) {
  return (
    <>
      {take.isPick && <Tag label={t(take.isKept ? 'takes.tag.kept' : 'takes.tag.picked')} colour="var(--accent)" />}
      {take.verdict !== null && (
        <Tag
          label={t(`takes.tag.${take.verdict}`)}
          colour={take.verdict === 'approved' ? 'var(--fresh)' : 'var(--fail)'}
        />
      )}
      {take.audioProblem !== null && <Tag label={t(`takes.tag.${take.audioProblem}`)} colour="var(--fail)" />}
      {take.uses && forbidsCommercialUse(take.uses) && <Tag label={tUses('notCommercial')} colour="var(--stale)" />}
      {take.flags.map((flag) => {
        const { label, meaning, colour } = flagText(flag);
        return <Tag key={flag.kind} label={label} meaning={meaning} colour={colour} />;
      })}
    </>
  );
}

interface TagProps {
  readonly label: string;
  readonly meaning?: string;
  readonly colour: string;
}

function Tag({ label, meaning, colour }: TagProps) {
  return (
    <span className="tag" title={meaning} style={{ ['--c' as string]: colour }}>
      {label}
    </span>
  );
}
