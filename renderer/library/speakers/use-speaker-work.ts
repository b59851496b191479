import type { BookQuotations } from '@lectern/manuscript/speakers';
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import type { FoundQuotation, SpeakerChoices } from '../../../shared/model/speaker-choices.ts';
import { words } from '../../locales/words.ts';
import { isInText } from '../../ui/focus.ts';
import { useDecisions, useSpeakerDecisions } from './speaker-decisions.ts';
import {
  attributions,
  countDoubtful,
  doubtfulFirst,
  rolesOfBook,
  type SimilarScope,
  similarQuotations,
  withRenamedRole,
  withSpeaker,
} from './speaker-work.ts';

const t = words('speakers');

export type PanelField = 'find' | 'add' | 'edit';

export type SpeakerWork = ReturnType<typeof useSpeakerWork>;

type SpeakerFilter = 'doubtful' | 'all';

export function useSpeakerWork(book: BookQuotations, file: string) {
  const { now: choices, before, after } = useDecisions(file);
  const { decide, undo, redo } = useSpeakerDecisions.getState();
  const [filter, setFilter] = useState<SpeakerFilter>(() =>
    book.quotations.some(({ isDoubtful }) => isDoubtful) ? 'doubtful' : 'all',
  );
  const sorted = useMemo(() => doubtfulFirst(book.quotations), [book]);
  const shown = useMemo(
    () => (filter === 'all' ? sorted : sorted.filter(({ isDoubtful }) => isDoubtful)),
    [sorted, filter],
  );
  const [at, setAt] = useState(() => Math.max(0, nextDoubtful(shown, choices, -1)));
  const [scope, setScope] = useState<SimilarScope | null>(null);
  const [told, setTold] = useState('');
  const [focusCount, setFocusCount] = useState(1);
  const [field, setField] = useState<PanelField | null>(null);
  const selected = shown[at];
  const order = useRef<readonly string[]>([]);
  const roles = useMemo(() => {
    const found = rolesOfBook(book.quotations, choices, order.current);
    // Roles keep their positions, so that their number keys don't change.
    order.current = [...new Set([...order.current, ...found.map(({ name }) => name)])];
    return found;
  }, [book, choices]);
  const alike = useMemo(
    () => (selected ? similarQuotations(selected, book.quotations, choices) : []),
    [selected, book, choices],
  );
  // By default, a decision applies to the speaker's whole turn.
  const inScope = alike.find((one) => one.scope === (scope ?? 'turn')) ?? alike[0];

  const select = useCallback((index: number) => {
    setAt(index);
    setScope(null);
  }, []);
  const focusList = () => {
    setField(null);
    setFocusCount((count) => count + 1);
  };
  const assign = (role: string | null) => {
    if (!inScope) return;
    const next = withSpeaker(choices, inScope.ids, role);
    decide(file, next);
    const place = nextDoubtful(shown, next, at);
    const isOver = countDoubtful(book.quotations, next) === 0 && countDoubtful(book.quotations, choices) > 0;
    const what = t('told.set', { count: inScope.ids.length, role: role ?? t('narrator') });
    setTold(isOver ? `${what} ${t('told.allDone')}` : what);
    if (place >= 0) select(place);
    focusList();
  };
  const rename = (from: string, into: string) => {
    decide(file, withRenamedRole(choices, from, into));
    order.current = order.current.map((name) => (name === from ? into : name));
    setTold(t('told.renamed', { from, into }));
    focusList();
  };
  const step = (way: 'undo' | 'redo') => {
    if (way === 'undo' ? undo(file) : redo(file)) setTold(t(way === 'undo' ? 'told.undone' : 'told.redone'));
    setScope(null);
    focusList();
  };
  const show = (next: SpeakerFilter) => {
    setFilter(next);
    const list = next === 'all' ? sorted : sorted.filter(({ isDoubtful }) => isDoubtful);
    select(Math.max(0, selected ? list.indexOf(selected) : 0));
  };
  const widen = () => {
    const place = inScope ? alike.indexOf(inScope) : 0;
    setScope(alike[(place + 1) % alike.length]?.scope ?? null);
  };
  const onKey = (event: KeyboardEvent, quotation: FoundQuotation | undefined): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey || !quotation) return false;
    const taken = keyAction(event.key, {
      at,
      shown,
      select,
      say: assign,
      widen,
      step,
      roles,
      filter,
      show,
      setField,
      guess: attributions(choices)(quotation).role,
    });
    taken?.();
    return taken !== null;
  };
  const onStepKey = (event: KeyboardEvent) => {
    const way = undoKey(event);
    if (way === null || isInText()) return;
    event.preventDefault();
    step(way);
  };
  return {
    choices,
    filter,
    shown,
    at,
    selected,
    roles,
    alike,
    inScope,
    told,
    focusCount,
    field,
    doubtful: useMemo(() => countDoubtful(book.quotations, choices), [book, choices]),
    canUndo: before.length > 0,
    canRedo: after.length > 0,
    select,
    say: assign,
    rename,
    step,
    show,
    setScope,
    setField,
    focusList,
    onKey,
    onStepKey,
  };
}

interface KeyContext {
  readonly at: number;
  readonly shown: readonly FoundQuotation[];
  readonly roles: readonly { readonly name: string }[];
  readonly guess: string | null;
  readonly filter: SpeakerFilter;
  readonly select: (index: number) => void;
  readonly say: (role: string | null) => void;
  readonly widen: () => void;
  readonly step: (way: 'undo' | 'redo') => void;
  readonly show: (filter: SpeakerFilter) => void;
  readonly setField: (field: PanelField) => void;
}

function keyAction(key: string, parts: KeyContext): (() => unknown) | null {
  const { at, shown, roles } = parts;
  const role = /^[1-9]$/.test(key) ? roles[Number(key) - 1] : undefined;
  if (role) return () => parts.say(role.name);
  const actions: Readonly<Record<string, () => unknown>> = {
    j: () => parts.select(Math.min(at + 1, shown.length - 1)),
    k: () => parts.select(Math.max(at - 1, 0)),
    enter: () => parts.say(parts.guess),
    0: () => parts.say(null),
    r: () => parts.setField('find'),
    n: () => parts.setField('add'),
    e: () => parts.guess !== null && parts.setField('edit'),
    a: parts.widen,
    u: () => parts.step('undo'),
    f: () => parts.show(parts.filter === 'all' ? 'doubtful' : 'all'),
  };
  const name = key.toLowerCase();
  return Object.hasOwn(actions, name) ? (actions[name] ?? null) : null;
}

function undoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(ctrlKey || metaKey) || altKey) return null;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' ? 'redo' : null;
}

/** Returns the index of the next open quotation, continuing from the start of the list; -1 if none is open. */
function nextDoubtful(shown: readonly FoundQuotation[], { said }: SpeakerChoices, after: number): number {
  const isOpen = ({ id, isDoubtful }: FoundQuotation) => isDoubtful && said[id] === undefined;
  const next = shown.findIndex((quotation, index) => index > after && isOpen(quotation));
  return next >= 0 ? next : shown.findIndex(isOpen);
}
