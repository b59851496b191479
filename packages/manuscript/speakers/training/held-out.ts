/**
 * Novels of the corpus, by folder name, that weights are never fitted to. Figures for them show how well the weights do
 * on books that they have not seen.
 */
export const HELD_OUT: ReadonlySet<string> = new Set([
  'APassageToIndia',
  'DaisyMiller',
  'HowardsEnd',
  'MansfieldPark',
  'NorthangerAbbey',
  'Persuasion',
  'TheAwakening',
  'TheInvisibleMan',
  'ThePictureOfDorianGray',
  'TheSignOfTheFour',
  'TheSunAlsoRises',
  'WinnieThePooh',
]);
