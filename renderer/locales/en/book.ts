// Book details: fields, cover, credits and what stores still need.

export const book = {
  title: 'Book details',
  intro: 'Exports include these details, and stores require them. Changes are saved automatically.',
  close: 'Done',
  field: {
    title: 'Title',
    subtitle: 'Subtitle',
    authors: 'Authors',
    narrators: 'Narrators',
    publisher: 'Publisher',
    year: 'Year',
    series: 'Series',
    seriesNumber: 'Number in the series',
    language: 'Language',
    isbn: 'ISBN',
    description: 'Description',
    copyright: 'Copyright line',
  },
  hint: {
    people: 'Press Enter after each name',
    language: 'For example, en or pt-BR',
    isbn: '10 or 13 digits',
    copyright: 'For example, © 2026 Ada Smith',
  },
  fault: {
    isbn: 'This ISBN isn’t valid. Enter its 10 or 13 digits.',
    language: 'Enter a language code, such as en or pt-BR.',
    year: 'Enter a four-digit year.',
    seriesNumber: 'Enter a number from 0 to 10,000.',
  },
  /** Undo label. */
  changed:
    '{field, select, title {Title changed} subtitle {Subtitle changed} authors {Authors changed} narrators {Narrators changed} publisher {Publisher changed} year {Year changed} series {Series changed} seriesNumber {Number in the series changed} language {Language changed} isbn {ISBN changed} description {Description changed} copyright {Copyright line changed} other {Book details changed}}',
  cover: {
    heading: 'Cover',
    picture: 'Cover of {book}',
    none: 'No cover yet. Stores require a square JPEG or PNG of at least 2,400 pixels per side.',
    choose: 'Choose image…',
    another: 'Replace image…',
    remove: 'Remove',
    figures: '{format}, {width, number} × {height, number} pixels',
    changed: 'Cover changed',
    removed: 'Cover removed',
  },
  credits: {
    heading: 'Credits',
    hint: 'Separate chapters at the start and end of the script, spoken by the narrator. {title}, {author} and {narrator} are replaced with the details above.',
    opening: 'Opening credits',
    closing: 'Closing credits',
    add: 'Add to the script',
    update: 'Update the script',
    remove: 'Remove from the script',
    added: 'Credits in the script changed',
    removed: 'Credits removed from the script',
  },
  stores: {
    heading: 'Still needed by stores',
    nothing: 'Nothing is missing.',
    row: '<store>{target}</store>: {what}',
  },
} as const;
