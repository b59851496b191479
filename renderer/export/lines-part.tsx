// Which lines: the whole script or some chapters, only what was approved, with or without stale ones.
import { Checkbox, SegmentedControl } from '@mantine/core';
import type { Chapter, StatusCounts } from '../../shared/ipc/project-requests.ts';
import type { ExportOptions } from '../../shared/model/export.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { formatCount, formatCounted } from '../ui/format.ts';
import { useView } from '../ui/view-store.ts';
import { staleLines } from '../ui/wording/status.ts';
import { useDraft } from './export-draft.ts';
import styles from './export-screen.module.css';
import { useRoving } from './use-roving.ts';

interface LinesPartProps {
  readonly options: ExportOptions;
  readonly counts: StatusCounts;
}

/** The lines that are exported. */
export function LinesPart({ options, counts }: LinesPartProps) {
  const { data: chapters = [] } = useAsk('project.chapters', {});
  const { setOptions } = useDraft.getState();
  const { chapterIds } = options;
  const chooseExtent = (extent: string) => {
    // A producer who switches to chapters means the one in view.
    const { chapterId } = useView.getState();
    const first = chapters.find(({ id }) => id === chapterId) ?? chapters[0];
    setOptions({ chapterIds: extent === 'script' ? null : first ? [first.id] : [] });
  };
  return (
    <section className={styles.part} aria-labelledby="export-lines">
      <h2 id="export-lines" className="label">
        Lines
      </h2>
      <div className={styles.body}>
        <SegmentedControl
          aria-label="Which chapters"
          className={styles.choice}
          value={chapterIds === null ? 'script' : 'chapters'}
          onChange={chooseExtent}
          data={[
            { value: 'script', label: 'Whole script' },
            { value: 'chapters', label: 'Chosen chapters' },
          ]}
        />
        {chapterIds !== null && (
          <ChosenChapters chapters={chapters} chosen={chapterIds} choose={(ids) => setOptions({ chapterIds: ids })} />
        )}
        <Checkbox
          label="Only approved lines"
          checked={options.approvedOnly}
          onChange={(event) => setOptions({ approvedOnly: event.currentTarget.checked })}
        />
        <Checkbox
          description={staleLines()}
          label={`Stale lines too, with the take of before (${formatCounted(counts.stale ?? 0, 'line')} in the script)`}
          checked={options.allowStale}
          onChange={(event) => setOptions({ allowStale: event.currentTarget.checked })}
        />
      </div>
    </section>
  );
}

interface ChosenChaptersProps {
  readonly chapters: readonly Chapter[];
  readonly chosen: readonly (number | null)[];
  choose(ids: (number | null)[]): void;
}

function ChosenChapters({ chapters, chosen, choose }: ChosenChaptersProps) {
  const roving = useRoving(chapters.length);
  const isChosen = new Set(chosen);
  const toggle = (id: number | null) => {
    const other = new Set(isChosen);
    if (!other.delete(id)) other.add(id);
    // In the order of the script; chapters that are no more are left out.
    choose(chapters.flatMap((chapter) => (other.has(chapter.id) ? [chapter.id] : [])));
  };
  return (
    <div className={styles.chapters}>
      <div role="group" aria-label="Chapters to export" className={styles.list} onKeyDown={roving.onKeyDown}>
        {chapters.map(({ id, title, number, lines, counts }, at) => (
          <Checkbox
            key={id}
            {...roving.control(at)}
            classNames={{ body: styles.row ?? '', labelWrapper: styles.labels ?? '' }}
            label={
              <span className={styles.chapter}>
                <span className="cut">{title || (number === 0 ? 'Opening' : `Chapter ${number}`)}</span>
                <span className="dim">
                  {formatCount((counts.fresh ?? 0) + (counts.kept ?? 0))} of {formatCounted(lines, 'line')} fresh
                </span>
              </span>
            }
            checked={isChosen.has(id)}
            onChange={() => toggle(id)}
          />
        ))}
      </div>
      <p className={styles.all}>
        <button type="button" className="text-button" onClick={() => choose(chapters.map(({ id }) => id))}>
          All
        </button>
        <button type="button" className="text-button" onClick={() => choose([])}>
          None
        </button>
        <span className="dim">
          {formatCount(chosen.length)} of {formatCounted(chapters.length, 'chapter')} chosen
        </span>
      </p>
    </div>
  );
}
