import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ListMusic, Pause, Play, Repeat, SkipBack, SkipForward } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { ViewPreferences } from '../../shared/ipc/view-preferences.ts';
import { askKey } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { formatLoudness, formatPosition, formatSigned } from '../ui/format.ts';
import { useRoleColours } from '../ui/role-name.tsx';
import { useShortcutLabel } from '../ui/shortcuts.tsx';
import { isAudible, loadedLine, type PlayThroughState, SPEEDS, usePlayer } from '../ui/sound/player-store.ts';
import { useView } from '../ui/view-store.ts';
import { commandName } from '../ui/wording/command-words.ts';
import { AudioOutput } from './audio-output.ts';
import { Caption } from './caption.tsx';
import { ChapterStrip } from './chapter-strip.tsx';
import styles from './player.module.css';
import {
  useFollowPlayback,
  usePlayChapter,
  usePlayerKeys,
  usePlaySelected,
  useStepCommands,
  useSteps,
} from './player-controls.ts';

const t = words('player');

export function Player() {
  usePlayerKeys();
  useFollowPlayback();
  const isEmpty = usePlayer(({ status }) => status === 'empty');
  return (
    <section aria-label={t('label')} className={styles.player} data-empty={isEmpty}>
      <SelectedLine />
      <Transport />
      <Wave />
      <NowPlaying />
    </section>
  );
}

/** A separate component, so that the player doesn't re-render when a line is selected. */
function SelectedLine() {
  usePlaySelected();
  useStepCommands();
  return null;
}

function Transport() {
  const status = usePlayer((state) => state.status);
  const playOrPause = usePlayer((state) => state.playOrPause);
  const hasSelected = usePlayer((state) => state.playSelected !== null);
  const steps = useSteps();
  const sounding = isAudible(status);
  return (
    <div dir="ltr" className={styles.transport}>
      <ActionIcon
        variant="default"
        radius="50%"
        size={34}
        aria-label={t('previous')}
        disabled={!steps}
        onClick={() => steps?.previous()}
      >
        <SkipBack size={14} />
      </ActionIcon>
      <ActionIcon
        variant="light"
        radius="50%"
        size={34}
        aria-label={sounding ? t('pause') : t('play')}
        disabled={!hasSelected && (status === 'empty' || status === 'failed')}
        onClick={playOrPause}
      >
        {sounding ? <Pause size={15} fill="currentColor" /> : <Play size={15} fill="currentColor" />}
      </ActionIcon>
      <ActionIcon
        variant="default"
        radius="50%"
        size={34}
        aria-label={t('next')}
        disabled={!steps}
        onClick={() => steps?.next()}
      >
        <SkipForward size={14} />
      </ActionIcon>
      <PlayChapter />
    </div>
  );
}

function PlayChapter() {
  const run = usePlayChapter();
  const isOn = usePlayer(({ through }) => through?.kind === 'chapter');
  const label = commandName('review.playThrough');
  const keys = useShortcutLabel('review.playThrough');
  return (
    <Tooltip label={keys === null ? label : t('chapter', { command: label, keys })}>
      <ActionIcon
        variant="default"
        radius="50%"
        size={34}
        className={styles.through}
        aria-label={label}
        aria-pressed={isOn}
        onClick={run}
      >
        <ListMusic size={15} />
      </ActionIcon>
    </Tooltip>
  );
}

function Wave() {
  const box = useRef<HTMLDivElement>(null);
  const queryClient = useQueryClient();
  const isEmpty = usePlayer(({ status }) => status === 'empty');
  useEffect(() => {
    if (!box.current) return;
    const output = new AudioOutput({
      box: box.current,
      client: queryClient,
      crossesChapters: () =>
        queryClient.getQueryData<ViewPreferences>(askKey('preferences.get', {}))?.atChapterEnd === 'continue',
    });
    const detach = usePlayer.getState().attach(output);
    return () => {
      usePlayer.getState().stop();
      detach();
      output.remove();
    };
  }, [queryClient]);
  return (
    <div dir="ltr" className={styles.wave}>
      <div className={styles.take}>
        <div ref={box} className={styles.canvas} data-empty={isEmpty} aria-hidden />
        <Trims />
        <Position />
      </div>
      <ChapterStrip />
      <Caption />
      {isEmpty && <p className={styles.hint}>{t('empty')}</p>}
    </div>
  );
}

