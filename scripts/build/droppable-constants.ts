import type { Plugin } from 'vite';

/**
 * Expressions that might have side effects as far as the bundler knows: calls, and spreads, because they can invoke
 * getters.
 */
const CALL_OR_SPREAD = /\(|\.{3}/;
/** The creation of a function has no side effects. */
const FUNCTION_EXPRESSION = /^(?:ArrowFunction|Function)Expression$/;

interface Statement {
  readonly type: string;
  readonly declaration?: Statement | null;
  readonly declarations?: readonly {
    readonly init?: { readonly type: string; readonly start: number; readonly end: number } | null;
  }[];
}

/**
 * Marks calls in constants as pure, so that the bundler can drop unused constants. Otherwise, a page that uses only
 * one number from a module would include all of the module's schemas and the schema library.
 * @param isDroppable returns whether the module at a path contains only droppable constants and functions
 */
export function dropUnusedConstants(isDroppable: (id: string) => boolean): Plugin {
  return {
    name: 'lectern:droppable-constants',
    // This plugin requires that types have already been stripped.
    enforce: 'post',
    transform(code, id) {
      if (!isDroppable(id.split('?')[0] ?? '')) return null;
      const { body } = this.parse(code) as { readonly body: readonly Statement[] };
      const calls = body
        .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
        .flatMap(({ init }) =>
          init && !FUNCTION_EXPRESSION.test(init.type) && CALL_OR_SPREAD.test(code.slice(init.start, init.end))
            ? [init]
            : [],
        );
      let marked = code;
      for (const { start, end } of calls.toReversed()) {
        marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`;
      }
      return { code: marked, map: null, moduleSideEffects: false };
    },
  };
}
