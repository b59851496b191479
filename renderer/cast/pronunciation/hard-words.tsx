import { Checkbox, Group, Select } from '@mantine/core';
import { Circle, CircleCheck, PencilLine, Play, Upload } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { HardWordsReply } from '../../../shared/ipc/pronunciation-requests.ts';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { HARD_WORD_KINDS, type HardWordKind } from '../../../shared/model/hard-words.ts';
import { type HardWordStatus, hardWordStatus } from '../../../shared/rules/cast/hard-word-status.ts';
import { createWordFinder } from '../../../shared/rules/search-pattern.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { IconButton } from '../../ui/fields/icon-button.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { formatCount } from '../../ui/format.ts';
import { VirtualGrid } from '../../ui/lists/virtual-grid.tsx';
import { type MenuEntries, showContextMenu } from '../../ui/overlays/context-menu.tsx';
import { ProblemNotice } from '../../ui/overlays/problem-notice.tsx';
import { notify, notifyFailure } from '../../ui/overlays/toast.tsx';
import { notifyIfReadOnly, whyReadOnly } from '../../ui/read-only.tsx';
import { RoleSwatch, useRoleColours } from '../../ui/role-name.tsx';
import { EmptyState, LoadingPlaceholder } from '../../ui/screen-parts.tsx';
import { audition } from '../../ui/sound/audition.ts';
import { awaitBeforeUndo, undoOf } from '../../ui/undo-history.ts';
import styles from './pronunciation.module.css';
import { EMPTY_RULE } from './rule-rows.tsx';
import { goToLine } from './rules-effect.tsx';

const t = words('pronunciation');

type Word = HardWordsReply['words'][number];

interface HardWordsProps {
  readonly rules: readonly PronunciationRule[];
  readonly focusCount: number;
  /** Opens the editor with a rule for the word. */
  onCorrect(rule: PronunciationRule): void;
}

