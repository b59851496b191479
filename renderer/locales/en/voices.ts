// The voice list with its search and filters, samples, and voice traits.

export const voices = {
  label: 'Voices',
  search: 'Search voices',
  searchHint: 'Name, language, accent…',
  summary: '{shown, number} of {voices, plural, one {# voice} other {# voices}}',
  asking: 'asking the service…',
  none: {
    title: 'No matching voices',
    detail: 'Use fewer search words, or clear the filters.',
    showAll: 'Show all voices',
  },
  heading: {
    hear: 'Sample',
    name: 'Voice',
    cast: 'Cast as',
    star: 'Favourite',
  },
  clone: 'clone',
  /** A voice that has just been added. */
  new: 'new',
  /** Voice packs with better voices for a language. */
  packs: {
    label: 'Voice packs',
    open: 'Get voices…',
    suggestion:
      'Only built-in {language} voices are installed. Packs such as {pack} sound much more natural, and work offline too.',
    choose: 'Choose a pack…',
    hide: 'Don’t suggest again',
    hidden: 'Voice packs for {language} won’t be suggested again. “Get voices…” still lists them.',
    download: '{pack}: {state}',
    details: 'Show download',
    failed: 'Show problem',
    title: 'Voice packs for {language}',
    intro:
      'The best packs come first. You see a pack’s terms before it is downloaded. Its voices then run on this computer.',
    none: 'The list has no more packs for this language. You can add packs from elsewhere in Settings.',
    list: 'Voice packs for this language',
    settings: 'All packs in Settings',
    close: 'Close',
  },
  /** A voice that can’t be cast: its name, then the reason. */
  nameHint: '{voice}. {reason}',
  cantCast: 'Can’t be cast: batches support only {batchEngine}, and this voice uses {engine}.',
  cantCastUnknown: 'Can’t be cast: batches support only {batchEngine}, and this voice uses another engine.',
  favourite: 'Favourite: {voice}',
  play: 'Play {voice}’s sample',
  pause: 'Pause {voice}’s sample',
  sample: {
    title: '{voice} · sample',
    detail: 'from the service, uses no characters',
    none: 'The service has no sample of {voice}. Audition a line instead.',
  },
  menu: {
    play: 'Play the sample',
    compare: 'Compare with others',
    favourite: 'Add to favourites',
    notFavourite: 'Remove from favourites',
  },
  castIt: 'Cast',
  castAs: 'Cast {voice} as {role}',
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
    licence: 'Licence',
    commercialUse: 'Commercial use',
    cloned: 'Cloned',
    favourite: 'Favourite',
  },
  value: { yes: 'yes', no: 'no', unsaid: 'unknown' },
} as const;
