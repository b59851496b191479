// What is typed into a field that is saved when it is left: shown until the project has it.
import { notifyManager } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { notifyFailure } from './toast.tsx';

interface FieldDraftOptions<D, V> {
  /** As the project is known to have it. */
  readonly value: V;
  /**
   * What a draft stands for: undefined where it can't be saved and stays, with what is wrong with it.
   *
   * @param known the value that was sent last, else the project's; where it is answered, the draft is put away
   */
  read(draft: D, known: V): V | undefined;
  /** Sends a value. It resolves once `value` can be seen to be what came of it; a failure is said here. */
  save(next: V): Promise<unknown>;
  /** `Object.is` unless given. */
  isSame?(a: V, b: V): boolean;
  /** The project's value means something else now: it is sent all the same. */
  readonly resaves?: boolean;
  /** What could not be saved is put away, because it must not look as if it held; else it stays, to be saved again. */
  readonly dropsFailed?: boolean;
}

interface FieldDraft<D, V> {
  /** What is typed; null: `value` is shown. */
  readonly draft: D | null;
  /** The value that was sent last, until it is answered; else the project's. */
  readonly value: V;
  type(draft: D): void;
  /** Puts away what is typed. What was sent is not called off. */
  drop(): void;
  /** Sends what is typed, unless it is what was sent last or what the project has. */
  save(): void;
}

/** The number that is typed; what is known already where none is. For `read`. */
export function numberTyped<V>(draft: number | string, known: V): number | V {
  const number = draft === '' ? Number.NaN : Number(draft);
  return Number.isNaN(number) ? known : number;
}

/** A value on its way. */
interface SentDraft<D, V> {
  readonly value: V;
  /** What stood for it when it was to be saved last. */
  draft: D;
}

interface TypedState<D, V> {
  readonly draft: D | null;
  readonly sent: SentDraft<D, V> | null;
}

/**
 * The draft of one field. It ends when the save of it is answered, unless something else was typed since; a value that
 * arrives from elsewhere does not end it. Of another line, take or chapter the field has to be another one, by its key.
 */
export function useFieldDraft<D, V>(options: FieldDraftOptions<D, V>): FieldDraft<D, V> {
  const { value, read, save, isSame = Object.is, resaves = false, dropsFailed = false } = options;
  const [{ draft, sent }, draw] = useState<TypedState<D, V>>({ draft: null, sent: null });
  // A field may be typed into and left in one event.
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
  // The value may come by a deferred rendering: the draft ends with it, not before.
  const seen = useDeferredValue(answered);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends once
  useEffect(() => {
    if (seen !== null) end(seen, true);
  }, [seen]);

  const send = (next: SentDraft<D, V>) => {
    set({ draft: next.draft, sent: next });
    save(next.value).then(
      // Those who show a reply of the cache are told of it in a task of their own.
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
