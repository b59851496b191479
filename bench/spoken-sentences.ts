// Sentences for measuring word times in several languages. The English ones come from "Alice's Adventures in
// Wonderland", the German ones from Kafka's "Die Verwandlung", the Italian ones from "Le avventure di Pinocchio".
import { sampleText } from '../e2e/support/texts.ts';
import { splitSentences } from '../shared/rules/text-boundaries.ts';

const GERMAN =
  `Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich in seinem Bett zu einem ungeheueren Ungeziefer verwandelt.
Er lag auf seinem panzerartig harten Rücken und sah, wenn er den Kopf ein wenig hob, seinen gewölbten, braunen, von bogenförmigen Versteifungen geteilten Bauch, auf dessen Höhe sich die Bettdecke, zum gänzlichen Niedergleiten bereit, kaum noch erhalten konnte.
Seine vielen, im Vergleich zu seinem sonstigen Umfang kläglich dünnen Beine flimmerten ihm hilflos vor den Augen.
Was ist mit mir geschehen?, dachte er.
Es war kein Traum.
Sein Zimmer, ein richtiges, nur etwas zu kleines Menschenzimmer, lag ruhig zwischen den vier wohlbekannten Wänden.
Über dem Tisch, auf dem eine auseinandergepackte Musterkollektion von Tuchwaren ausgebreitet war, hing das Bild, das er vor kurzem aus einer illustrierten Zeitschrift ausgeschnitten und in einem hübschen, vergoldeten Rahmen untergebracht hatte.
Es stellte eine Dame dar, die, mit einem Pelzhut und einer Pelzboa versehen, aufrecht dasaß und einen schweren Pelzmuff, in dem ihr ganzer Unterarm verschwunden war, dem Beschauer entgegenhob.
Gregors Blick richtete sich dann zum Fenster, und das trübe Wetter machte ihn ganz melancholisch.
Wie wäre es, wenn ich noch ein wenig weiterschliefe und alle Narrheiten vergäße, dachte er.
Aber das war gänzlich undurchführbar, denn er war gewöhnt, auf der rechten Seite zu schlafen, konnte sich aber in seinem gegenwärtigen Zustand nicht in diese Lage bringen.
Ach Gott, dachte er, was für einen anstrengenden Beruf habe ich gewählt!
Tag aus, Tag ein auf der Reise.
Der Teufel soll das alles holen!
Er fühlte ein leichtes Jucken oben auf dem Bauch.
Dies frühzeitige Aufstehen, dachte er, macht einen ganz blödsinnig.
Der Mensch muss seinen Schlaf haben.
Nun, die Hoffnung ist noch nicht gänzlich aufgegeben; habe ich einmal das Geld beisammen, um die Schuld der Eltern an ihn abzuzahlen, mache ich unbedingt die Sache.
Vorläufig allerdings muss ich aufstehen, denn mein Zug fährt um fünf.
Und er sah zur Weckuhr hinüber, die auf dem Kasten tickte.
Es war halb sieben Uhr, und die Zeiger gingen ruhig vorwärts.
Sollte der Wecker nicht geläutet haben?
Der nächste Zug ging um sieben Uhr; um den einzuholen, hätte er sich unsinnig beeilen müssen.
Gregor, rief es – es war die Mutter –, es ist dreiviertel sieben.`.split('\n');

const ITALIAN = `C'era una volta un pezzo di legno.
Non era un legno di lusso, ma un semplice pezzo da catasta, di quelli che d'inverno si mettono nelle stufe e nei caminetti per accendere il fuoco e per riscaldare le stanze.
Non so come andasse, ma il fatto gli è che un bel giorno questo pezzo di legno capitò nella bottega di un vecchio falegname, il quale aveva nome mastro Antonio.
Appena mastro Antonio ebbe visto quel pezzo di legno, si rallegrò tutto; e dandosi una fregatina di mani per la contentezza, borbottò a mezza voce.
Questo legno è capitato a tempo; voglio servirmene per fare una gamba di tavolino.
Detto fatto, prese subito l'ascia arrotata per cominciare a levargli la scorza e a digrossarlo.
Ma quando fu lì per lasciare andare la prima asciata, rimase col braccio sospeso in aria, perché sentì una vocina sottile sottile.
Figuratevi come rimase quel buon vecchio mastro Antonio.
Girò gli occhi smarriti intorno alla stanza per vedere di dove mai poteva essere uscita quella vocina, e non vide nessuno.
Guardò sotto il banco, e nessuno; guardò dentro un armadio che stava sempre chiuso, e nessuno.
Aprì l'uscio di bottega per dare un'occhiata anche sulla strada, e nessuno.
Ho capito, disse allora ridendo e grattandosi la parrucca; si vede che quella vocina me la sono figurata io.
Rimettiamoci a lavorare.
E ripresa l'ascia in mano, tirò giù un solennissimo colpo sul pezzo di legno.
Questa volta mastro Antonio restò di stucco, con gli occhi fuori del capo per la paura e con la bocca spalancata.
Appena riebbe l'uso della parola, cominciò a dire tremando e balbettando dallo spavento.
Ma di dove sarà uscita questa vocina che ha detto ohi?
Eppure qui non c'è anima viva.
La casa di Geppetto era una stanzina terrena, che pigliava luce da un sottoscala.
La mobilia non poteva essere più semplice: una seggiola cattiva, un letto poco buono e un tavolino tutto rovinato.
Che nome gli metterò? disse fra sé e sé.
Lo voglio chiamar Pinocchio, e questo nome gli porterà fortuna.`.split('\n');