/** The words to look up before recording. */
export function HardWords(props: HardWordsProps) {
  const { data, error, refetch } = useAsk('pronunciation.hardWords', {});
  if (error) return <ProblemNotice error={error.error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPlaceholder label={t('words.looking')} />;
  if (data.words.length === 0) return <EmptyState title={t('words.none.title')} detail={t('words.none.detail')} />;
  return <WordTable {...props} {...data} />;
}

const ROW_HEIGHT = 44;
const ALL_KINDS = '';

function WordTable({ words: all, leftOut, rules, focusCount, onCorrect }: HardWordsProps & HardWordsReply) {
  const { data: project } = useAsk('project.current', {});
  const colourOf = useRoleColours();
  const [kind, setKind] = useState<HardWordKind | null>(null);
  const [isOpenOnly, setOpenOnly] = useState(false);
  const [sought, setSought] = useState('');
  const [chosen, setChosen] = useState<{ readonly key: string; readonly index: number }>({ key: '', index: 0 });
  const fineWords = project?.settings.fineWords ?? NONE;
  const statusOf = useMemo(() => hardWordStatus(rules, fineWords), [rules, fineWords]);
  const shown = useMemo(() => {
    const isFound = createWordFinder(sought);
    return all.filter(
      (word) =>
        (kind === null || word.kind === kind) &&
        (!isOpenOnly || statusOf(word) === 'open') &&
        isFound(`${word.word} ${word.before} ${word.after}`),
    );
  }, [all, kind, isOpenOnly, sought, statusOf]);
  const known = shown.findIndex((word) => keyOf(word) === chosen.key);
  const at = known < 0 ? Math.min(chosen.index, shown.length - 1) : known;
  const choose = (word: Word | undefined, index: number) => setChosen({ key: word ? keyOf(word) : '', index });

  const hear = (word: Word) => void hearWord(word, colourOf).catch(notifyFailure);
  const correct = (word: Word) => onCorrect(ruleFor(word));
  const markFine = (word: Word, index: number) => {
    if (notifyIfReadOnly()) return;
    const fine = statusOf(word) !== 'fine';
    void setFine(word.word, fine).catch(notifyFailure);
    if (!fine) return;
    const next = shown.findIndex((other, place) => place > index && statusOf(other) === 'open');
    // In a list of unchecked words, the next word moves up.
    choose(next < 0 ? word : shown[next], isOpenOnly ? index : next < 0 ? index : next);
  };
  const onKey = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, word: Word | undefined): boolean => {
    if (!word || altKey || ctrlKey || metaKey) return false;
    if (key === ' ') hear(word);
    else if (key === 'Enter') correct(word);
    else if (key.toLowerCase() === 'f') markFine(word, shown.indexOf(word));
    else return false;
    return true;
  };
  const entriesOf = (word: Word): MenuEntries => {
    const isHeld = whyReadOnly() !== null;
    const mark = t(statusOf(word) === 'fine' ? 'words.notFine' : 'words.fine');
    return [
      { label: t('words.hear'), keys: '␣', run: () => hear(word) },
      { label: t('words.correct'), keys: '↵', disabled: isHeld, run: () => correct(word) },
      { label: mark, keys: 'F', disabled: isHeld, run: () => markFine(word, shown.indexOf(word)) },
      null,
      { label: t('words.show'), run: () => goToLine(word.lineIds[0] ?? 0) },
    ];
  };
  return (
    <>
      <Progress all={all} leftOut={leftOut} statusOf={statusOf} />
      <Group gap="var(--gap-2)" mb={8} wrap="wrap">
        <Select
          aria-label={t('words.kinds.label')}
          w={178}
          allowDeselect={false}
          data={kindChoices(all)}
          value={kind ?? ALL_KINDS}
          onChange={(value) => setKind(HARD_WORD_KINDS.find((known) => known === value) ?? null)}
        />
        <SearchField
          label={t('words.search')}
          placeholder={t('words.search')}
          value={sought}
          onChange={setSought}
          className={styles.search}
        />
        <Checkbox
          label={t('words.openOnly')}
          checked={isOpenOnly}
          onChange={(event) => setOpenOnly(event.currentTarget.checked)}
        />
        <span className="grow" />
        <IconButton
          icon={Upload}
          label={t('words.export')}
          hint={t('words.exportHint')}
          onClick={() => void exportWords().catch(notifyFailure)}
        />
      </Group>
      {shown.length === 0 ? (
        <EmptyState title={t('words.noMatch.title')} detail={t('words.noMatch.detail')} />
      ) : (
        <VirtualGrid
          label={t('words.label')}
          items={shown}
          columns={columns()}
          template="var(--words)"
          rowHeight={ROW_HEIGHT}
          keyOf={keyOf}
          selectedIndex={at}
          focusCount={focusCount}
          onSelect={choose}
          onOpen={correct}
          onKey={onKey}
          onMenu={(word, place) => showContextMenu(place, word.word, entriesOf(word))}
          cells={(word) => [
            <IconButton
              key="hear"
              icon={Play}
              size={24}
              tabIndex={-1}
              label={t('words.hearWord', { word: word.word })}
              hint={t('words.hearHint')}
              onClick={() => hear(word)}
            />,
            <WordCell key="word" word={word} />,
            <span key="count" className="figures dim">
              {formatCount(word.count)}
            </span>,
            <Sentence key="sentence" word={word} colour={colourOf(word.role)} />,
            <StatusButton
              key="status"
              word={word}
              status={statusOf(word)}
              onMark={() => markFine(word, shown.indexOf(word))}
            />,
          ]}
        />
      )}
      <p className={`dim ${styles.keys}`}>{t('words.keys')}</p>
    </>
  );
}

const NONE: readonly string[] = [];

const keyOf = ({ kind, word }: Word): string => `${kind} ${word}`;

const columns = () => [
  { name: 'hear', heading: <span className="unseen">{t('words.hear')}</span> },
  { name: 'word', heading: t('words.heading.word') },
  { name: 'count', heading: t('words.heading.count') },
  { name: 'sentence', heading: t('words.heading.sentence') },
  { name: 'status', heading: <span className="unseen">{t('words.heading.status')}</span> },
];

