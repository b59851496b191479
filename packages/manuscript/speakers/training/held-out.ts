/** Folder names of the novels that are used only for evaluation. */
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
