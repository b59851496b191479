const DECLARATION =
  /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:interface|type|class|enum) ([\p{L}\p{N}_$]+)/gmu;

/** A type's name and the files that declare it, in the order in which they were given. */
export interface SharedTypeName {
  readonly name: string;
  readonly files: readonly string[];
}

/**
 * The names that several files declare a type or class by. Declarations inside functions and namespaces don't count: they
 * are read together with what is around them.
 *
 * @param texts TypeScript by file name
 */
export function sharedTypeNames(texts: ReadonlyMap<string, string>): SharedTypeName[] {
  const filesOf = new Map<string, Set<string>>();
  for (const [file, text] of texts) {
    for (const [, name = ''] of text.matchAll(DECLARATION)) {
      filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file));
    }
  }
  return [...filesOf].filter(([, files]) => files.size > 1).map(([name, files]) => ({ name, files: [...files] }));
}
