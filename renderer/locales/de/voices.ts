import type { Translation } from '../../../shared/words/words.ts';
import type { voices as english } from '../en/voices.ts';

export const voices: Translation<typeof english> = {
  label: 'Stimmen',
  search: 'Stimmen suchen',
  searchHint: 'Name, Sprache, Akzent …',
  summary: '{shown, number} von {voices, plural, one {# Stimme} other {# Stimmen}}',
  asking: 'fragt den Dienst ab …',
  none: {
    title: 'Keine passende Stimme',
    detail: 'Suchen Sie nach weniger Wörtern oder löschen Sie die Filter.',
    showAll: 'Alle Stimmen anzeigen',
  },
  heading: {
    hear: 'Stimmprobe',
    name: 'Stimme',
    traits: 'Merkmale',
    cast: 'Besetzt als',
    star: 'Favorit',
  },
  clone: 'Klon',
  nameHint: '{voice}. {reason}',
  cantCast: 'Nicht besetzbar: Stapel nehmen nur {batchEngine} an, und diese Stimme gehört zu {engine}.',
  cantCastUnknown:
    'Nicht besetzbar: Stapel nehmen nur {batchEngine} an, und diese Stimme gehört zu einer anderen Engine.',
  favourite: 'Favorit: {voice}',
  play: 'Stimmprobe von {voice} abspielen',
  pause: 'Stimmprobe von {voice} anhalten',
  sample: {
    title: '{voice} · Stimmprobe',
    detail: 'wie der Dienst sie hat, verbraucht keine Zeichen',
    none: 'Der Dienst hat keine Stimmprobe von {voice}: Hören Sie damit eine Zeile vor.',
  },
  keys: { Space: 'Stimmprobe', F: 'Favorit', C: 'vergleichen', Enter: 'besetzen' },
  filters: 'Filter',
  clearFilters: 'Filter löschen',
  filter: {
    language: 'Sprache',
    gender: 'Geschlecht',
    accent: 'Akzent',
    age: 'Alter',
    style: 'Stil',
    tempo: 'Tempo',
    texture: 'Klangfarbe',
    loudness: 'Lautstärke',
    synthesizer: 'Synthesizer',
    engine: 'Engine',
    cloned: 'Geklont',
    favourite: 'Favorit',
  },
  value: { yes: 'ja', no: 'nein', unsaid: 'keine Angabe' },
};
