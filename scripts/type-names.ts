const DECLARATION =
  /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:interface|type|class|enum) ([\p{L}\p{N}_$]+)/gmu;

/** A type's name and the files that declare it, in input order. */
export interface SharedTypeName {
  readonly name: string;
  readonly files: readonly string[];
}

/**
 * Returns the names of types and classes that several files declare. Ignores declarations within functions and
 * namespaces, because their context makes them clear.
 * @param texts TypeScript source by file name
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
