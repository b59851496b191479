/** Words that speakers often reduce, and that recognisers often add or omit. */
const SHORT_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    en:
      'a an the and or but of to in on at by as is it its i he his him her hers we me my be been am are was were has had have ' +
      'do did does that than then this these so if for from with uh um oh ah eh hm hmm mm er well us our you your they them ' +
      'will would could should can there theyre their all up out what who when some',
    de:
      'der die das den dem des ein eine einen einem einer eines und oder aber in im an am auf zu zum zur von vom mit es er ' +
      'sie ich du wir ihr ihn ihm ist war hat habe so da ja nun wie als dass sich auch noch mich mir dich dir uns aeh aehm oh ' +
      'ach na hm ab bei bis um',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** @param word a folded word in the language, an ISO 639-1 code */
export const isShortWord = (word: string, language: string): boolean =>
  SHORT_WORDS.get(language)?.has(word) ?? Array.from(word).length <= 2;

/** Words that can be added or omitted when a number in digits is read. */
export const NUMBER_FILLERS: ReadonlySet<string> = new Set(
  'and the of oh o oclock hundred hours cent cents pence p euro euros dollar dollars pound pounds uhr und am pm m a'.split(
    ' ',
  ),
);

/** Phrases that Whisper, trained on video subtitles, often hallucinates in silence. Folded, without spaces. */
const INVENTED_PHRASES: ReadonlySet<string> = new Set([
  ...['you', 'thankyou', 'thankyouforwatching', 'thanksforwatching', 'bye', 'byebye', 'pleasesubscribe', 'subtitlesby'],
  ...['vielendank', 'vielendankfuerszuschauen', 'untertiteldesamaraorgcommunity', 'untertitelderamaraorgcommunity'],
  ...[
    'untertitelimauftragdeszdffuerfunk2017',
    'ごしちょうありがとうございました',
    'soustitresrealisesparalacommunautedamaraorg',
  ],
]);

export const isInventedPhrase = (words: readonly string[]): boolean => INVENTED_PHRASES.has(words.join(''));
