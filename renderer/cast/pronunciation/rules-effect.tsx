// What saving the rules would do to the script: figures, warnings, and the first lines that change.
import { ActionIcon, Tooltip } from '@mantine/core';
import { Play } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { RulesPreview } from '../../../shared/ipc/pronunciation-requests.ts';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { ask } from '../../bridge/ask.ts';
import { hear } from '../../ui/audition.ts';
import { formatCount, formatCounted } from '../../ui/format.ts';
import { RoleName, useRoleColours } from '../../ui/role-name.tsx';
import { notifyFailure } from '../../ui/toast.tsx';
import { useView } from '../../ui/view-store.ts';
import { statusHint } from '../../ui/wording/status.ts';
import { costWords } from '../cast-changes.ts';
import styles from './pronunciation.module.css';
import { overflowWords } from './rule-list.ts';

type Example = RulesPreview['examples'][number];

interface RulesEffectProps {
  /** As they would be saved. */
  readonly rules: readonly PronunciationRule[];
  readonly preview: RulesPreview | undefined;
  /** The figures are of rules that were typed before: newer ones are on their way. */
  readonly isPending: boolean;
  /** Something differs from what is saved. */
  readonly isChanged: boolean;
}

export function RulesEffect({ rules, preview, isPending, isChanged }: RulesEffectProps) {
  if (!preview) return <p className="dim">Looking through the script…</p>;
  return (
    <section className={styles.effect} aria-label="What saving would do" aria-busy={isPending} data-pending={isPending}>
      <p role="status" className={styles.summary}>
        {isChanged
          ? summaryOf(preview)
          : 'Nothing is changed yet. Type, and the lines that change are shown here before you save.'}
      </p>
      {isChanged && preview.changed > 0 && <Figures preview={preview} />}
      {(isChanged || preview.overflows.length > 0) && <Warnings preview={preview} rules={rules} />}
      {isChanged && <Examples examples={preview.examples} total={preview.changed} rules={rules} />}
    </section>
  );
}

function summaryOf({ changed, turnStale, comeBack }: RulesPreview): string {
  if (changed === 0) return 'Saving changes no line.';
  const turns = [
    turnStale > 0 ? `${formatCount(turnStale)} ${turnStale === 1 ? 'turns' : 'turn'} stale` : null,
    comeBack > 0 ? `${formatCount(comeBack)} ${comeBack === 1 ? 'has its take' : 'have their takes'} back` : null,
  ].filter((said) => said !== null);
  return `Saving changes ${formatCounted(changed, 'line')}${turns.length > 0 ? `: ${turns.join(', ')}` : ''}.`;
}

function Figures({ preview }: { readonly preview: RulesPreview }) {
  const { changed, turnStale, comeBack } = preview;
  return (
    <dl className={styles.figures}>
      <Figure name="Lines" value={formatCount(changed)} />
      <Figure
        name="Turn stale"
        value={formatCount(turnStale)}
        colour={turnStale > 0 ? 'var(--stale)' : undefined}
        hint={statusHint('stale')}
      />
      <Figure name="Free again" value={formatCount(comeBack)} colour={comeBack > 0 ? 'var(--fresh)' : undefined} />
      <Figure name="To render them" value={costWords(preview)} />
    </dl>
  );
}

function Figure({
  name,
  value,
  colour,
  hint,
}: {
  readonly name: string;
  readonly value: string;
  readonly colour?: string | undefined;
  readonly hint?: string;
}) {
  return (
    <div title={hint}>
      <dt>{name}</dt>
      <dd style={colour === undefined ? undefined : { color: colour }}>{value}</dd>
    </div>
  );
}

interface WarningsProps {
  readonly preview: RulesPreview;
  readonly rules: readonly PronunciationRule[];
}

