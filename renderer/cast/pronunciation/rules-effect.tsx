import { Stack } from '@mantine/core';
import { Play } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { RulesPreview } from '../../../shared/ipc/pronunciation-requests.ts';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { ask } from '../../bridge/ask.ts';
import { words } from '../../locales/words.ts';
import { costText } from '../../ui/cast/cast-change.ts';
import { IconButton } from '../../ui/fields/icon-button.tsx';
import { formatCount } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/overlays/toast.tsx';
import { RoleName, useRoleColours } from '../../ui/role-name.tsx';
import { playAudition } from '../../ui/sound/audition.ts';
import { useView } from '../../ui/view-store.ts';
import { statusHint } from '../../ui/wording/status.ts';
import styles from './pronunciation.module.css';
import { overflowText } from './rule-rows.tsx';

const t = words('pronunciation');

type Example = RulesPreview['examples'][number];

interface RulesEffectProps {
  readonly rules: readonly PronunciationRule[];
  readonly preview: RulesPreview | undefined;
  /** True if the figures are for earlier rules, because those for the current rules are still loading. */
  readonly isPending: boolean;
  readonly isChanged: boolean;
}

export function RulesEffect({ rules, preview, isPending, isChanged }: RulesEffectProps) {
  const id = useId();
  if (!preview) return <p className="dim">{t('effect.looking')}</p>;
  return (
    <section className={styles.effect} aria-labelledby={id} aria-busy={isPending} data-pending={isPending}>
      <h2 id={id} className="label">
        {t('effect.label')}
      </h2>
      <p role="status" className={styles.summary}>
        {isChanged ? effectSummary(preview) : t('effect.unchanged')}
      </p>
      {isChanged && preview.changed > 0 && <Figures preview={preview} />}
      {(isChanged || preview.overflows.length > 0) && <Warnings preview={preview} rules={rules} />}
      {isChanged && <Examples examples={preview.examples} total={preview.changed} rules={rules} />}
    </section>
  );
}

function effectSummary({ changed: lines, turnStale: stale, comeBack: back }: RulesPreview): string {
  if (lines === 0) return t('effect.none');
  if (stale > 0 && back > 0) return t('effect.staleAndBack', { lines, stale, back });
  if (stale > 0) return t('effect.stale', { lines, stale });
  return back > 0 ? t('effect.back', { lines, back }) : t('effect.lines', { lines });
}

function Figures({ preview }: { readonly preview: RulesPreview }) {
  const { changed, turnStale, comeBack } = preview;
  return (
    <dl className={styles.figures}>
      <Figure name={t('effect.figure.lines')} value={formatCount(changed)} />
      <Figure
        name={t('effect.figure.stale')}
        value={formatCount(turnStale)}
        colour={turnStale > 0 ? 'var(--stale)' : undefined}
        hint={statusHint('stale')}
      />
      <Figure
        name={t('effect.figure.back')}
        value={formatCount(comeBack)}
        colour={comeBack > 0 ? 'var(--fresh)' : undefined}
      />
      <Figure name={t('effect.figure.cost')} value={costText(preview)} />
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
  const warnings = [
    { ...silenced, sentence: t('warning.silenced', { lines: silenced.lines }) },
    { ...prefixed, sentence: t('warning.prefixed', { lines: prefixed.lines }) },
    { ...tooLong, sentence: t('warning.tooLong', { lines: tooLong.lines }) },
    ...overflows.map((overflow) => ({
      ...overflow,
      sentence: overflowText(overflow.lines, rules[overflow.rule], overflow.rule),
    })),
  ].filter(({ lines }) => lines > 0);
  if (warnings.length === 0) return null;
  return (
    <div role="alert">
      <ul className={`warning-box ${styles.conflicts}`}>
        {warnings.map(({ sentence, firstLineId }) => (
          <li key={sentence}>
            {sentence}{' '}
            {firstLineId !== null && (
              <button type="button" className="text-button" onClick={() => goToLine(firstLineId)}>
                {t('effect.showFirst')}
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

/** The list is a single tab stop. Each line has two buttons, and arrow keys move between lines. */
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
      <ol ref={list} aria-label={t('effect.examples')} className={styles.examples} onKeyDown={onKeyDown}>
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
      {total > examples.length && <p className="dim">{t('effect.more', { lines: total - examples.length })}</p>}
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

function effectTag({ silent, overflows, turns }: Example): { readonly word: string; readonly colour: string } | null {
  if (silent) return { word: t('effect.turns.silent'), colour: 'var(--fail)' };
  if (overflows) return { word: t('effect.turns.tooLong'), colour: 'var(--fail)' };
  if (turns === 'same') return null;
  return { word: t(`effect.turns.${turns}`), colour: turns === 'stale' ? 'var(--stale)' : 'var(--fresh)' };
}

function ExampleRow({ example, rules, at, isCurrent, onFocus }: ExampleRowProps) {
  const { lineId, label, role, before, after, silent, overflows } = example;
  const colourOf = useRoleColours();
  const isLost = silent || overflows;
  const tag = effectTag(example);
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li data-at={at} className={styles.example} onFocus={() => onFocus(at)}>
      <IconButton
        icon={Play}
        label={t('effect.hear', { line: label })}
        hint={t('effect.hearHint')}
        data-kind="hear"
        tabIndex={tabIndex}
        disabled={isLost}
        onClick={() => hearExample(example, rules, colourOf(role))}
      />
      <Stack gap="var(--gap-1)" flex={1} miw={0}>
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
          <span className="unseen">{t('effect.before')} </span>
          <MarkedText segments={before} kind="del" />
        </p>
        <p className={styles.after}>
          <span className="unseen">{t('effect.after')} </span>
          {isLost ? <em className="dim">{t('effect.nothing')}</em> : <MarkedText segments={after} kind="ins" />}
        </p>
      </Stack>
    </li>
  );
}

function MarkedText({ segments, kind: Mark }: { readonly segments: Example['before']; readonly kind: 'del' | 'ins' }) {
  return segments.map(({ text, marked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a text keep their order
    marked ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
  );
}

function hearExample({ lineId, label, role }: Example, rules: readonly PronunciationRule[], colour: string): void {
  playAudition(async () => {
    const { auditionId, characters } = await ask('pronunciation.audition', { lineId, rules: [...rules] });
    return {
      auditionId,
      title: role,
      colour,
      detail: t('effect.heard', { line: label, characters }),
    };
  }).catch(notifyFailure);
}

export function goToLine(lineId: number): void {
  ask('line.detail', { lineId })
    .then(({ chapterId }) => {
      const view = useView.getState();
      view.chooseChapter(chapterId);
      view.selectLine(lineId, true);
      view.goTo('script');
    })
    .catch(notifyFailure);
}
