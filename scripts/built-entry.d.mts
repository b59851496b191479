export function builtEntry(root: string, bundle: string, source: string): string;