const kindChoices = (all: readonly Word[]) => [
  { value: ALL_KINDS, label: t('words.kinds.all', { count: all.length }) },
  ...HARD_WORD_KINDS.map((value) => ({
    value,
    label: t(`words.kinds.${value}`, { count: all.filter((word) => word.kind === value).length }),
  })),
];

/** Names and abbreviations are only replaced as written, because other words can have the same letters. */
const ruleFor = ({ kind, word }: Word): PronunciationRule => ({
  ...EMPTY_RULE,
  from: word,
  matchCase: kind === 'name' || kind === 'abbreviation',
});

interface ProgressProps {
  readonly all: readonly Word[];
  readonly leftOut: number;
  readonly statusOf: (word: Word) => HardWordStatus;
}

function Progress({ all, leftOut, statusOf }: ProgressProps) {
  const checked = all.filter((word) => statusOf(word) !== 'open').length;
  return (
    <div className={styles.progress}>
      <progress aria-label={t('words.progress')} max={all.length} value={checked} />
      <p role="status" className="dim figures">
        {t('words.checked', { checked, all: all.length })}
        {leftOut > 0 && ` ${t('words.leftOut', { words: leftOut })}`}
      </p>
    </div>
  );
}

function WordCell({ word }: { readonly word: Word }) {
  const { readAs } = word;
  const about = readAs === null ? t(`words.reason.${word.reason}`) : t('words.readAs', { text: readAs });
  return (
    <span className={styles.word}>
      <b className="cut" title={word.word}>
        {word.word}
      </b>
      <small className="cut dim" title={about}>
        {about}
      </small>
    </span>
  );
}

function Sentence({ word, colour }: { readonly word: Word; readonly colour: string }) {
  const { before, after, role, label } = word;
  return (
    <span className={styles.sentence} title={`${label}\n${before}${word.word}${after}`}>
      <RoleSwatch role={role} colour={colour} />
      <span className="cut-at-two">
        {shortened(before)}
        <mark>{word.word}</mark>
        {after}
      </span>
    </span>
  );
}

const MAX_BEFORE = 40;

/** Keeps the word in view in a narrow column. */
const shortened = (before: string): string =>
  before.length <= MAX_BEFORE ? before : `…${before.slice(-MAX_BEFORE).replace(/^\S*\s/u, '')}`;

interface StatusButtonProps {
  readonly word: Word;
  readonly status: HardWordStatus;
  onMark(): void;
}

function StatusButton({ word, status, onMark }: StatusButtonProps) {
  if (status === 'corrected') {
    return (
      <span className={styles.corrected} title={t('words.corrected')}>
        <PencilLine size={14} aria-hidden />
        <span className="unseen">{t('words.corrected')}</span>
      </span>
    );
  }
  const isFine = status === 'fine';
  return (
    <IconButton
      icon={isFine ? CircleCheck : Circle}
      size={24}
      tabIndex={-1}
      aria-pressed={isFine}
      label={t('words.markFine', { word: word.word })}
      hint={t(isFine ? 'words.notFine' : 'words.fine')}
      onClick={onMark}
    />
  );
}

/** Plays the sentence with the voice of the role that speaks it. */
const hearWord = ({ before, word, after, role, lineIds }: Word, colourOf: (role: string) => string): Promise<void> =>
  audition([{ role, text: `${before}${word}${after}`.replaceAll('…', ''), lineId: lineIds[0] ?? null }], colourOf);

function setFine(word: string, fine: boolean): Promise<void> {
  const work = ask('pronunciation.setFine', { words: [word], fine }).then(({ step }) =>
    notify(t(fine ? 'words.marked' : 'words.unmarked', { word }), { id: 'hard-word', undo: undoOf(step) }),
  );
  return awaitBeforeUndo(work);
}

async function exportWords(): Promise<void> {
  const { text } = await ask('pronunciation.hardWordsTable', {});
  const saved = await ask('dialog.saveText', { name: t('words.fileName'), text });
  if (saved) notify(t('words.saved', { path: saved.path }));
}
