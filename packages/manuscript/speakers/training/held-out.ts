/** Folder names of novels that are only used for evaluation. */
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
