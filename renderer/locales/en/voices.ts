// What the service's voices say: the list with its search and filters, samples, and what voices are like.

export const voices = {
  label: 'Voices',
  search: 'Search voices',
  searchHint: 'Name, language, accent…',
  summary: '{shown, number} of {voices, plural, one {# voice} other {# voices}}',
  asking: 'asking the service…',
  none: {
    title: 'No voice is like this',
    detail: 'Search for fewer words, or clear the filters.',
    showAll: 'Show all voices',
  },
  heading: {
    hear: 'Sample',
    name: 'Voice',
    traits: 'What it is like',
    cast: 'Cast as',
    star: 'Favourite',
  },
  clone: 'clone',
  /** A voice that can’t be cast: its name, then the reason. */
  nameHint: '{voice}. {reason}',
  cantCast: 'Can’t be cast: batches take {batchEngine} only, and this voice belongs to {engine}.',
  cantCastUnknown: 'Can’t be cast: batches take {batchEngine} only, and this voice belongs to another engine.',
  favourite: 'Favourite: {voice}',
  play: 'Play the sample of {voice}',
  pause: 'Pause the sample of {voice}',
  sample: {
    title: '{voice} · sample',
    detail: 'as the service has it, no characters used',
    none: 'The service has no sample of {voice}: audition a line with it.',
  },
  /** What keys do in the list. */
  keys: { Space: 'sample', F: 'favourite', C: 'compare', Enter: 'cast' },
  filters: 'Filters',
  clearFilters: 'Clear filters',
  filter: {
    language: 'Language',
    gender: 'Gender',
    accent: 'Accent',
    age: 'Age',
    style: 'Style',
    tempo: 'Tempo',
    texture: 'Texture',
    loudness: 'Loudness',
    synthesizer: 'Synthesizer',
    engine: 'Engine',
    cloned: 'Cloned',
    favourite: 'Favourite',
  },
  value: { yes: 'yes', no: 'no', unsaid: 'not said' },
} as const;
