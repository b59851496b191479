// The draft for a field that is saved on blur. It is shown until the project contains the new value.
import { notifyManager } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { notifyFailure } from '../overlays/toast.tsx';

interface FieldDraftOptions<D, V> {
  readonly value: V;
  /**
   * Returns undefined if the draft is invalid; the draft then remains in the field, with its error. If this returns
   * `known`, the draft is discarded.
   */
  read(draft: D, known: V): V | undefined;
  /** Must not resolve before `value` is the saved value. This hook shows errors. */
  save(next: V): Promise<unknown>;
  isSame?(a: V, b: V): boolean;
  /** Whether to save a value even if it hasn't changed, because its meaning has changed. */
  readonly resaves?: boolean;
  /**
   * Whether to discard a draft that couldn't be saved, so that it doesn't appear to be saved. Otherwise, it is kept so
   * that the user can try again.
   */
  readonly dropsFailed?: boolean;
}

interface FieldDraft<D, V> {
  readonly draft: D | null;
  /** The value that is being saved. If there is none, the value that has been saved. */
  readonly value: V;
  type(draft: D): void;
  drop(): void;
  save(): void;
}

/** Parses a number. Returns `known` if the draft isn't a number. Meant to be used in `read`. */
export function numberOrKnown<V>(draft: number | string, known: V): number | V {
  const number = draft === '' ? Number.NaN : Number(draft);
  return Number.isNaN(number) ? known : number;
}

interface SentDraft<D, V> {
  readonly value: V;
  draft: D;
}

interface TypedState<D, V> {
  readonly draft: D | null;
  readonly sent: SentDraft<D, V> | null;
}

/**
 * The draft is discarded once it has been saved, unless it has been edited since. Components for lines, takes or
 * chapters need a separate `key` for each of them.
 */
export function useFieldDraft<D, V>(options: FieldDraftOptions<D, V>): FieldDraft<D, V> {
  const { value, read, save, isSame = Object.is, resaves = false, dropsFailed = false } = options;
  const [{ draft, sent }, draw] = useState<TypedState<D, V>>({ draft: null, sent: null });
  // A ref, because a field can be edited and blurred within a single event.
  const latest = useRef<TypedState<D, V>>({ draft, sent });
  const set = (next: TypedState<D, V>) => {
    latest.current = next;
    draw(next);
  };
  const end = (ended: SentDraft<D, V>, isPutAway: boolean) => {
    const now = latest.current;
    if (now.sent !== ended) return;
    set({ draft: isPutAway && Object.is(now.draft, ended.draft) ? null : now.draft, sent: null });
  };

  const [answered, setAnswered] = useState<SentDraft<D, V> | null>(null);
  // The saved value might arrive in a deferred render, so the draft is discarded in the same render.
  const seen = useDeferredValue(answered);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run only once per draft
  useEffect(() => {
    if (seen !== null) end(seen, true);
  }, [seen]);

  const send = (next: SentDraft<D, V>) => {
    set({ draft: next.draft, sent: next });
    save(next.value).then(
      // TanStack Query notifies observers in a separate task, so wait for it.
      () => notifyManager.schedule(() => setAnswered(next)),
      (failure: unknown) => {
        end(next, dropsFailed);
        notifyFailure(failure);
      },
    );
  };
  return {
    draft,
    value: sent ? sent.value : value,
    type: (typed) => set({ ...latest.current, draft: typed }),
    drop: () => set({ ...latest.current, draft: null }),
    save() {
      const now = latest.current;
      if (now.draft === null) return;
      const next = read(now.draft, now.sent ? now.sent.value : value);
      if (next === undefined) return;
      if (now.sent && isSame(next, now.sent.value)) now.sent.draft = now.draft;
      else if (!now.sent && isSame(next, value) && !resaves) set({ ...now, draft: null });
      else send({ value: next, draft: now.draft });
    },
  };
}
