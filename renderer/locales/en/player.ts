// The player at the foot of the window.

export const player = {
  label: 'Player',
  previous: 'Previous line',
  play: 'Play',
  pause: 'Pause',
  next: 'Next line',
  /** Menu command and its shortcut. */
  chapter: '{command} ({keys})',
  empty: 'Play a line to hear it here.',
  failed: 'This audio can’t be played.',
  position: 'Position',
  at: '{position} of {length}',
  atSoFar: '{position} of {length} so far',
  growing: 'Length so far. More is still loading.',
  showLine: 'Show this line',
  inChapter: 'Line in the chapter',
  /** The position of the playing line in its chapter. */
  lineOf: '{role}, line {at, number} of {lines, number}',
  lineOfNobody: 'Line {at, number} of {lines, number}',
  filtered: 'Filtered lines',
  place: '{at, number} of {lines, number}',
  skipped: '{lines, number} skipped',
  speed: 'Speed {speed}',
  loop: 'Loop',
  loopHint: 'Loop this line',
  keys: 'J K L',
  /** Result of continuous playback. */
  ended: {
    nothing: 'Nothing to play from here.',
    lines: '{lines, plural, one {Played # line.} other {Played # lines.}}',
    chapter: '{lines, plural, one {Played # line} other {Played # lines}}, to the end of {chapter}.',
    spoken: '{lines, plural, one {A local voice spoke # line} other {A local voice spoke # lines}} without a take.',
    withoutTake: 'Skipped {lines, plural, one {# line} other {# lines}} without a take.',
    withoutFile: 'Skipped {lines, plural, one {# line} other {# lines}} whose audio file is missing or damaged.',
    withoutEither:
      'Skipped {lines, plural, one {# line} other {# lines}} without a take and {files, plural, one {# line} other {# lines}} whose audio file is missing or damaged.',
  },
} as const;
