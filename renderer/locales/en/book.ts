// The book's details: its fields, its cover, what stores still want of them; and the pauses and credits of a production.

export const book = {
  title: 'Book details',
  intro: 'Written into the files, and asked for by stores. Each change is kept at once.',
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
    language: 'such as en or pt-BR',
    isbn: '10 or 13 digits',
    copyright: 'such as © 2026 Ada Smith',
  },
  fault: {
    isbn: 'An ISBN has 10 or 13 digits, and one of these is wrong.',
    language: 'A language is written as en or pt-BR.',
    year: 'A year has four digits.',
    seriesNumber: 'A number from 0 to 10,000.',
  },
  /** The step that can be taken back. */
  changed:
    '{field, select, title {Title changed} subtitle {Subtitle changed} authors {Authors changed} narrators {Narrators changed} publisher {Publisher changed} year {Year changed} series {Series changed} seriesNumber {Number in the series changed} language {Language changed} isbn {ISBN changed} description {Description changed} copyright {Copyright line changed} other {Book details changed}}',
  cover: {
    heading: 'Cover',
    picture: 'Cover of {book}',
    none: 'No cover yet. Stores want a square picture, JPEG or PNG, with at least 2,400 pixels a side.',
    choose: 'Choose a picture…',
    another: 'Another picture…',
    remove: 'Remove',
    figures: '{format}, {width, number} × {height, number} pixels',
    changed: 'Cover changed',
    removed: 'Cover removed',
  },
  credits: {
    heading: 'Credits',
    hint: 'Chapters of their own at both ends of the script, spoken by the narrator. {title}, {author} and {narrator} stand for the details above.',
    opening: 'Opening credits',
    closing: 'Closing credits',
    add: 'Add to the script',
    update: 'Update the script',
    remove: 'Remove from the script',
    added: 'Credits in the script changed',
    removed: 'Credits removed from the script',
  },
  stores: {
    heading: 'What stores still want',
    nothing: 'Nothing: every target has what it asks for.',
    row: '<store>{target}</store>: {what}',
  },
} as const;
