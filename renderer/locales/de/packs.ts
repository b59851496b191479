// Stimmpakete: Ordner mit neuronalen Stimmen, und wofür sie verwendet werden dürfen.
import type { Translation } from '../../../shared/words/words.ts';
import type { packs as english } from '../en/packs.ts';

export const packs: Translation<typeof english> = {
  intro:
    'Ein Stimmpaket bringt neuronale Stimmen, die auf diesem Rechner sprechen. Lectern bringt keine mit: Fügen Sie den Ordner oder das ZIP-Archiv eines Pakets hinzu. Wofür es verwendet werden darf, wird vorher gezeigt.',
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
    'no-pack': 'Es ist kein Stimmpaket: Es enthält keine pack.json und ist kein ZIP-Archiv eines Ordners mit einer.',
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
