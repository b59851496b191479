import { useEffect, useMemo } from 'react';
import type { Chapter, RoleSummary } from '../../shared/ipc/project-requests.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { formatCount, formatCounted } from '../ui/format.ts';
import { ProgressBar, progressWords } from '../ui/progress-bar.tsx';
import { useRoleColours } from '../ui/role-colours.ts';
import { RoleSwatch } from '../ui/role-name.tsx';
import { useView } from '../ui/view-store.ts';
import { VirtualList } from '../ui/virtual-list.tsx';
import { type ListedChapter, withEmptied } from './listed-chapters.ts';
import styles from './side-panel.module.css';

const CHAPTER_HEIGHT = 38;
const ROLE_HEIGHT = 30;
const LABEL_HEIGHT = 34;
const LEAST_HEIGHT = 120;

/** Chapters with how far they are, and roles with how much they speak. */
export function SidePanel() {
  const { data: chapters } = useAsk('project.chapters', {});
  const { data: roles } = useAsk('project.roles', {});
  useFirstChapter(chapters);
  const emptied = useView((view) => view.emptied);
  const listed = useMemo(() => chapters && withEmptied(chapters, emptied), [chapters, emptied]);
  const height = LABEL_HEIGHT + CHAPTER_HEIGHT * (listed?.length ?? 1);
  return (
    <nav aria-label="Chapters and roles" className={styles.panel}>
      <section className={styles.part} style={{ flexBasis: height, minHeight: Math.min(height, LEAST_HEIGHT) }}>
        <h2 className={`label ${styles.label}`}>Chapters</h2>
        {listed && <ChapterList chapters={listed} />}
      </section>
      <section className={`${styles.part} ${styles.roles}`}>
        <h2 className={`label ${styles.label}`}>Roles</h2>
        {roles && <RoleList roles={roles} />}
      </section>
    </nav>
  );
}

/** Until somebody chooses, and where the chosen one is gone, the first chapter is in view. */
function useFirstChapter(chapters: readonly Chapter[] | undefined): void {
  const { chapterId, chapterChosen, chooseChapter } = useView();
  useEffect(() => {
    const first = chapters?.[0];
    if (!first) return;
    const known = [...chapters, ...useView.getState().emptied];
    if (!chapterChosen || !known.some(({ id }) => id === chapterId)) chooseChapter(first.id);
  }, [chapters, chapterId, chapterChosen, chooseChapter]);
}

function ChapterList({ chapters }: { readonly chapters: readonly ListedChapter[] }) {
  const chapterId = useView((view) => view.chapterId);
  return (
    <div className={styles.list}>
      <VirtualList
        label="Chapters"
        items={chapters}
        rowHeight={CHAPTER_HEIGHT}
        keyOf={({ id }) => id ?? 'opening'}
        selectedIndex={chapters.findIndex(({ id }) => id === chapterId)}
        onSelect={({ id }) => useView.getState().chooseChapter(id)}
        render={(chapter) => <ChapterRow chapter={chapter} />}
      />
    </div>
  );
}

/** What stands before the first heading has no title of its own. */
const chapterTitle = ({ title, id }: Pick<Chapter, 'title' | 'id'>): string =>
  title || (id === null ? 'Opening' : 'Untitled');

function ChapterRow({ chapter }: { readonly chapter: ListedChapter }) {
  const { lines, counts, isEmptied } = chapter;
  if (isEmptied) {
    return (
      <div className={styles.chapter} title="Emptied. Open it and undo to bring its words back.">
        <span className="cut">{chapterTitle(chapter)}</span>
        <small>emptied</small>
      </div>
    );
  }
  return (
    <div className={styles.chapter} title={`${chapterTitle(chapter)}: ${progressWords(counts, lines)}`}>
      <span className="cut">{chapterTitle(chapter)}</span>
      <small>{formatCounted(lines, 'line')}</small>
      <ProgressBar counts={counts} lines={lines} />
      <span className="unseen">{progressWords(counts, lines)}</span>
    </div>
  );
}

function RoleList({ roles }: { readonly roles: readonly RoleSummary[] }) {
  const role = useView((view) => view.role);
  const colourOf = useRoleColours();
  // Who speaks most comes first; the colours keep the order of the cast, which no edit changes.
  const sorted = useMemo(() => roles.toSorted((a, b) => b.lines - a.lines), [roles]);
  return (
    <div className={styles.list}>
      <VirtualList
        label="Roles"
        items={sorted}
        rowHeight={ROLE_HEIGHT}
        keyOf={({ name }) => name}
        selectedIndex={sorted.findIndex(({ name }) => name === role)}
        onSelect={({ name }) => useView.getState().chooseRole(name === role ? null : name)}
        render={({ name, lines, voiceName }) => (
          <div className={styles.role} title={voiceName ? `${name}: ${voiceName}` : `${name}: nobody is cast`}>
            <RoleSwatch colour={colourOf(name)} />
            <span className="cut">{name}</span>
            <small>{formatCount(lines)}</small>
          </div>
        )}
      />
    </div>
  );
}
