// A/B comparison of two takes of the same line, played at equal loudness.
import { Button } from '@mantine/core';
import { create } from 'zustand';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { TakeSummary } from '../../shared/model/take.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { words } from '../locales/words.ts';
import { formatSeconds } from '../ui/format.ts';
import { Editable } from '../ui/read-only.tsx';
import { Kbd } from '../ui/shortcuts.tsx';
import { partOptions, type TakePart, takeTrack } from '../ui/sound/play-line.ts';
import { usePlayer } from '../ui/sound/player-store.ts';
import type { TakeActions } from '../ui/use-take-actions.ts';
import styles from './review-screen.module.css';

const t = words('review');
const tProof = words('proof');

interface Comparison {
  readonly row: ReviewRow;
  readonly takes: readonly [TakeSummary, TakeSummary];
  /** The parts of both takes with the words of a finding in one of them. Null if there is no finding. */
  readonly parts: ComparedParts | null;
  /** Whether only the parts are played. */
  readonly isPartial: boolean;
  readonly heard: 0 | 1;
}

export type ComparedParts = readonly [TakePart, TakePart];

interface CompareState {
  readonly comparison: Comparison | null;
  begin(row: ReviewRow, takes: readonly [TakeSummary, TakeSummary], parts: ComparedParts | null): void;
  swap(): void;
  setPartial(isPartial: boolean): void;
  end(): void;
}

/**
 * Returns the gains in dB at which two takes are equally loud. Only the louder take is attenuated, so that nothing
 * clips.
 */
export function equalGains(
  takes: readonly [Pick<TakeSummary, 'loudnessLufs' | 'gainDb'>, Pick<TakeSummary, 'loudnessLufs' | 'gainDb'>],
): readonly [number, number] {
  const [a, b] = takes;
  if (a.loudnessLufs === null || b.loudnessLufs === null) return [a.gainDb, b.gainDb];
  const target = Math.min(a.loudnessLufs + a.gainDb, b.loudnessLufs + b.gainDb);
  return [target - a.loudnessLufs, target - b.loudnessLufs];
}

export const useCompare = create<CompareState>()((set, get) => {
  const hear = (comparison: Comparison, fromStartOfTrim: number) => {
    const take = comparison.takes[comparison.heard];
    const gainDb = equalGains(comparison.takes)[comparison.heard];
    const longest = Math.max(0, take.durationSeconds - take.trimEndSeconds - 0.05);
    const part = comparison.isPartial ? comparison.parts?.[comparison.heard] : undefined;
    set({ comparison });
    usePlayer.getState().play(takeTrack(take, comparison.row), {
      gainDb,
      isMatched: true,
      trimStart: take.trimStartSeconds,
      trimEnd: take.trimEndSeconds,
      ...(part ? partOptions(take, part) : { from: Math.min(take.trimStartSeconds + fromStartOfTrim, longest) }),
    });
  };
  return {
    comparison: null,
    begin: (row, takes, parts) => hear({ row, takes, parts, isPartial: parts !== null, heard: 0 }, 0),
    setPartial: (isPartial) => {
      const { comparison } = get();
      if (comparison) hear({ ...comparison, isPartial }, 0);
    },
    swap: () => {
      const { comparison } = get();
      if (!comparison) return;
      const { position, status } = usePlayer.getState();
      const gone = Math.max(0, position - comparison.takes[comparison.heard].trimStartSeconds);
      const isOver = status !== 'playing' && status !== 'loading';
      hear({ ...comparison, heard: comparison.heard === 0 ? 1 : 0 }, isOver ? 0 : gone);
    },
    end: () => {
      if (get().comparison === null) return;
      set({ comparison: null });
      // If the take is played again, its own gain applies.
      const { options, report } = usePlayer.getState();
      if (options.isMatched) report({ options: { ...options, isMatched: false } });
    },
  };
});

export function CompareBar({ actions }: { readonly actions: TakeActions }) {
  const { comparison, swap, setPartial, end } = useCompare();
  if (!comparison) return null;
  const { takes, heard, row, parts, isPartial } = comparison;
  const areMeasured = takes.every(({ loudnessLufs }) => loudnessLufs !== null);
  return (
    <section className={styles.bar} aria-label={t('compare.label')}>
      {takes.map((take, at) => (
        <Button
          key={take.id}
          aria-pressed={heard === at}
          variant={heard === at ? 'light' : 'default'}
          onClick={() => heard !== at && swap()}
        >
          {t('compare.take', {
            which: at === 0 ? 'A' : 'B',
            take: take.number,
            length: formatSeconds(take.durationSeconds),
          })}
        </Button>
      ))}
      <span className="dim">{areMeasured ? t('compare.matched') : t('compare.notMeasured')}</span>
      {parts && (
        <Button
          variant={isPartial ? 'light' : 'default'}
          aria-pressed={isPartial}
          onClick={() => setPartial(!isPartial)}
        >
          {tProof('compare.onlyPart')}
        </Button>
      )}
      <span className={styles.keys}>
        <Kbd keys="B" /> {t('compare.swap')}
      </span>
      <span className="grow" />
      <Editable>
        <Button
          onClick={() => {
            actions.pick(takes[heard], lineNumber(row));
            end();
          }}
        >
          {t('compare.use')}
        </Button>
      </Editable>
      <Button variant="subtle" onClick={end}>
        {t('compare.done')}
      </Button>
    </section>
  );
}
