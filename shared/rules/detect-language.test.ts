import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.ts';

describe('detectLanguage', () => {
  it.each([
    ['english', 'I attribute it to the superior quality of the wine, sir. It was in the house when he came to you.'],
    [
      'german',
      'Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich in seinem Bett und es war nicht gut.',
    ],
    [
      'french',
      'Longtemps, je me suis couché de bonne heure. Il était une fois un roi qui ne dormait pas dans son lit.',
    ],
    [
      'spanish',
      'En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía un hidalgo de los de lanza en astillero, y su rocín era flaco.',
    ],
    [
      'italian',
      'Nel mezzo del cammin di nostra vita mi ritrovai per una selva oscura, che la diritta via era smarrita. Non so dire come ci sono entrato.',
    ],
    [
      'portuguese',
      'Não sei se ele ainda está em casa, mas o livro que você comprou ficou na mesa da sala e eu não o li.',
    ],
    [
      'dutch',
      'Het was een koude dag in de winter en hij had geen jas bij zich, maar dat vond hij niet erg want ze was er ook.',
    ],
    [
      'swedish',
      'Det var en gång en liten flicka som inte hade någon mor, och hon bodde i ett hus i skogen med sin far.',
    ],
    [
      'danish',
      'Der var engang en lille pige, som ikke havde nogen mor, og hun boede i et hus i skoven med sin far af hjertet.',
    ],
    [
      'polish',
      'Litwo, ojczyzno moja, ty jesteś jak zdrowie; nie wiem, czy to jest dobrze, ale tak było i już go nie ma na świecie.',
    ],
    [
      'turkish',
      'Bir varmış bir yokmuş; bu evde çok yaşlı bir adam ve onun oğlu var, ama ne o ne de biz bunu biliyorduk gibi.',
    ],
    [
      'hungarian',
      'Egyszer volt, hol nem volt, volt egy szegény ember, és annak volt három fia, de az egyik nem tudta, hogy mit is kell.',
    ],
    [
      'russian',
      'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему. Это был я.',
    ],
    ['ukrainian', 'Як умру, то поховайте мене на могилі, серед степу широкого на Вкраїні милій, щоб лани широкополі.'],
    ['bulgarian', 'Аз съм българче и силна майка мене е родила; с хубости, блага обилна мойта родина е мила.'],
    [
      'serbian',
      'Боже правде, ти што спасе од пропасти досад нас, чуј и одсад наше гласе и од сад нам буди спас. Љубав и ђак.',
    ],
    ['greek', 'Σε γνωρίζω από την κόψη του σπαθιού την τρομερή.'],
    ['arabic', 'كان يا ما كان في قديم الزمان ملك عظيم.'],
    ['urdu', 'ایک دفعہ کا ذکر ہے کہ کسی جنگل میں ایک لڑکا رہتا تھا۔'],
    ['hebrew', 'בראשית ברא אלהים את השמים ואת הארץ.'],
    ['hindi', 'एक समय की बात है, एक गाँव में एक किसान रहता था।'],
    ['bengali', 'এক গ্রামে এক কৃষক বাস করত এবং তার একটি গরু ছিল।'],
    ['thai', 'กาลครั้งหนึ่งนานมาแล้วมีเด็กหญิงคนหนึ่ง'],
    ['amharic', 'በአንድ ወቅት አንድ ንጉሥ ነበረ እርሱም ጥሩ ሰው ነበር።'],
    ['japanese', '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。'],
    ['korean', '옛날 옛적에 한 마을에 착한 소년이 살고 있었습니다.'],
    ['mandarin', '从前有一座山，山上有一座庙，庙里有一个老和尚。'],
  ])('knows %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each([
    ['nothing', ''],
    ['a few letters', 'OK'],
    ['names', 'Algernon Moncrieff Gwendolen Fairfax Cecily Cardew Bunbury Shropshire'],
    ['two scripts in equal parts', 'The house of the king was on the hill. Дом царя стоял на холме, и все это знали.'],
    ['Persian', 'یکی بود یکی نبود غیر از خدا هیچکس نبود و پادشاهی بزرگ بود'],
  ])('does not guess at %s', (_, text) => {
    expect(detectLanguage(text)).toBeNull();
  });
});