const CZECH = `Ráno jsme vyšli z domu a vydali se po cestě k lesu.
Na kraji pole stál starý dub, pod kterým seděl pes a díval se na nás.
Babička vařila polévku, zatímco děti si hrály na dvoře.
Když začalo pršet, schovali jsme se pod střechu a čekali, až déšť přestane.
Večer přijel vlak z Prahy a na nádraží bylo plno lidí.
Kdo to klepe na dveře?
Je to soused, který nám nese dopis.
V dopise stálo, že strýc přijede v neděli, a že s sebou přiveze dvě tety, tři sestřenice a jednoho papouška.
Papoušek mluvil celou noc a nikdo nemohl spát.
To není možné, řekl otec, ale matka se jen usmála.
Město leželo v údolí mezi dvěma kopci, po jejichž svazích se táhly vinice a zahrady.
Nad řekou se vznášela mlha a z komínů stoupal tenký modrý kouř.
Starý mlynář zavřel okno, zapálil svíčku a začal vyprávět.
Bylo jednou jedno království, kde se nikdo nesměl smát.
Dost!`.split('\n');

const FINNISH = `Aamulla lähdimme talosta ja kävelimme polkua pitkin metsään.
Pellon reunalla seisoi vanha koivu, jonka alla istui musta koira.
Isoäiti keitti kahvia, ja lapset leikkivät pihalla.
Kun alkoi sataa, menimme katoksen alle ja odotimme, että sade lakkaisi.
Illalla juna saapui kaupunkiin, ja asemalla oli paljon ihmisiä.
Kuka siellä koputtaa?
Se on naapuri, joka tuo meille kirjeen.
Kirjeessä luki, että setä tulee sunnuntaina ja tuo mukanaan kaksi tätiä, kolme serkkua ja yhden papukaijan.
Papukaija puhui koko yön, eikä kukaan saanut nukuttua.
Se ei ole mahdollista, sanoi isä, mutta äiti vain hymyili.
Kylä oli laaksossa kahden mäen välissä, ja järven ranta näkyi ikkunasta.
Joen yllä leijui sumua, ja savu nousi hitaasti kohti taivasta.
Vanha mylläri sulki ikkunan, sytytti kynttilän ja alkoi kertoa.
Olipa kerran valtakunta, jossa kukaan ei saanut nauraa.
Hiljaa!`.split('\n');

export const SENTENCES: Readonly<Record<'de' | 'it' | 'cs' | 'fi', readonly string[]>> = {
  de: GERMAN,
  it: ITALIAN,
  cs: CZECH,
  fi: FINNISH,
};

/** Returns the sentences of Alice's prose in order, in plain ASCII. */
export function aliceSentences(): string[] {
  const book = sampleText('alice.txt').replaceAll('\r', '');
  const start = book.indexOf('*** START OF');
  const paragraphs = book.slice(start, book.indexOf('*** END OF')).split(/\n\n+/);
  return paragraphs
    .filter((paragraph) => !/^ {2}/m.test(paragraph))
    .flatMap((paragraph) => splitSentences(paragraph.replace(/\s+/g, ' ')))
    .map(asPlain)
    .filter((sentence) => /^[A-Z].*[a-z]+[.!?,;:]*$/.test(sentence) && !/[A-Z]{3}|[^ -~]|[*[\]]/.test(sentence));
}

const asPlain = (sentence: string): string =>
  sentence
    .replace(/[‘’]/g, "'")
    .replace(/[“”"_()]/g, '')
    .replace(/\s*(?:--|—)\s*/g, ', ')
    .replace(/(^|[\s,;:])'+|'+(?=[\s,;:.!?]|$)/g, '$1')
    .replace(/,(?:\s*,)+/g, ',')
    .replace(/([.!?;:]),/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
