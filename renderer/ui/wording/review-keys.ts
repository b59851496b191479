// Keys of one place: the review's, as they are shown below its table and among the shortcuts, and the player's.

interface PlaceKeys {
  readonly keys: readonly string[];
  readonly what: string;
}

export const REVIEW_KEYS: readonly PlaceKeys[] = [
  { keys: ['Space'], what: 'play' },
  { keys: ['J', 'K'], what: 'next, previous' },
  { keys: ['A'], what: 'approve' },
  { keys: ['X'], what: 'reject' },
  { keys: ['R'], what: 'reject and render again' },
  { keys: ['T'], what: 'another take' },
  { keys: ['B'], what: 'compare' },
  { keys: ['P'], what: 'pick' },
  { keys: ['N'], what: 'note' },
  { keys: ['[', ']'], what: 'trim' },
  { keys: ['+', '−'], what: 'gain' },
];

export const PLAYER_KEYS: readonly PlaceKeys[] = [
  { keys: ['Space'], what: 'play or pause' },
  { keys: ['J'], what: 'three seconds back' },
  { keys: ['K'], what: 'pause, normal speed' },
  { keys: ['L'], what: 'play; again: faster' },
];
