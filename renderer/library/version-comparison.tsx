import { Button, Checkbox, Group, SegmentedControl, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ChapterComparison, ParagraphComparison, TakeEffect } from '../../shared/ipc/revision-requests.ts';
import type { ImportChoices } from '../../shared/model/import-choices.ts';
import { type WordSegment, wordChanges } from '../../shared/rules/word-changes.ts';
import { useAsk, useSend } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { notify } from '../ui/overlays/toast.tsx';
import { undoOf } from '../ui/undo-history.ts';
import styles from './version-comparison.module.css';

const t = words('library');

interface VersionComparisonProps {
  readonly importId: string;
  readonly choices: ImportChoices;
  readonly back: () => void;
  readonly close: () => void;
  readonly onDone: () => void;
}

type ChangedParagraph = Exclude<ParagraphComparison, { change: 'same' }>;

interface Edit {
  readonly key: string;
  readonly chapter: number;
  readonly title: string;
  readonly paragraph: ChangedParagraph;
}

const editKey = (chapter: number, { index }: ChangedParagraph): string => `${chapter} ${index}`;

const titleOf = ({ title }: ChapterComparison): string =>
  title === null ? t('version.opening') : title || t('version.untitled');

const editsOf = (chapters: readonly ChapterComparison[]): Edit[] =>
  chapters.flatMap((chapter, at) =>
    chapter.paragraphs.flatMap((paragraph) =>
      paragraph.change !== 'same' && paragraph.isEdited
        ? [{ key: editKey(at, paragraph), chapter: at, title: titleOf(chapter), paragraph }]
        : [],
    ),
  );

const sumOf = (effects: readonly TakeEffect[]): TakeEffect =>
  effects.reduce(
    (sum, one) => ({
      stale: sum.stale + one.stale,
      removed: sum.removed + one.removed,
      takes: sum.takes + one.takes,
      approved: sum.approved + one.approved,
    }),
    { stale: 0, removed: 0, takes: 0, approved: 0 },
  );

function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}

export function VersionComparison({ importId, choices, back, close, onDone }: VersionComparisonProps) {
  const { data, error } = useAsk('revision.compare', { importId, choices }, { gcTime: 0, staleTime: Infinity });
  const applyRevision = useSend('revision.take');
  const [declined, setDeclined] = useState<ReadonlySet<number>>(new Set());
  const [replaced, setReplaced] = useState<ReadonlySet<string>>(new Set());
  const chapters = data?.chapters ?? [];
  const changed = chapters.flatMap((chapter, index) => (isUntouched(chapter) ? [] : [{ chapter, index }]));
  const accepted = changed.filter(({ index }) => !declined.has(index));
  const edits = editsOf(chapters).filter(({ chapter }) => !declined.has(chapter));
  const replacedEdits = edits.filter(({ key }) => replaced.has(key));
  const effect = sumOf([
    ...accepted.map(({ chapter }) => chapter.effect),
    ...replacedEdits.map(({ paragraph }) => paragraph.effect),
  ]);
  const notes = accepted.reduce((sum, { chapter }) => sum + chapter.notesRemoved, 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    applyRevision.mutate(
      {
        importId,
        choices,
        declined: [...declined],
        replaced: replacedEdits.map(({ chapter, paragraph }) => ({ chapter, paragraph: paragraph.index })),
      },
      {
        onSuccess: ({ step }) => {
          notify(t('version.updated', { chapters: accepted.length }), { undo: undoOf(step) });
          onDone();
        },
      },
    );
  };
  return (
    <Stack component="form" onSubmit={submit} aria-busy={applyRevision.isPending}>
      {error && <ProblemNotice error={error.error} />}
      {!data && !error && <p role="status">{t('version.comparing')}</p>}
      {data && changed.length === 0 && <p role="status">{t('version.same')}</p>}
      {data && changed.length > 0 && (
        <div>
          <p>
            <b>{t('version.summary', { changed: changed.length, same: chapters.length - changed.length })}</b>
          </p>
          {data.takes > 0 && (
            <p role="status" className={effect.approved > 0 ? 'stale' : undefined}>
              {t('version.effect', { ...effect, kept: data.takes - effect.takes })}
            </p>
          )}
          {notes > 0 && <p className="stale">{t('version.notesRemoved', { notes })}</p>}
          {!data.knowsEdits && <p className="dim">{t('version.editsUnknown')}</p>}
        </div>
      )}
      {data?.renamed.map((role) => (
        <p key={role.into}>{t('version.renamed', { from: role.from, into: role.into })}</p>
      ))}
      {edits.length > 0 && (
        <Edits
          edits={edits}
          replaced={replaced}
          choose={(keys, isReplaced) =>
            setReplaced((before) => {
              const next = new Set(before);
              for (const key of keys) isReplaced ? next.add(key) : next.delete(key);
              return next;
            })
          }
        />
      )}
      {changed.length > 0 && (
        <ul className={`framed ${styles.chapters}`} aria-label={t('version.chapters')}>
          {changed.map(({ chapter, index }) => (
            <Chapter
              key={index}
              chapter={chapter}
              isSelected={!declined.has(index)}
              isReplaced={(paragraph) => replaced.has(editKey(index, paragraph))}
              toggle={() => setDeclined((before) => toggled(before, index))}
            />
          ))}
        </ul>
      )}
      {applyRevision.error && <ProblemNotice error={applyRevision.error.error} />}
      <Group justify="flex-end">
        <Button onClick={back}>{t('version.back')}</Button>
        <Button onClick={close}>{t('cancel')}</Button>
        <Button
          type="submit"
          variant="filled"
          loading={applyRevision.isPending}
          disabled={accepted.length === 0}
          data-autofocus
        >
          {t('version.update')}
        </Button>
      </Group>
    </Stack>
  );
}

