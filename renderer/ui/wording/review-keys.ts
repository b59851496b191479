// The keys of the review, as they are shown below its table and among the shortcuts.

export const REVIEW_KEYS: readonly { readonly keys: readonly string[]; readonly what: string }[] = [
  { keys: ['Space'], what: 'play' },
  { keys: ['J', 'K'], what: 'next, previous' },
  { keys: ['A'], what: 'approve' },
  { keys: ['X'], what: 'reject' },
  { keys: ['R'], what: 'reject and render again' },
  { keys: ['B'], what: 'compare' },
  { keys: ['P'], what: 'pick' },
  { keys: ['N'], what: 'note' },
  { keys: ['[', ']'], what: 'trim' },
  { keys: ['+', '−'], what: 'gain' },
];
