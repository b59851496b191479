import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { COMMANDS, type CommandId } from '../../shared/ipc/commands.ts';
import { foldForSearch } from '../../shared/rules/search-pattern.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { chapterPlaces } from '../ui/chapter-names.ts';
import { commandLabel, runCommand, undoDescription, useCommandHandlers } from '../ui/commands.ts';
import { takeTyping } from '../ui/fields/buffered-typing.ts';
import { chapterTitle } from '../ui/format.ts';
import { beforeLeaving } from '../ui/overlays/before-leaving.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Kbd, shortcutLabel } from '../ui/shortcuts.tsx';
import { useUndoHistory } from '../ui/undo-history.ts';
import { type SettingsPart, useView } from '../ui/view-store.ts';
import { menuName } from '../ui/wording/command-words.ts';
import { type SettingEntry, type SettingId, settingEntries } from '../ui/wording/setting-entries.ts';
import styles from './command-palette.module.css';
import { redoLatest, undoLatest } from './undo-commands.ts';

const t = words('frame');

const MAX_RESULTS = 60;

export function CommandPalette() {
  const open = useView((view) => view.paletteOpen);
  const close = () => useView.getState().setPalette(false);
  if (!open) return null;
  return (
    <Dialog title={t('palette.title')} width={560} onClose={close} bare>
      <Palette close={close} />
    </Dialog>
  );
}

function Palette({ close }: { readonly close: () => void }) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const [entered, setEntered] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { all, isComplete } = usePaletteEntries();
  const entries = findEntries(query, all);
  const at = Math.min(active, entries.length - 1);

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    close();
    entry.run();
  };
  useEffect(() => {
    if (entered && isComplete) choose(entries[at]);
  });
  const takeOver = () => {
    const typed = takeTyping();
    if (typed.text) setQuery((text) => text + typed.text);
    setEntered(typed.entered);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(wrap(at + step, entries.length, Math.abs(step) === 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(entries[at]);
    }
  };

  return (
    <>
      <input
        data-autofocus
        className={styles.input}
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.field')}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setEntered(false);
          setActive(0);
        }}
        onFocus={takeOver}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('palette.found')} className={styles.list}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles keys
          <div
            key={entry.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.entry}
            onMouseMove={() => setActive(index)}
            onClick={() => choose(entry)}
          >
            <span className="dim small">{entry.kind}</span>
            <span className="cut">
              {entry.label}
              {entry.location && <span className="dim"> · {entry.location}</span>}
            </span>
            {entry.hint && (entry.isShortcut ? <Kbd keys={entry.hint} /> : <small className="cut">{entry.hint}</small>)}
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className={styles.nothing}>{t('palette.nothing', { query: query.trim() })}</p>}
    </>
  );
}

function wrap(index: number, count: number, isCircular: boolean): number {
  if (count === 0) return 0;
  return isCircular ? (index + count) % count : Math.min(Math.max(index, 0), count - 1);
}

interface PaletteEntry {
  readonly key: string;
  readonly kind: string;
  readonly label: string;
  /** The location, which is shown next to the label. It can be searched, too. */
  readonly location?: string | undefined;
  /** Other words by which the entry can be found. */
  readonly about?: string;
  readonly hint: string | null;
  readonly isShortcut: boolean;
  readonly run: () => void;
}

/**
 * Entries whose name matches come before entries that match only by other words, such as those in their description.
 */
function findEntries(query: string, all: readonly PaletteEntry[]): PaletteEntry[] {
  const named = fuzzyFilter(query, all, searchText, MAX_RESULTS);
  const asked = foldForSearch(query).split(/\s+/).filter(Boolean);
  if (asked.length === 0) return named;
  const found = new Set(named);
  const described = all.filter((entry) => {
    if (entry.about === undefined || found.has(entry)) return false;
    const words = foldForSearch(`${searchText(entry)} ${entry.about}`);
    return asked.every((word) => words.includes(word));
  });
  return [...named, ...described].slice(0, MAX_RESULTS);
}

const searchText = ({ kind, label, location = '' }: PaletteEntry): string => `${label} ${location} ${kind}`;

