// Draft of a field that is saved on blur, shown until the project has the new value.
import { notifyManager } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { notifyFailure } from '../overlays/toast.tsx';

interface FieldDraftOptions<D, V> {
  readonly value: V;
  /** Returns undefined if the draft is invalid and stays with its error. Returning `known` discards the draft. */
  read(draft: D, known: V): V | undefined;
  /** Must resolve only once `value` shows the result; errors are shown by this hook. */
  save(next: V): Promise<unknown>;
  isSame?(a: V, b: V): boolean;
  /** Whether to save a value even if it hasn't changed, because its meaning has changed. */
  readonly resaves?: boolean;
  /** Discards a draft that couldn't be saved, so that it doesn't look saved; otherwise it stays for a retry. */
  readonly dropsFailed?: boolean;
}

interface FieldDraft<D, V> {
  readonly draft: D | null;
  /** The value being saved, or else the saved one. */
  readonly value: V;
  type(draft: D): void;
  drop(): void;
  save(): void;
}

/** Returns `known` if the draft isn't a number. For use in `read`. */
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

/** The draft is discarded once it is saved, unless it has been edited since. Give each line, take or chapter a `key`. */
export function useFieldDraft<D, V>(options: FieldDraftOptions<D, V>): FieldDraft<D, V> {
  const { value, read, save, isSame = Object.is, resaves = false, dropsFailed = false } = options;
  const [{ draft, sent }, draw] = useState<TypedState<D, V>>({ draft: null, sent: null });
  // A ref, because a field may be edited and blurred within one event.
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
  // The saved value may arrive in a deferred render, so the draft ends with that render.
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
