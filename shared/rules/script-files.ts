// Files that a script may be in.

/** Extensions of files that are read as scripts, in lower case without the dot. A file without one is read too. */
export const SCRIPT_EXTENSIONS: readonly string[] = ['txt', 'text', 'md', 'markdown', 'lectern-script'];
