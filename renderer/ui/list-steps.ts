import type { KeyboardEvent } from 'react';

/**
 * The row that a key leads to, or null for a key that leads nowhere.
 *
 * @param page rows that are seen at once
 */
export function stepTo(event: KeyboardEvent, from: number, count: number, page: number): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return null;
  const within = (index: number) => Math.min(Math.max(index, 0), count - 1);
  switch (event.key) {
    case 'ArrowDown':
      return within(from + 1);
    case 'ArrowUp':
      return within(from - 1);
    case 'PageDown':
      return within(from + page);
    case 'PageUp':
      return within(from - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'Enter':
    case ' ':
      return within(from);
    default:
      return null;
  }
}
