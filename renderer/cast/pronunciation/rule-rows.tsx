// The rules in the order in which they apply: chosen, moved and deleted by mouse and by keyboard.
import { GripVertical, TriangleAlert } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { RulesPreview } from '../../../shared/ipc/pronunciation-requests.ts';
import type { PronunciationRule } from '../../../shared/model/cast.ts';
import { formatCounted } from '../../ui/format.ts';
import { stepTo } from '../../ui/virtual-rows.ts';
import styles from './pronunciation.module.css';
import { conflictsOf, ruleName } from './rule-list.ts';

interface RuleRowsProps {
  /** As they would be saved. */
  readonly rules: readonly PronunciationRule[];
  /** Of these rules, or of those just before. */
  readonly preview: RulesPreview | undefined;
  readonly at: number;
  /** Counts up when the list should take the keyboard. */
  readonly focusCount: number;
  onChoose(at: number): void;
  onMove(from: number, to: number): void;
  onDelete(at: number): void;
  /** The rule that is chosen is to be edited. */
  onEdit(): void;
}

/** Rows of one height. Pixels. */
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

  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const step = stepTo(event, at, rules.length, PAGE_ROWS);
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
      aria-label="Rules in the order in which they apply"
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
      aria-activedescendant={rules[at] ? `${id}-${at}` : undefined}
      tabIndex={0}
      className={styles.rows}
      onKeyDown={onKeyDown}
    >
      {rules.map((rule, index) => {
        const conflicts = preview ? conflictsOf(rules, index, preview) : [];
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list box takes the keys
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no names, and their place is what they are told by
            key={index}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.row}
            onClick={() => onChoose(index)}
            onDoubleClick={onEdit}
            {...drag(rule, index)}
          >
            <GripVertical size={13} aria-hidden className={styles.grip} />
            <small className={styles.number}>{index + 1}</small>
            <RuleWords rule={rule} />
            <Standing conflicts={conflicts} lines={preview?.linesOfRules[index]} />
          </div>
        );
      })}
    </div>
  );
}

/** What a row needs to be dragged, and to have others dropped above and below it. */
function useDraggedRule(
  { length }: readonly PronunciationRule[],
  onChoose: RuleRowsProps['onChoose'],
  onMove: RuleRowsProps['onMove'],
) {
  const dragged = useRef<number | null>(null);
  /** The row above which the dragged one would stand; as many as there are rules: below the last. */
  const [target, setTarget] = useState<number | null>(null);
  const end = () => {
    dragged.current = null;
    setTarget(null);
  };
  const drop = () => {
    const from = dragged.current;
    end();
    if (from === null || target === null) return;
    // The place is counted with the rule still where it was.
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

function RuleWords({ rule: { from, to, wholeWord, matchCase, role, language } }: { readonly rule: PronunciationRule }) {
  const marks = [wholeWord ? null : 'within words', matchCase ? 'Aa' : null, role, language].filter((mark) => mark);
  return (
    <span className={styles.words}>
      <span className="cut">{from}</span>
      <span aria-hidden className="dim">
        →
      </span>
      <span className="cut">{to === '' ? <em className="dim">nothing</em> : to}</span>
      {marks.length > 0 && <small className={`cut ${styles.marks}`}>{marks.join(' · ')}</small>}
    </span>
  );
}

/** In how many lines it is at work, and whether something is in its way. */
function Standing({ conflicts, lines }: { readonly conflicts: readonly string[]; readonly lines: number | undefined }) {
  return (
    <small className={styles.standing} title={conflicts.join(' ')}>
      {conflicts.length > 0 && <TriangleAlert size={13} aria-hidden className={styles.warning} />}
      {lines !== undefined && formatCounted(lines, 'line')}
      {conflicts.length > 0 && <span className="unseen">. {conflicts.join(' ')}</span>}
    </small>
  );
}