const isUntouched = ({ change, moved }: ChapterComparison): boolean => change === 'same' && !moved;

interface EditsProps {
  readonly edits: readonly Edit[];
  readonly replaced: ReadonlySet<string>;
  readonly choose: (keys: readonly string[], isReplaced: boolean) => void;
}

/** Paragraphs that the producer has edited since the import. They stay unless the new version is chosen. */
function Edits({ edits, replaced, choose }: EditsProps) {
  const keys = edits.map(({ key }) => key);
  return (
    <section aria-label={t('version.edits.label')} className={styles.edits}>
      <Group gap="var(--gap-3)">
        <p className={styles.editsIntro}>{t('version.edits.intro', { edits: edits.length })}</p>
        {edits.length > 1 && (
          <>
            <Button size="compact-sm" variant="subtle" onClick={() => choose(keys, false)}>
              {t('version.edits.allMine')}
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => choose(keys, true)}>
              {t('version.edits.allNew')}
            </Button>
          </>
        )}
      </Group>
      <ul className={`framed ${styles.chapters}`} aria-label={t('version.edits.label')}>
        {edits.map(({ key, title, paragraph }) => (
          <li key={key}>
            <div className={styles.chapter}>
              <b className="cut">{title}</b>
              <SegmentedControl
                className={styles.choice ?? ''}
                size="xs"
                aria-label={t('version.edits.choice', { title })}
                value={replaced.has(key) ? 'new' : 'mine'}
                data={(['mine', 'new'] as const).map((value) => ({ value, label: t(`version.edits.${value}`) }))}
                onChange={(value) => choose([key], value === 'new')}
              />
            </div>
            <table className={styles.sides}>
              <thead>
                <tr>
                  <th>{t('version.edits.yours')}</th>
                  <th>{t('version.edits.newVersion')}</th>
                </tr>
              </thead>
              <tbody>
                <Sides {...paragraph} isEdit />
              </tbody>
            </table>
            {paragraph.effect.takes > 0 && (
              <p className={styles.note}>
                {t('version.edits.effect', {
                  lines: paragraph.effect.stale + paragraph.effect.removed,
                  takes: paragraph.effect.takes,
                  approved: paragraph.effect.approved,
                })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChapterProps {
  readonly chapter: ChapterComparison;
  readonly isSelected: boolean;
  readonly isReplaced: (paragraph: ChangedParagraph) => boolean;
  readonly toggle: () => void;
}

function Chapter({ chapter, isSelected, isReplaced, toggle }: ChapterProps) {
  const [isOpen, setOpen] = useState(false);
  const title = titleOf(chapter);
  const change = t(`version.change.${chapter.change}`);
  return (
    <li>
      <div className={styles.chapter}>
        <Checkbox checked={isSelected} onChange={toggle} aria-label={t('version.take', { title })} />
        <b className="cut">{title}</b>
        <small className={styles[chapter.change]}>
          {chapter.moved && chapter.change !== 'same' ? t('version.moved', { change }) : change}
        </small>
        {chapter.changes > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isOpen}
            aria-label={t('version.show', { changes: chapter.changes, title })}
            onClick={() => setOpen(!isOpen)}
          >
            {t('version.changes', { changes: chapter.changes })}
          </Button>
        )}
      </div>
      {isOpen && <SideBySide chapter={chapter} isReplaced={isReplaced} />}
    </li>
  );
}

function SideBySide({ chapter: { paragraphs, changes }, isReplaced }: Pick<ChapterProps, 'chapter' | 'isReplaced'>) {
  const shown = paragraphs.filter(({ change }) => change !== 'same').length;
  return (
    <table className={styles.sides}>
      <thead>
        <tr>
          <th>{t('version.before')}</th>
          <th>{t('version.after')}</th>
        </tr>
      </thead>
      <tbody>
        {paragraphs.map((paragraph, at) =>
          paragraph.change === 'same' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the comparison doesn't change while it is shown
            <tr key={at}>
              <td colSpan={2} className={styles.unchanged}>
                {t('version.unchanged', { count: paragraph.count })}
              </td>
            </tr>
          ) : (
            <Sides
              key={-1 - paragraph.index}
              {...paragraph}
              note={
                paragraph.isEdited ? t(isReplaced(paragraph) ? 'version.edits.replaced' : 'version.edits.kept') : null
              }
            />
          ),
        )}
        {changes > shown && (
          <tr>
            <td colSpan={2}>{t('version.more', { changes: changes - shown })}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface SidesProps extends Pick<ChangedParagraph, 'change' | 'before' | 'after'> {
  readonly note?: string | null;
  /** Neither side is removed until the producer has decided. */
  readonly isEdit?: boolean;
}

function Sides({ change, before, after, note = null, isEdit = false }: SidesProps) {
  const segments = before !== null && after !== null ? wordChanges(before, after) : null;
  return (
    <tr data-change={change}>
      <td dir="auto">
        {before === null ? <Missing /> : <Marked segments={segments} side="removed" text={before} isEdit={isEdit} />}
        {note !== null && <small className={styles.note}>{note}</small>}
      </td>
      <td dir="auto">
        {after === null ? <Missing /> : <Marked segments={segments} side="added" text={after} isEdit={isEdit} />}
      </td>
    </tr>
  );
}

const Missing = () => <span className="dim">{t('version.missing')}</span>;

interface MarkedProps {
  /** Null if the whole text was added or removed. */
  readonly segments: readonly WordSegment[] | null;
  readonly side: 'added' | 'removed';
  readonly text: string;
  readonly isEdit: boolean;
}

function Marked({ segments, side, text, isEdit }: MarkedProps) {
  const Mark = isEdit ? 'mark' : side === 'added' ? 'ins' : 'del';
  if (!segments) return <Mark>{text}</Mark>;
  return segments
    .filter(({ kind }) => kind === 'same' || kind === side)
    .map(({ kind, text: words }, at) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: segments have no ids
      kind === 'same' ? <span key={at}>{words}</span> : <Mark key={at}>{words}</Mark>,
    );
}
