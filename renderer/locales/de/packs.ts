// Stimmpakete: Ordner mit neuronalen Stimmen, und wofür sie verwendet werden dürfen.
import type { Translation } from '../../../shared/words/words.ts';
import type { packs as english } from '../en/packs.ts';

export const packs: Translation<typeof english> = {
  intro:
    'Ein Stimmpaket bringt neuronale Stimmen mit, die auf diesem Rechner sprechen. Lectern selbst enthält keine: Laden Sie unten eines, oder fügen Sie den Ordner oder das Archiv eines Pakets hinzu. Wofür es verwendet werden darf, sehen Sie zuerst.',
  notInUse:
    'Ihre Stimmen lassen sich besetzen, solange der lokale Dienst verwendet wird: Wählen Sie ihn unter „Dienste“.',
  addFolder: 'Ordner hinzufügen …',
  addArchive: 'Archiv hinzufügen …',
  drop: 'Oder legen Sie den Ordner oder das Archiv eines Pakets hier ab.',
  dropNow: 'Loslassen, um das Paket anzusehen.',
  oneAtATime: 'Legen Sie jeweils nur einen Ordner oder ein Archiv ab.',
  unreadable: '„{name}“ lässt sich nicht mehr lesen. Legen Sie es noch einmal ab.',
  list: 'Installierte Stimmpakete',
  empty: 'Es ist kein Stimmpaket installiert.',
  about: '{voices, plural, one {# Stimme} other {# Stimmen}} · {languages} · {size}',
  names: '{names} und {more, number} weitere',
  commercial: 'Kommerziell verwendbar',
  notCommercial: 'Nicht kommerziell',
  unusable: 'Nicht verwendbar',
  remove: 'Entfernen',
  removeHint: '{pack} entfernen',
  removeSure:
    '{size} entfernen? Um die Stimmen wieder zu verwenden, müssen Sie das Paket neu hinzufügen. Aufnahmen bleiben.',
  removeBroken: 'Die Dateien entfernen? Aufnahmen bleiben.',
  removeNow: 'Paket entfernen',
  removed: '{pack} ist entfernt. Die Aufnahmen bleiben.',
  installed: '{pack} ist installiert: {voices, plural, one {# Stimme lässt} other {# Stimmen lassen}} sich besetzen.',
  cancel: 'Abbrechen',
  facts: {
    label: 'Über das Paket',
    voices: 'Stimmen',
    languages: 'Sprachen',
    about: 'Etwa {size}',
    size: 'Größe',
    licence: 'Lizenz',
    attribution: 'Namensnennung',
    use: 'Verwendung',
    forbidden: 'Verboten',
    source: 'Quelle',
  },
  offer: {
    title: '„{pack}“ installieren?',
    replaces: 'Es ersetzt das installierte Paket mit diesem Namen.',
    unrestricted: 'Seine Stimmen dürfen kommerziell verwendet werden.',
    restricted:
      'Seine Stimmen dürfen nicht kommerziell verwendet werden: Was sie sprechen, darf nicht verkauft werden.',
    consent:
      'Mit der Installation nehmen Sie die Lizenz an. Für die Angaben über das Paket stehen allein seine Hersteller ein.',
    install: 'Installieren',
  },
  more: {
    title: 'Weitere Stimmen',
    intro: 'Lectern kennt diese Pakete und weiß, wo sie liegen. Lizenz und Größe sehen Sie, bevor etwas geladen wird.',
    none: 'Alle Pakete, die Lectern kennt, sind installiert.',
    own: '{where, select, none {known-packs.json im Ordner des lokalen Dienstes wird nicht verwendet: Die Datei ist nicht als Katalog lesbar.} other {known-packs.json im Ordner des lokalen Dienstes wird nicht verwendet: {where} ist nicht das, was ein Katalog haben darf.}}',
    list: 'Pakete, die geladen werden können',
    about: '{voices, plural, one {# Stimme} other {# Stimmen}} · {languages} · {licence} · {size}',
    get: 'Laden …',
    getHint: '{pack} laden',
    from: '{size} werden von {host} geladen.',
    fetch: 'Laden und installieren',
    oneAtATime: 'Gerade wird ein anderes Paket geladen. Es geht nur eines nach dem anderen.',
    arrived: '{done} von {total} sind geladen.',
    goOn: 'Fortsetzen',
    goOnHint: '{pack} weiter laden',
    discard: 'Download verwerfen',
    pause: 'Anhalten',
    stage: {
      fetching: 'Wird geladen: {done} von {total}',
      fetchingLeft: 'Wird geladen: {done} von {total}, noch {left}',
      waiting: 'Die Verbindung ist bei {done} von {total} abgebrochen. Neuer Versuch …',
      unpacking: 'Wird entpackt: {done} von {total}',
      installing: 'Wird geprüft und installiert: {done} von {total}',
    },
  },
  fetchProblem: {
    title: '„{name}“ ist nicht installiert',
    unreachable:
      '{host} ist nicht erreichbar, oder die Verbindung bricht ab. Prüfen Sie das Netz und setzen Sie dann fort: Was geladen ist, bleibt.',
    insecure:
      'Die Adresse führt weiter zu {host}, ohne Verschlüsselung oder auf diesen Rechner. Holen Sie das Paket beim Hersteller.',
    refused:
      '{host} antwortet mit Status {status}: Das Paket liegt dort vielleicht nicht mehr. Versuchen Sie es später noch einmal.',
    'web-page':
      'Stattdessen kam eine Webseite. Prüfen Sie, ob das Netz eine Anmeldung verlangt, und versuchen Sie es dann noch einmal.',
    'wrong-size':
      'Die Datei bei {host} hat eine andere Größe als die, die Lectern kennt. Sie wurde deshalb nicht geladen.',
    'wrong-archive':
      'Was von {host} kam, ist eine andere Datei als die, die Lectern kennt (der SHA-256 weicht ab). Sie wurde gelöscht.',
    'no-room':
      'Es braucht {needed} auf dem Laufwerk, frei sind {free}. Schaffen Sie Platz und versuchen Sie es noch einmal.',
  },
  work: {
    title: 'Stimmpaket hinzufügen',
    label: 'Fortschritt',
    receiving: '„{name}“ wird übernommen: {done} von {total}',
    reading: '„{name}“ wird gelesen: {done} von {total}',
    looking: '„{name}“ wird gelesen …',
    installing: 'Wird geprüft und installiert: {done} von {total}',
  },
  problem: {
    title: '„{name}“ lässt sich nicht hinzufügen',
    'no-pack':
      'Es ist kein Stimmpaket: Es enthält keine pack.json und ist kein ZIP- oder .tar.bz2-Archiv eines Ordners mit einer.',
    malformed:
      '{where, select, none {Es ist nicht so aufgebaut wie ein Stimmpaket} other {{where} ist nicht so, wie ein Stimmpaket es haben darf}}. Vielleicht ist es beschädigt oder in böser Absicht gemacht: Holen Sie es noch einmal bei seinen Herstellern.',
    'no-licence':
      'Es sagt nicht, wofür seine Stimmen verwendet werden dürfen; so weiß niemand, was Sie veröffentlichen dürfen. Bitten Sie die Hersteller um eines, das eine Lizenz nennt.',
    missing: '{where, select, none {Es ist nicht mehr da.} other {Die Datei {where} fehlt oder ist ein Link.}}',
    'wrong-size': 'Die Datei {where} hat eine andere Größe, als das Paket angibt. Holen Sie das Paket noch einmal.',
    'wrong-hash':
      'Die Datei {where} ist beschädigt oder eine andere, als das Paket angibt. Holen Sie das Paket noch einmal.',
    unlisted: 'Die Datei {where} steht nicht in der Liste des Pakets. Holen Sie das Paket bei seinen Herstellern.',
    busy: 'Ein anderes Fenster oder ein Befehl fügt gerade ein Stimmpaket hinzu oder entfernt eines. Versuchen Sie es danach noch einmal.',
    'disk-full':
      'Das Laufwerk ist voll. Schaffen Sie Platz und versuchen Sie es noch einmal; vom Paket bleibt nichts zurück.',
    unwritable: 'Es lässt sich nicht lesen, oder in den Datenordner von Lectern kann nicht geschrieben werden.',
  },
};
