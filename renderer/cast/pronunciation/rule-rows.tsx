import { GripVertical, TriangleAlert } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { RulesPreview } from '../../../shared/ipc/pronunciation-requests.ts';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import type { Rules } from '../../../shared/rules/cast/rule-changes.ts';
import { words } from '../../locales/words.ts';
import { targetIndex } from '../../ui/lists/virtual-rows.ts';
import {
  isMenuKey,
  type MenuEntries,
  type MenuPosition,
  positionAt,
  positionOf,
  showContextMenu,
} from '../../ui/overlays/context-menu.tsx';
import { whyReadOnly } from '../../ui/read-only.tsx';
import styles from './pronunciation.module.css';

const t = words('pronunciation');

interface RuleRowsProps {
  readonly rules: readonly PronunciationRule[];
  /** The preview for these rules, or for slightly older ones while a new preview is loading. */
  readonly preview: RulesPreview | undefined;
  readonly at: number;
  readonly focusCount: number;
  onChoose(at: number): void;
  onMove(from: number, to: number): void;
  onDelete(at: number): void;
  onEdit(): void;
}

const PAGE_ROWS = 10;

export function RuleRows({ rules, preview, at, focusCount, onChoose, onMove, onDelete, onEdit }: RuleRowsProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const drag = useDraggedRule(rules, onChoose, onMove);
  useEffect(() => {
    if (focusCount > 0) box.current?.focus();
  }, [focusCount]);
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);

  const showMenu = (index: number, place: MenuPosition) => {
    const rule = rules[index];
    if (rule) showContextMenu(place, ruleName(rule), entriesOf(index));
  };
  const entriesOf = (index: number): MenuEntries => {
    const isHeld = whyReadOnly() !== null;
    const move = (to: number) => ({ disabled: isHeld || !rules[to], run: () => onMove(index, to) });
    return [
      { label: t('list.menu.edit'), keys: '↵', disabled: isHeld, run: onEdit },
      null,
      { label: t('list.menu.up'), keys: 'Alt ↑', ...move(index - 1) },
      { label: t('list.menu.down'), keys: 'Alt ↓', ...move(index + 1) },
      null,
      { label: t('list.menu.remove'), keys: 'Del', disabled: isHeld, run: () => onDelete(index) },
    ];
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (isMenuKey(event)) {
      event.preventDefault();
      showMenu(at, positionAt(document.getElementById(`${id}-${at}`)));
      return;
    }
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const step = targetIndex(event, at, rules.length, PAGE_ROWS);
    if (event.altKey && by !== 0) {
      if (rules[at + by]) onMove(at, at + by);
    } else if (event.key === 'Delete' && rules[at]) onDelete(at);
    else if (event.key === 'Enter') onEdit();
    else if (step !== null) onChoose(step);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      role="listbox"
      aria-label={t('list.label')}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
      aria-activedescendant={rules[at] ? `${id}-${at}` : undefined}
      tabIndex={0}
      className={`card ${styles.rows}`}
      onKeyDown={onKeyDown}
    >
      {rules.map((rule, index) => {
        const conflicts = preview ? conflictsOf(rules, index, preview) : [];
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list box handles keys
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: rules are identified by their position
            key={index}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.row}
            onClick={() => onChoose(index)}
            onDoubleClick={onEdit}
            onContextMenu={(event) => {
              event.preventDefault();
              onChoose(index);
              showMenu(index, positionOf(event));
            }}
            {...drag(rule, index)}
          >
            <GripVertical size={13} aria-hidden className={styles.grip} />
            <small className={styles.number}>{index + 1}</small>
            <RuleText rule={rule} />
            <RuleStatus conflicts={conflicts} lines={preview?.linesOfRules[index]} />
          </div>
        );
      })}
    </div>
  );
}

