import type { Plugin } from 'vite';

/** What might do anything, for all that the bundler knows: a call, and an object that is spread, whose members may be getters. */
const CALL_OR_SPREAD = /\(|\.{3}/;
/** Making a function calls nothing. */
const FUNCTION = /^(?:ArrowFunction|Function)Expression$/;

/** What is looked at of a module's statements. */
interface Statement {
  readonly type: string;
  readonly declaration?: Statement | null;
  readonly declarations?: readonly {
    readonly init?: { readonly type: string; readonly start: number; readonly end: number } | null;
  }[];
}

/**
 * Lets the bundler leave out constants that nothing uses, though a call makes them: a schema is a chain of calls, and a call
 * might do anything. In these modules none does more than to make its value, so that a page which only uses a number of a
 * module is not given the schemas beside it, and the library that makes them.
 *
 * @param isOfThese whether a module, by its path, holds nothing but such constants and functions
 */
export function dropUnusedConstants(isOfThese: (id: string) => boolean): Plugin {
  return {
    name: 'lectern:droppable-constants',
    // Behind whatever takes the types away.
    enforce: 'post',
    transform(code, id) {
      if (!isOfThese(id.split('?')[0] ?? '')) return null;
      const { body } = this.parse(code) as { readonly body: readonly Statement[] };
      const calls = body
        .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
        .flatMap(({ init }) =>
          init && !FUNCTION.test(init.type) && CALL_OR_SPREAD.test(code.slice(init.start, init.end)) ? [init] : [],
        );
      let marked = code;
      for (const { start, end } of calls.toReversed()) {
        marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`;
      }
      return { code: marked, map: null, moduleSideEffects: false };
    },
  };
}