function Trims() {
  const { trimStart = 0, trimEnd = 0 } = usePlayer(({ options }) => options);
  const duration = usePlayer((state) => state.duration);
  if (duration <= 0 || trimStart + trimEnd === 0) return null;
  return (
    <>
      <div className={styles.trim} style={{ left: 0, width: `${(100 * trimStart) / duration}%` }} />
      <div className={styles.trim} style={{ right: 0, width: `${(100 * trimEnd) / duration}%` }} />
    </>
  );
}

const STEP_SECONDS = 1;

function Position() {
  const { position, duration, isGrowing, seek, status } = usePlayer();
  if (status === 'empty') return null;
  const values = { position: formatPosition(position), length: formatPosition(duration) };
  return (
    <input
      type="range"
      className={styles.position}
      aria-label={t('position')}
      aria-valuetext={isGrowing ? t('atSoFar', values) : t('at', values)}
      min={0}
      max={Math.max(duration, 0.1)}
      step={STEP_SECONDS / 10}
      value={Math.min(position, duration)}
      onChange={(event) => seek(Number(event.currentTarget.value))}
    />
  );
}

function NowPlaying() {
  const { track, status, position, duration, isGrowing, options, through } = usePlayer();
  if (!track) {
    return (
      <div className={styles.about}>
        <PlaybackOptions />
      </div>
    );
  }
  const { loudnessLufs } = track;
  const gain = options.gainDb ?? 0;
  const figures = [
    loudnessLufs != null && formatLoudness(loudnessLufs),
    gain !== 0 && `${gain > 0 ? '+' : ''}${formatSigned(gain, 1)} dB`,
  ].filter(Boolean);
  return (
    <div className={styles.about}>
      <Title />
      {status === 'failed' ? (
        <p role="alert" className="fail">
          {t('failed')}
        </p>
      ) : (
        <p className="dim figures cut">
          {formatPosition(position)} / {formatPosition(duration)}
          {isGrowing && <span title={t('growing')}>…</span>}
          {figures.length > 0 && ` · ${figures.join(' · ')}`}
        </p>
      )}
      {through && <p className="dim figures cut">{throughText(through)}</p>}
      <PlaybackOptions />
    </div>
  );
}

function Title() {
  const track = usePlayer((state) => state.track);
  const lineId = usePlayer(loadedLine);
  const colourOf = useRoleColours();
  if (!track) return null;
  const { title, role, colour = role && colourOf(role), detail } = track;
  const words = (
    <>
      <b style={{ color: colour }}>{title}</b>
      {detail && <span className="dim"> · {detail}</span>}
    </>
  );
  if (lineId === null) return <p className="cut">{words}</p>;
  return (
    <button type="button" className={`cut ${styles.title}`} title={t('showLine')} onClick={() => showLine(lineId)}>
      {words}
    </button>
  );
}

function showLine(lineId: number): void {
  const { screen, goTo, selectLine } = useView.getState();
  if (screen !== 'review') goTo('script');
  selectLine(lineId, true);
}

/** Formats the state of continuous playback: `Act I · 12 of 60 · 3 skipped`. */
const throughText = ({ title, at, of, skipped }: PlayThroughState): string =>
  [title || t('filtered'), of > 0 && t('place', { at, lines: of }), skipped > 0 && t('skipped', { lines: skipped })]
    .filter(Boolean)
    .join(' · ');

function PlaybackOptions() {
  const { speed, loop, setSpeed, setLoop } = usePlayer(
    useShallow(({ speed, loop, setSpeed, setLoop }) => ({ speed, loop, setSpeed, setLoop })),
  );
  return (
    <div className={styles.adjust}>
      <Menu position="top-start" withinPortal={false}>
        <Menu.Target>
          <button type="button" className={styles.small} aria-label={t('speed', { speed })}>
            {speed}×
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {SPEEDS.map((other) => (
            <Menu.Item key={other} onClick={() => setSpeed(other)} {...(other === speed && { 'aria-current': true })}>
              {other}×
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={t('loopHint')}>
        <button
          type="button"
          className={styles.small}
          aria-label={t('loop')}
          aria-pressed={loop}
          onClick={() => setLoop(!loop)}
        >
          <Repeat size={12} />
        </button>
      </Tooltip>
      <span className={styles.keys}>{t('keys')}</span>
    </div>
  );
}