function useDraggedRule(
  { length }: readonly PronunciationRule[],
  onChoose: RuleRowsProps['onChoose'],
  onMove: RuleRowsProps['onMove'],
) {
  const dragged = useRef<number | null>(null);
  /**
   * The row above which the dragged rule would be inserted. If it equals the number of rules, the rule is inserted at
   * the end.
   */
  const [target, setTarget] = useState<number | null>(null);
  const end = () => {
    dragged.current = null;
    setTarget(null);
  };
  const drop = () => {
    const from = dragged.current;
    end();
    if (from === null || target === null) return;
    // The target index is counted while the dragged rule is still in its old place.
    const to = target > from ? target - 1 : target;
    if (to !== from) onMove(from, to);
  };
  return (rule: PronunciationRule, index: number) => ({
    draggable: true,
    'data-drop': target === index ? 'above' : target === length && index === length - 1 ? 'below' : null,
    onDragStart: (event: DragEvent) => {
      dragged.current = index;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', ruleName(rule));
      onChoose(index);
    },
    onDragOver: (event: DragEvent) => {
      if (dragged.current === null) return;
      event.preventDefault();
      const { top, height } = event.currentTarget.getBoundingClientRect();
      setTarget(event.clientY > top + height / 2 ? index + 1 : index);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      drop();
    },
    onDragEnd: end,
  });
}

function RuleText({ rule }: { readonly rule: PronunciationRule }) {
  const { from, to, ipa, wholeWord, matchCase, role, language } = rule;
  const marks = [
    ipa === undefined || to === '' ? null : `/${ipa}/`,
    wholeWord ? null : t('list.withinWords'),
    matchCase ? t('list.matchCase') : null,
    role,
    language,
  ].filter((mark) => mark);
  return (
    <span className={styles.words}>
      <span className="cut">{from}</span>
      <span aria-hidden className="dim onwards">
        →
      </span>
      <span className="cut">
        {to !== '' ? to : ipa === undefined ? <em className="dim">{t('list.nothing')}</em> : `/${ipa}/`}
      </span>
      {marks.length > 0 && <small className={`cut ${styles.marks}`}>{marks.join(' · ')}</small>}
    </span>
  );
}

function RuleStatus({
  conflicts,
  lines,
}: {
  readonly conflicts: readonly string[];
  readonly lines: number | undefined;
}) {
  return (
    <small className={styles.standing} title={conflicts.join(' ')}>
      {conflicts.length > 0 && <TriangleAlert size={13} aria-hidden className="stale" />}
      {lines !== undefined && t('list.lines', { lines })}
      {conflicts.length > 0 && <span className="unseen">. {conflicts.join(' ')}</span>}
    </small>
  );
}

export const EMPTY_RULE: PronunciationRule = {
  from: '',
  to: '',
  wholeWord: true,
  matchCase: false,
  role: null,
  language: null,
};

export const ruleName = ({ from, to, ipa }: Pick<PronunciationRule, 'from' | 'to' | 'ipa'>): string => {
  if (to !== '') return t('rule.spoken', { from, to });
  return ipa === undefined ? t('rule.silent', { from }) : t('rule.spoken', { from, to: `/${ipa}/` });
};

export const overflowText = (lines: number, rule: PronunciationRule | undefined, at: number): string =>
  rule
    ? t('warning.overflow', { lines, place: at + 1, rule: ruleName(rule) })
    : t('warning.overflowUnknown', { lines, place: at + 1 });

export function conflictsOf(
  rules: Rules,
  at: number,
  { linesOfRules, changedAgain, overflows }: Pick<RulesPreview, 'linesOfRules' | 'changedAgain' | 'overflows'>,
): string[] {
  const rule = rules[at];
  // The preview might still be for earlier rules.
  if (!rule || linesOfRules.length !== rules.length) return [];
  const messages: string[] = [];
  if (linesOfRules[at] === 0) messages.push(neverAppliesText(rule, rules.slice(0, at)));
  const overflow = overflows.find((one) => one.rule === at);
  if (overflow) messages.push(t('conflict.tooLong', { lines: overflow.lines }));
  for (const { earlier, later, lines } of changedAgain) {
    const [before, after] = [rules[earlier], rules[later]];
    if (earlier === at && after)
      messages.push(t('conflict.changedAgain', { place: later + 1, rule: ruleName(after), lines }));
    if (later === at && before)
      messages.push(t('conflict.changes', { place: earlier + 1, rule: ruleName(before), lines }));
  }
  return messages;
}

function neverAppliesText(rule: PronunciationRule, earlier: Rules): string {
  if (rule.from === rule.to && rule.ipa === undefined) return t('conflict.same');
  const before = earlier.findIndex(
    (other) => other.from.toLowerCase() === rule.from.toLowerCase() && other.role === null,
  );
  if (before >= 0) return t('conflict.taken', { place: before + 1 });
  if (rule.role !== null) return t('conflict.notOfRole', { role: rule.role });
  return t('conflict.notSpoken');
}
