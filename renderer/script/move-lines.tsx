import { Button, SegmentedControl, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Chapter } from '../../shared/ipc/project-requests.ts';
import { createWordFinder } from '../../shared/rules/search-pattern.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { chapterPlaces } from '../ui/chapter-names.ts';
import { useCommand } from '../ui/commands.ts';
import { SearchField } from '../ui/fields/search-field.tsx';
import { chapterTitle } from '../ui/format.ts';
import { VirtualList } from '../ui/lists/virtual-list.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { notifyIfReadOnly } from '../ui/read-only.tsx';
import { awaitBeforeUndo, undoOf } from '../ui/undo-history.ts';
import { countLines, paragraphsWithin } from './chosen-paragraphs.ts';
import { editCount, type ScriptSession } from './document/script-session.ts';
import type { OpenEditor } from './editor/script-editor.tsx';
import styles from './move-lines.module.css';
import { environment } from './project-sessions.ts';

const t = words('script');

type ChapterSide = 'start' | 'end';

/** A range in the editor's text. An empty range stands for the line at that position. */
interface TextSelection {
  readonly from: number;
  readonly to: number;
}

interface PendingMove {
  readonly session: ScriptSession;
  readonly selection: TextSelection;
  readonly lines: number;
}

export function useMoveLines(editor: OpenEditor | null): React.ReactNode {
  const [leaving, setLeaving] = useState<PendingMove | null>(null);
  useCommand('script.moveToChapter', () => editor && setLeaving(pendingMove(editor)), editor !== null);
  useEffect(() => {
    if (editor === null) return;
    environment.moveToChapter = (selection, chapterId) =>
      moveLines({ session: editor.session, selection, lines: 0 }, chapterId, 'end');
  }, [editor]);
  const close = () => {
    setLeaving(null);
    editor?.view.focus();
  };
  return leaving && <MoveLinesDialog leaving={leaving} close={close} />;
}

function pendingMove({ session }: OpenEditor): PendingMove | null {
  const { from, to } = session.state.selection.main;
  const lines = countLines(paragraphsWithin(session.state, from, to));
  if (lines === 0) notify(t('move.none'), { id: 'move-lines' });
  return lines === 0 ? null : { session, selection: { from, to }, lines };
}

function moveLines({ session, selection }: PendingMove, chapterId: number | null, side: ChapterSide): void {
  if (notifyIfReadOnly()) return;
  const move = async () => {
    // A new paragraph has no id until it has been saved.
    await session.whenSaved();
    const paragraphs = paragraphsWithin(session.state, selection.from, selection.to);
    const paragraphIds = paragraphs.map(({ info }) => info.id);
    if (paragraphIds.length === 0) return;
    const { step } = await ask('script.moveParagraphs', { paragraphIds, chapterId, side });
    const chapters = await ask('project.chapters', {});
    const chapter = chapterTitle(chapters.find(({ id }) => id === chapterId) ?? { id: chapterId, title: '' });
    const lines = countLines(paragraphs);
    if (step === null) {
      notify(t('move.already', { lines, chapter }), { id: 'move-lines' });
      return;
    }
    const edits = editCount();
    const undo = undoOf(step);
    notify(t('move.moved', { lines, chapter }), {
      id: 'move-lines',
      // Until the producer types again, this is the latest change to the text.
      undo: undo && { ...undo, outranksText: () => editCount() === edits },
    });
  };
  awaitBeforeUndo(move()).catch(notifyFailure);
}

const MIN_FILTERED_CHAPTERS = 10;
const CHAPTER_HEIGHT = 30;

interface MoveLinesDialogProps {
  readonly leaving: PendingMove;
  readonly close: () => void;
}

function MoveLinesDialog({ leaving, close }: MoveLinesDialogProps) {
  const { data: chapters = [] } = useAsk('project.chapters', {});
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<Chapter | null>(null);
  const [side, setSide] = useState<ChapterSide>('end');
  const [focusCount, setFocusCount] = useState(0);
  const isLong = chapters.length >= MIN_FILTERED_CHAPTERS;
  const places = chapterPlaces(chapters);
  const isFound = createWordFinder(filter);
  const shown = chapters.filter((chapter) => isFound(`${chapterTitle(chapter)} ${chapter.part ?? ''}`));
  const target = chosen && shown.includes(chosen) ? chosen : filter.trim() === '' ? null : (shown[0] ?? null);
  const move = () => {
    if (target === null) return;
    close();
    moveLines(leaving, target.id, side);
  };
  return (
    <Dialog title={t('move.title', { lines: leaving.lines })} width={440} onClose={close}>
      <Stack
        component="form"
        pt={2}
        onSubmit={(event) => {
          event.preventDefault();
          move();
        }}
      >
        {isLong && (
          <SearchField
            isFirst
            label={t('move.filter')}
            placeholder={t('move.filter')}
            value={filter}
            onChange={setFilter}
            onDown={() => setFocusCount((count) => count + 1)}
          />
        )}
        <div className={styles.list}>
          <VirtualList
            isFirst={!isLong}
            label={t('move.chapters')}
            items={shown}
            rowHeight={CHAPTER_HEIGHT}
            keyOf={({ id }) => id ?? 'opening'}
            selectedIndex={target === null ? -1 : shown.indexOf(target)}
            focusCount={focusCount}
            onSelect={setChosen}
            onKey={({ key }) => {
              if (key === 'Enter') move();
              return key === 'Enter';
            }}
            render={(chapter) => (
              <div className={styles.chapter}>
                <span className="cut">{chapterTitle(chapter)}</span>
                <small className="cut">{places.get(chapter.id)}</small>
              </div>
            )}
          />
        </div>
        {shown.length === 0 && <p className="dim">{t('move.noMatch', { filter })}</p>}
        <div className={styles.actions}>
          <SegmentedControl
            aria-label={t('move.side')}
            value={side}
            onChange={(value) => setSide(value === 'start' ? 'start' : 'end')}
            data={[
              { value: 'start', label: t('move.start') },
              { value: 'end', label: t('move.end') },
            ]}
          />
          <Button onClick={close}>{t('move.cancel')}</Button>
          <Button type="submit" variant="filled" disabled={target === null}>
            {t('move.move')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
