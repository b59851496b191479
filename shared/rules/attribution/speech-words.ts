// Words that say who speaks: verbs of speech, pronouns, titles and the like, of the languages in which novels come most.

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Verbs beside a quotation whose subject says it, as they stand in a tale. */
export const SPEECH_VERBS = words(`
  said says say saying replied replies replying asked asks asking cried cries crying exclaimed exclaims exclaiming
  answered answers answering returned continued continues continuing added adds adding shouted shouts shouting
  whispered whispers whispering murmured murmurs murmuring muttered mutters muttering thought thinks thinking remarked
  remarks remarking observed observes observing repeated repeats repeating interrupted began begins beginning called
  calls calling screamed screaming growled sighed sobbed inquired enquired inquiring pleaded suggested suggests declared
  ventured grunted roared gasped laughed rejoined retorted resumed persisted insisted demanded panted squeaked wondered
  protested explained explains explaining announced warned agreed admitted snapped hissed yelled bellowed stammered
  faltered mused pursued urged begged ordered commanded concluded chimed commented croaked drawled groaned mumbled
  objected proposed prompted queried responded reported shrieked stated stuttered threatened wailed whimpered whined
  uttered chuckled giggled grumbled breathed barked acknowledged ejaculated confessed conceded promised assured advised
  lamented shrilled piped crooned cooed purred moaned implored entreated soothed apologized apologised boasted
  interposed put went broke sang read smiled told reflected
  sagte fragte antwortete rief erwiderte flüsterte meinte murmelte schrie entgegnete versetzte sprach dachte fuhr
  bemerkte erklärte wiederholte brummte seufzte lachte
  dit répondit demanda cria murmura reprit ajouta répliqua fit pensa chuchota déclara continua interrompit disait
  dijo preguntó respondió contestó gritó murmuró exclamó añadió replicó pensó susurró repitió
  disse rispose chiese gridò mormorò esclamò aggiunse domandò perguntou respondeu gritou murmurou
  сказал сказала спросил спросила ответил ответила отвечал отвечала крикнул крикнула закричал закричала прошептал
  прошептала говорил говорила проговорил проговорила произнёс произнес произнесла подумал подумала воскликнул
  воскликнула повторил повторила прибавил прибавила заметил заметила продолжал продолжала
`);

/** Of them, those that tell of speech only with the word behind them. */
export const PARTICLE_VERBS: Readonly<Record<string, ReadonlySet<string>>> = {
  went: words('on'),
  put: words('in'),
  broke: words('in out'),
  fuhr: words('fort'),
};
