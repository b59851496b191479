import { Button, Group, Stack } from '@mantine/core';
import type { BookReply } from '../../shared/ipc/book-requests.ts';
import { ask } from '../bridge/ask.ts';
import { coverUrl } from '../bridge/media-url.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { awaitBeforeUndo, rememberStep, undoOf } from '../ui/undo-history.ts';
import styles from './book-details.module.css';

const t = words('book');

/** Returns the open project's library id, or null if the library doesn't list it. */
function useLibraryEntry(): { readonly id: string; readonly cover: string | null } | null {
  const { data: open } = useAsk('project.current', {});
  const { data: recent } = useAsk('library.recent', {});
  const { data: looks } = useAsk('library.looks', {});
  const id = recent?.find(({ path }) => path === open?.path)?.id;
  return id === undefined ? null : { id, cover: looks?.find((look) => look.id === id)?.cover ?? null };
}

const recordWhenSaved = (what: string, work: Promise<{ readonly step: string | null } | null>): void => {
  const saved = work.then((done) => {
    const undo = done && undoOf(done.step);
    if (undo) rememberStep(what, undo);
  });
  awaitBeforeUndo(saved).catch(notifyFailure);
};

export function CoverPart({ book: { cover, details, name } }: { readonly book: BookReply }) {
  const project = useLibraryEntry();
  const title = details.title ?? name;
  return (
    <Stack component="section" gap="var(--gap-3)" aria-label={t('cover.heading')}>
      <div className={styles.picture}>
        {project?.cover ? (
          <img alt={t('cover.picture', { book: title })} src={coverUrl(project.id, project.cover)} draggable={false} />
        ) : (
          <p className="dim">{t('cover.none')}</p>
        )}
      </div>
      {cover && (
        <p className="dim">
          {t('cover.figures', { format: cover.format.toUpperCase(), width: cover.width, height: cover.height })}
        </p>
      )}
      {project && (
        <Group gap="var(--gap-2)">
          <Button
            size="compact-sm"
            onClick={() => recordWhenSaved(t('cover.changed'), ask('dialog.chooseCover', { id: project.id }))}
          >
            {cover ? t('cover.another') : t('cover.choose')}
          </Button>
          {cover && (
            <Button
              size="compact-sm"
              onClick={() => recordWhenSaved(t('cover.removed'), ask('library.removeCover', { id: project.id }))}
            >
              {t('cover.remove')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