function Warnings({ preview: { silenced, prefixed, tooLong, overflows }, rules }: WarningsProps) {
  const said = [
    { ...silenced, words: 'would have nothing left to speak' },
    { ...prefixed, words: 'would speak words that mark who speaks, so that the service takes them for a turn' },
    { ...tooLong, words: 'would be too long to be sent' },
    ...overflows.map(({ rule, ...lines }) => ({ ...lines, words: overflowWords(rules[rule], rule) })),
  ].filter(({ lines }) => lines > 0);
  if (said.length === 0) return null;
  return (
    <div role="alert">
      <ul className={styles.conflicts}>
        {said.map(({ lines, words, firstLineId }) => (
          <li key={words}>
            {formatCounted(lines, 'line')} {words}.{' '}
            {firstLineId !== null && (
              <button type="button" className="text-button" onClick={() => goToLine(firstLineId)}>
                Show the first
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ExamplesProps {
  readonly examples: readonly Example[];
  readonly total: number;
  readonly rules: readonly PronunciationRule[];
}

/** One stop of Tab, its two buttons side by side; the arrows go from line to line. */
function Examples({ examples, total, rules }: ExamplesProps) {
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const at = Math.min(current, examples.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = at + by;
    if (by === 0 || event.altKey || !examples[next]) return;
    event.preventDefault();
    setCurrent(next);
    const kind = document.activeElement?.getAttribute('data-kind') ?? 'jump';
    list.current?.querySelector<HTMLElement>(`[data-at="${next}"] [data-kind="${kind}"]`)?.focus();
  };
  return (
    <>
      <ol ref={list} aria-label="Lines that change" className={styles.examples} onKeyDown={onKeyDown}>
        {examples.map((example, index) => (
          <ExampleRow
            key={example.lineId}
            example={example}
            rules={rules}
            at={index}
            isCurrent={index === at}
            onFocus={setCurrent}
          />
        ))}
      </ol>
      {total > examples.length && (
        <p className="dim">and {formatCounted(total - examples.length, 'more line', 'more lines')}</p>
      )}
    </>
  );
}

interface ExampleRowProps {
  readonly example: Example;
  readonly rules: readonly PronunciationRule[];
  readonly at: number;
  readonly isCurrent: boolean;
  onFocus(at: number): void;
}

const TURNS: Readonly<Record<Example['turns'], { readonly word: string; readonly colour: string } | null>> = {
  stale: { word: 'turns stale', colour: 'var(--stale)' },
  back: { word: 'take is back', colour: 'var(--fresh)' },
  same: null,
};

function ExampleRow({ example, rules, at, isCurrent, onFocus }: ExampleRowProps) {
  const { lineId, label, role, before, after, turns, silent, overflows } = example;
  const colourOf = useRoleColours();
  const isLost = silent || overflows;
  const lostWords = silent ? 'nothing to speak' : 'too long';
  const tag = isLost ? { word: lostWords, colour: 'var(--fail)' } : TURNS[turns];
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li data-at={at} className={styles.example} onFocus={() => onFocus(at)}>
      <Tooltip label="Hear it as it would be spoken">
        <ActionIcon
          aria-label={`Hear ${label} as it would be spoken`}
          data-kind="hear"
          tabIndex={tabIndex}
          disabled={isLost}
          onClick={() => hearExample(example, rules, colourOf(role))}
        >
          <Play size={13} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <div className={styles.change}>
        <p className={styles.where}>
          <button
            type="button"
            className="text-button"
            data-kind="jump"
            tabIndex={tabIndex}
            onClick={() => goToLine(lineId)}
          >
            {label}
          </button>
          <RoleName role={role} colour={colourOf(role)} />
          {tag && (
            <span className="tag" style={{ ['--c' as string]: tag.colour }}>
              {tag.word}
            </span>
          )}
        </p>
        <p className={styles.before}>
          <span className="unseen">Before: </span>
          <Stretches stretches={before} kind="del" />
        </p>
        <p className={styles.after}>
          <span className="unseen">After: </span>
          {isLost ? <em className="dim">nothing</em> : <Stretches stretches={after} kind="ins" />}
        </p>
      </div>
    </li>
  );
}

function Stretches({ stretches, kind: Mark }: { readonly stretches: Example['before']; readonly kind: 'del' | 'ins' }) {
  return stretches.map(({ text, marked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of one text, in their order
    marked ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
  );
}

function hearExample({ lineId, label, role }: Example, rules: readonly PronunciationRule[], colour: string): void {
  hear(async () => {
    const { auditionId, characters } = await ask('pronunciation.audition', { lineId, rules: [...rules] });
    return {
      auditionId,
      title: role,
      colour,
      detail: `${label} · as it would be spoken · ${formatCounted(characters, 'character')}`,
    };
  }).catch(notifyFailure);
}

/** Shows a line in the script. */
function goToLine(lineId: number): void {
  ask('line.detail', { lineId })
    .then(({ chapterId }) => {
      const view = useView.getState();
      view.chooseChapter(chapterId);
      view.selectLine(lineId, true);
      view.goTo('script');
    })
    .catch(notifyFailure);
}