function usePaletteEntries(): { readonly all: readonly PaletteEntry[]; readonly isComplete: boolean } {
  const handlers = useCommandHandlers((state) => state.handlers);
  const { data: project } = useAsk('project.current', {});
  const { data: chapters } = useAsk('project.chapters', {}, { enabled: Boolean(project) });
  const { data: roles } = useAsk('project.roles', {}, { enabled: Boolean(project) });
  const { data: recent } = useAsk('library.recent', {});
  // Re-renders when the labels for undo and redo change.
  useUndoHistory();
  const enabled = new Set(handlers.map(({ id }) => id));
  const locations = chapterPlaces(chapters ?? []);
  const commands = (Object.keys(COMMANDS) as CommandId[]).filter((id) => enabled.has(id) && isOffered(id));
  const all = [
    ...commands.map(commandEntry),
    ...(chapters ?? []).map((chapter) => ({
      key: `chapter-${chapter.id}`,
      kind: t('palette.chapter'),
      label: chapterTitle(chapter),
      location: locations.get(chapter.id),
      hint: t('palette.lines', { lines: chapter.lines }),
      isShortcut: false,
      run: () => showChapter(chapter.id),
    })),
    ...(roles ?? []).map(({ name, lines }) => ({
      key: `role-${name}`,
      kind: t('palette.role'),
      label: name,
      hint: t('palette.lines', { lines }),
      isShortcut: false,
      run: () => showRole(name),
    })),
    ...settingEntries().map(settingEntry),
    ...(recent ?? [])
      .filter(({ missing, id }) => !missing && id !== project?.id)
      .map(({ id, name, path }) => ({
        key: `project-${id}`,
        kind: t('palette.project'),
        label: name,
        hint: folderText(path),
        isShortcut: false,
        run: () => beforeLeaving('open', () => void ask('project.openRecent', { id }).catch(notifyFailure)),
      })),
  ];
  const ofProject = project === null || (chapters !== undefined && roles !== undefined);
  return { all, isComplete: project !== undefined && ofProject && recent !== undefined };
}

/** Undo and redo are offered only for steps. To undo text edits, the focus must be in the text. */
const isOffered = (id: CommandId): boolean =>
  id === 'edit.undo' || id === 'edit.redo' ? undoDescription(id) !== null : id !== 'palette.open';

const commandEntry = (id: CommandId): PaletteEntry => ({
  key: id,
  kind: menuName(COMMANDS[id].menu),
  label: commandLabel(id),
  hint: shortcutLabel(id),
  isShortcut: true,
  run: () => runFromPalette(id),
});

const tSettings = words('settings');

const settingEntry = ({ part, setting, label, about }: SettingEntry): PaletteEntry => ({
  key: `setting-${part}-${setting}`,
  kind: t('palette.setting'),
  label,
  about,
  hint: setting === null ? null : tSettings(`part.${part}`),
  isShortcut: false,
  run: () => showSetting(part, setting),
});

function showSetting(part: SettingsPart, setting: SettingId | null): void {
  const { goTo, chooseSettings } = useView.getState();
  chooseSettings(part, setting);
  goTo('settings');
}

/** The focus is still in the palette's field, so undo would affect the text in that field. */
function runFromPalette(id: CommandId): void {
  if (id === 'edit.undo') void undoLatest();
  else if (id === 'edit.redo') void redoLatest();
  else runCommand(id);
}

function showChapter(chapterId: number | null): void {
  const { screen, goTo, chooseChapter } = useView.getState();
  chooseChapter(chapterId);
  if (screen !== 'review') goTo('script');
}

function showRole(role: string): void {
  const { goTo, chooseRole } = useView.getState();
  chooseRole(role);
  goTo('review');
}

/** Returns the last folder names in a path, which are usually enough to tell projects apart. */
const folderText = (path: string): string => {
  const names = path.split(/[\\/]/).slice(0, -1);
  return names.length > 3 ? `… / ${names.slice(-2).join(' / ')}` : names.join(' / ');
};

const WORD_START_BONUS = 8;
const ADJACENT_BONUS = 5;
const TEXT_START_BONUS = 6;

/**
 * Returns the score of a fuzzy match, or null if the text doesn't match. Letters at word starts and adjacent letters
 * score higher.
 */
export function fuzzyScore(query: string, text: string): number | null {
  const wanted = [...foldForSearch(query).replace(/\s+/g, '')];
  if (wanted.length === 0) return 0;
  const letters = [...foldForSearch(text)];
  let best: number | null = null;
  for (let start = 0; start < letters.length; start++) {
    if (letters[start] !== wanted[0]) continue;
    const score = scoreFrom(wanted, letters, start);
    if (score === null) break;
    if (best === null || score > best) best = score;
  }
  // Shorter texts win ties. Letters scattered within words don't count as a match.
  return best === null || best <= 0 ? null : best - letters.length / 100;
}

/** Matches each letter to its first occurrence at or after `start`. Returns null if a letter isn't found. */
function scoreFrom(queryLetters: readonly string[], letters: readonly string[], start: number): number | null {
  let score = start === 0 ? TEXT_START_BONUS : 0;
  let at = start;
  let before = start - 1;
  for (const letter of queryLetters) {
    const found = letters.indexOf(letter, at);
    if (found < 0) return null;
    if (found === 0 || /[\s\-_.:]/.test(letters[found - 1] ?? '')) score += WORD_START_BONUS;
    if (found > start && found === before + 1) score += ADJACENT_BONUS;
    score -= Math.min(found - before - 1, ADJACENT_BONUS);
    before = found;
    at = found + 1;
  }
  return score;
}

/** Returns up to `limit` matching items, best first. For an empty query, returns the items in their original order. */
export function fuzzyFilter<T>(query: string, items: readonly T[], textOf: (item: T) => string, limit: number): T[] {
  if (query.trim() === '') return items.slice(0, limit);
  return items
    .flatMap((item) => {
      const score = fuzzyScore(query, textOf(item));
      return score === null ? [] : [{ item, score }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item }) => item);
}
