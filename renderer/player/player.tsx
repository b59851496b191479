import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Pause, Play, Repeat, SkipBack, SkipForward } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatLoudness, formatPosition, formatSigned } from '../ui/format.ts';
import { isSounding, SPEEDS, usePlayer } from '../ui/player-store.ts';
import { createAudioOutput } from './audio-output.ts';
import { useSteps } from './line-steps.ts';
import styles from './player.module.css';
import { usePlayerKeys } from './player-keys.ts';

/** The player at the foot of the window. */
export function Player() {
  usePlayerKeys();
  return (
    <section aria-label="Player" className={styles.player}>
      <Transport />
      <Wave />
      <NowPlaying />
    </section>
  );
}

function Transport() {
  const status = usePlayer((state) => state.status);
  const playOrPause = usePlayer((state) => state.playOrPause);
  const choosesItself = usePlayer((state) => state.steps?.play !== undefined);
  const steps = useSteps();
  const sounding = isSounding(status);
  return (
    <div className={styles.transport}>
      <ActionIcon
        variant="default"
        radius="50%"
        size={34}
        aria-label="Previous line"
        disabled={!steps}
        onClick={() => steps?.previous()}
      >
        <SkipBack size={14} />
      </ActionIcon>
      <ActionIcon
        variant="filled"
        radius="50%"
        size={34}
        aria-label={sounding ? 'Pause' : 'Play'}
        disabled={!choosesItself && (status === 'empty' || status === 'failed')}
        onClick={playOrPause}
      >
        {sounding ? <Pause size={15} fill="currentColor" /> : <Play size={15} fill="currentColor" />}
      </ActionIcon>
      <ActionIcon
        variant="default"
        radius="50%"
        size={34}
        aria-label="Next line"
        disabled={!steps}
        onClick={() => steps?.next()}
      >
        <SkipForward size={14} />
      </ActionIcon>
    </div>
  );
}

function Wave() {
  const box = useRef<HTMLDivElement>(null);
  const queryClient = useQueryClient();
  const isEmpty = usePlayer(({ status }) => status === 'empty');
  useEffect(() => {
    if (!box.current) return;
    const output = createAudioOutput(box.current, queryClient);
    const detach = usePlayer.getState().attach(output);
    return () => {
      usePlayer.getState().stop();
      detach();
      output.remove();
    };
  }, [queryClient]);
  return (
    <div className={styles.wave}>
      <div ref={box} className={styles.canvas} data-empty={isEmpty} aria-hidden />
      <Trims />
      <Position />
      {isEmpty && <p className={styles.hint}>Play a line to hear it here.</p>}
    </div>
  );
}

/** What is left out at the ends. */
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

/** The waveform as a slider, for the keyboard. */
function Position() {
  const { position, duration, seek, status } = usePlayer();
  if (status === 'empty') return null;
  return (
    <input
      type="range"
      className={styles.position}
      aria-label="Position"
      aria-valuetext={`${formatPosition(position)} of ${formatPosition(duration)}`}
      min={0}
      max={Math.max(duration, 0.1)}
      step={STEP_SECONDS / 10}
      value={Math.min(position, duration)}
      onChange={(event) => seek(Number(event.currentTarget.value))}
    />
  );
}

function NowPlaying() {
  const { track, status, position, duration, options } = usePlayer();
  if (!track) {
    return (
      <div className={styles.about}>
        <Adjust />
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
      <p className="cut">
        <b style={{ color: track.colour }}>{track.title}</b>
        {track.detail && <span className="dim"> · {track.detail}</span>}
      </p>
      {status === 'failed' ? (
        <p role="alert" className={styles.failed}>
          This audio can’t be played.
        </p>
      ) : (
        <p className="dim figures cut">
          {formatPosition(position)} / {formatPosition(duration)}
          {figures.length > 0 && ` · ${figures.join(' · ')}`}
        </p>
      )}
      <Adjust />
    </div>
  );
}

/** Speed and loop. */
function Adjust() {
  const { speed, loop, setSpeed, setLoop } = usePlayer();
  return (
    <div className={styles.adjust}>
      <Menu position="top-start" withinPortal={false}>
        <Menu.Target>
          <button type="button" className={styles.small} aria-label={`Speed ${speed}`}>
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
      <Tooltip label="Play it again and again">
        <button
          type="button"
          className={styles.small}
          aria-label="Loop"
          aria-pressed={loop}
          onClick={() => setLoop(!loop)}
        >
          <Repeat size={12} />
        </button>
      </Tooltip>
      <span className={styles.keys}>J K L</span>
    </div>
  );
}
