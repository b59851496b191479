import type { Translation } from '../../../shared/words/words.ts';
import type { errors as english } from '../en/errors.ts';

export const errors: Translation<typeof english> = {
  notFound: {
    title: 'Nicht mehr da',
    line: 'Diese Zeile ist nicht mehr im Skript.',
    take: 'Dieser Take ist nicht mehr im Projekt.',
    chapter: 'Dieses Kapitel ist nicht mehr im Skript.',
    role: 'Diese Rolle ist nicht mehr im Skript.',
    batch: 'Dieser Stapel steht nicht im Journal des Projekts.',
    connection: 'Diese Verbindung wurde entfernt.',
    key: 'Die Adresse dieser Verbindung hat sich geändert. Geben Sie den Schlüssel ein.',
    project: 'Dieses Projekt ist nicht mehr in der Liste.',
    audition: 'Dieses Vorhören ist beendet.',
    sample: 'Die Stimmprobe ist nicht mehr da. Wählen Sie sie erneut aus oder nehmen Sie sie neu auf.',
    consent: 'Diese Einwilligung ist nicht mehr in den Nachweisen.',
    voice: 'Der Dienst führt diese Stimme nicht auf oder hat keine Stimmprobe von ihr.',
    preset: 'Diese Vorlage ist nicht mehr im Projekt.',
    pack: 'Dieses Stimmpaket ist nicht mehr da.',
    step: 'Dieser Schritt kann nicht mehr rückgängig gemacht werden.',
  },
  outdated: {
    title: 'Inzwischen geändert',
    verdict: 'Inzwischen liegt ein anderes Urteil vor.',
    verdicts: 'Inzwischen liegen andere Urteile vor.',
    pick: 'Inzwischen wird ein anderer Take verwendet.',
    note: 'Die Notiz wurde inzwischen geändert.',
    treatment: 'Der Take wurde inzwischen getrimmt oder seine Verstärkung geändert.',
    'take-gone': 'Der Take ist nicht mehr da.',
    override: 'Die Einstellungen der Zeile wurden inzwischen geändert.',
    pause: 'Die Pause wurde inzwischen geändert.',
    voice: 'Es wurde inzwischen geändert.',
    role: '{role} wurde inzwischen anders besetzt.',
    rules: 'Die Regeln wurden inzwischen anders geändert.',
    connection: 'Das Projekt verwendet inzwischen einen anderen Dienst.',
    script: 'Das Skript wurde inzwischen bearbeitet.',
  },
  busy: {
    title: 'Erst muss etwas anderes enden',
    run: 'Ein Durchlauf ist im Gange. Halten Sie ihn an oder warten Sie, bis er fertig ist, und versuchen Sie es erneut.',
    export: 'Ein Export läuft. Warten Sie, bis er fertig ist, oder brechen Sie ihn ab, und versuchen Sie es erneut.',
    import: 'Ein Skript wird gelesen. Versuchen Sie es gleich noch einmal.',
    copy: 'Ein Projekt wird kopiert. Warten Sie, bis das fertig ist, oder brechen Sie es ab, und versuchen Sie es erneut.',
    clone:
      'Eine Stimme wird erstellt. Warten Sie, bis das fertig ist, oder brechen Sie es ab, und versuchen Sie es erneut.',
    pack: 'Ein Stimmpaket wird hinzugefügt. Warten Sie, bis das fertig ist, oder brechen Sie es ab, und versuchen Sie es erneut.',
    'other-window': 'Das Projekt ist in einem anderen Fenster geöffnet.',
  },
  noProject: {
    title: 'Kein Projekt geöffnet',
    detail: 'Öffnen Sie eines in der Bibliothek oder legen Sie ein neues an.',
  },
  staleDocument: { title: 'Das Skript wurde anderswo geändert', detail: 'Es wird neu gelesen.' },
  cancelled: { title: 'Abgebrochen', detail: 'Weiter wurde nichts getan.' },
  noConnection: {
    title: 'Kein Dienst verbunden',
    detail: 'Verwenden Sie den lokalen Dienst oder fügen Sie in den Einstellungen ein Konto hinzu.',
  },
  localService: {
    title: 'Der lokale Dienst ist nicht gestartet',
    detail: '{why} Versuchen Sie es erneut; wenn es wieder geschieht, sehen Sie im Protokoll nach.',
  },
  keyNeeded: {
    title: 'Der Schlüssel wird benötigt',
    detail: 'Geben Sie den Schlüssel von „{connection}“ ein: Auf diesem Rechner ist er nicht gespeichert.',
  },
  keychain: {
    title: 'Der Schlüsselbund ist nicht verfügbar',
    detail:
      'Wählen Sie in den Einstellungen, wie der Schlüssel aufbewahrt wird: jedes Mal gefragt, oder in einer Datei, die nur Sie lesen dürfen.',
  },
  otherConnection: {
    title: 'Das Projekt gehört zu einem anderen Dienst',
    detail:
      'Seine Zeilen gingen an {project, select, local {den lokalen Dienst} other {{project}}}, verbunden ist aber {connected, select, local {der lokale Dienst} other {{connected}}}. Wählen Sie jene Verbindung in den Einstellungen oder verwenden Sie ab jetzt diese für das Projekt.',
  },
  dataFolder: {
    title: 'Der eigene Ordner von Lectern kann nicht verwendet werden',
    detail: '{why} Prüfen Sie, ob der Datenträger Platz hat und Sie dort schreiben dürfen.',
  },
  studioGone: {
    title: 'Der Prozess des Projekts wurde beendet',
    detail: 'Er wird neu gestartet; alles Gespeicherte ist noch da.',
  },
  malformedRequest: {
    title: 'Das Fenster hat etwas Falsches angefragt',
    detail: 'Das ist ein Fehler in Lectern ({fields}). Es wurde nichts geändert.',
  },
  forbidden: {
    title: 'Nicht erlaubt',
    detail: 'Diese Seite darf das nicht anfragen. Es wurde nichts geändert.',
  },
  internal: {
    title: 'In Lectern ist ein Fehler aufgetreten',
    detail: 'Einzelheiten stehen im Protokoll ({id}).',
  },
  project: {
    'not-found': {
      title: 'Das Projekt ist nicht da',
      detail:
        '{path} fehlt. Wurde es verschoben, öffnen Sie es an seinem jetzigen Ort; ist sein Laufwerk nicht verbunden, verbinden Sie es.',
    },
    'not-a-project': {
      title: 'Das ist kein Projekt',
      detail: '{path} enthält keine project.db. Wählen Sie den Ordner, dessen Name auf „.lectern“ endet.',
    },
    exists: {
      title: 'Der Name ist vergeben',
      detail: '{path} gibt es schon. Wählen Sie einen anderen Namen.',
    },
    newer: {
      title: 'Dieses Projekt stammt aus einem neueren Lectern',
      detail:
        '{path} hat das Format {version}; dieses Lectern liest bis {supported}. Aktualisieren Sie Lectern, um es zu öffnen. Es wurde nichts geändert.',
    },
    'in-use': {
      title: 'Das Projekt ist in Gebrauch',
      detail:
        'Ein anderes Lectern oder ein Befehl in einem Terminal schreibt in {path}. Schließen Sie es dort und versuchen Sie es erneut, oder öffnen Sie es hier zum Anhören, Prüfen und Exportieren.',
    },
    damaged: {
      title: 'Das Projekt ist beschädigt',
      withBackup:
        '{path} kann nicht gelesen werden: {why}. Es wurde nichts geändert. Die letzte Sicherung ist {backup}. Beim Wiederherstellen wird die beschädigte Datei im Ordner des Projekts beiseitegelegt; was seither bearbeitet wurde, geht verloren, Takes bleiben.',
      withoutBackup:
        '{path} kann nicht gelesen werden: {why}. Es wurde nichts geändert. Neben dem Projekt liegt keine Sicherung; suchen Sie nach einer Kopie des Ordners.',
      restore: 'Sicherung vom {moment} wiederherstellen',
    },
    'read-only': {
      title: 'Das Projekt ist schreibgeschützt',
      detail:
        '{path} ist schreibgeschützt. Kopieren Sie das Projekt an einen Ort, an dem Sie schreiben dürfen, und öffnen Sie es dort.',
    },
    'no-permission': {
      title: 'Sie dürfen dieses Projekt nicht öffnen',
      detail:
        'Das System verweigert den Zugriff auf {path}. Ändern Sie die Rechte oder kopieren Sie es an einen eigenen Ort.',
    },
    'disk-full': {
      title: 'Der Datenträger ist voll',
      detail: 'Für {path} ist kein Platz mehr. Schaffen Sie Platz und versuchen Sie es erneut.',
    },
    'drive-failed': {
      title: 'Das Laufwerk antwortet nicht',
      detail:
        '{path}: Das Laufwerk meldet einen Fehler ({code}). Prüfen Sie das Laufwerk oder das Netz und versuchen Sie es erneut.',
    },
    'moved-while-open': {
      title: 'Der Ordner des Projekts ist nicht mehr da',
      lost: '{path} wurde verschoben, ersetzt oder gelöscht, während das Projekt geöffnet war. Es wird nichts mehr gespeichert. Legen Sie den Ordner zurück oder öffnen Sie das Projekt an seinem jetzigen Ort.',
      found:
        '{path} wurde nach {foundAt} verschoben, während das Projekt geöffnet war. Es wird nichts mehr gespeichert, bis Sie es dort öffnen.',
    },
    'log-missing': {
      title: 'Die letzten Änderungen des Projekts fehlen',
      detail:
        '{path} wurde nicht ordnungsgemäß geschlossen, und die Datei project.db-wal mit den letzten Änderungen fehlt. Legen Sie sie wieder neben project.db, oder öffnen Sie das Projekt, um ohne sie weiterzuarbeiten.',
    },
    'log-damaged': {
      title: 'Die letzten Änderungen des Projekts sind beschädigt',
      detail:
        '{path} wurde nicht ordnungsgemäß geschlossen, und die Datei project.db-wal mit den letzten Änderungen ist beschädigt oder nicht die neueste. Stellen Sie project.db und project.db-wal so wieder her, wie sie waren, oder öffnen Sie das Projekt, um ohne sie weiterzuarbeiten.',
    },
    'settings-unreadable': {
      title: 'Die Einstellungen des Projekts können nicht gelesen werden',
      detail:
        'In {path} wurde nichts geändert. Mit den Standardeinstellungen lässt sich das Projekt wieder öffnen: Skript und Takes bleiben unberührt, und die unlesbaren Einstellungen bleiben in seiner Datenbank erhalten.',
    },
    unsafe: { title: 'Das Projekt lässt sich nicht sicher öffnen' },
  },
  model: { title: 'Das Sprachmodell kann nicht gefragt werden' },
  import: {
    title: '„{file}“ kann nicht importiert werden',
    binary: 'Das ist kein Text. Speichern Sie das Skript als reinen Text (.txt oder .md) und importieren Sie ihn.',
    empty: 'Darin gibt es nichts zu sprechen.',
    encoding:
      'Die Zeichen darin können nicht gelesen werden. Speichern Sie die Datei als UTF-8 und importieren Sie sie erneut.',
    'unknown-format':
      'Dateien dieser Art werden nicht gelesen. Speichern Sie das Skript als reinen Text (.txt oder .md) und importieren Sie ihn.',
    damaged:
      'Die Datei ist beschädigt. Speichern Sie sie erneut in dem Programm, aus dem sie stammt, und importieren Sie sie dann.',
    protected: 'Die Datei ist durch ein Passwort oder vom Händler geschützt. Importieren Sie eine Kopie ohne Schutz.',
    'no-text': 'Die Datei enthält Bilder von Seiten und keinen Text. Lassen Sie den Text erst erkennen.',
    'too-complex':
      'Die Datei zu lesen braucht mehr Zeit oder Speicher, als ein Manuskript sollte. Speichern Sie sie als reinen Text und importieren Sie ihn.',
    'not-found': 'Die Datei ist nicht mehr da.',
    folder: 'Das ist ein Ordner. Wählen Sie die Datei des Skripts; ein Projekt öffnen Sie mit „Projekt öffnen“.',
    unreadable: 'Das System verweigert das Lesen. Prüfen Sie die Rechte der Datei.',
    'too-large':
      'Die Datei ist größer als jedes Skript. Teilen Sie sie und importieren Sie die Teile als eigene Projekte.',
  },
  export: {
    template: { title: 'Das Namensmuster kann nicht verwendet werden' },
    'not-a-folder': {
      title: 'Der Export braucht einen Ordner',
      detail: '{path} ist keiner. Wählen Sie einen anderen Ort.',
    },
    'read-only': {
      title: 'Der Ordner ist schreibgeschützt',
      detail: '{path} ist schreibgeschützt. Wählen Sie einen anderen Ort.',
    },
    'disk-full': {
      title: 'Der Datenträger ist voll',
      detail:
        'Was fertig wurde, liegt in {path}. Schaffen Sie Platz und exportieren Sie erneut: Geschrieben wird nur, was fehlt.',
    },
    busy: {
      title: 'Der Ordner ist in Gebrauch',
      detail: 'Ein anderer Export schreibt in {path}. Warten Sie, bis er fertig ist.',
    },
    'other-project': {
      title: 'Der Ordner gehört zu einem anderen Projekt',
      detail:
        '{path} enthält den Export eines anderen Projekts. Wählen Sie einen anderen Ordner; es wurde nichts geändert.',
    },
    'unusable-manifest': { title: 'Das Verzeichnis des Ordners kann nicht verwendet werden' },
    'newer-manifest': {
      title: 'In diesen Ordner hat ein neueres Lectern exportiert',
      detail: '{path}: Aktualisieren Sie Lectern oder wählen Sie einen anderen Ordner. Es wurde nichts geändert.',
    },
    'inside-project': { title: 'Der Ordner liegt in einem Projekt' },
    'folder-gone': { title: 'Der Ordner ist nicht da' },
    'folder-replaced': { title: 'Der Ordner wurde während des Exports ausgetauscht' },
    'file-in-use': { title: 'Ein anderes Programm hält eine Datei geöffnet' },
    unwritable: { title: 'Eine Datei konnte nicht geschrieben werden' },
  },
  service: {
    unauthorized: 'Der Schlüssel oder die Benutzer-ID wurde abgelehnt',
    'unusable-credentials': 'Der Schlüssel oder die Benutzer-ID kann nicht gesendet werden',
    'unsupported-plan': 'Der Tarif des Kontos umfasst das nicht',
    'insecure-address': 'Die Adresse ist nicht sicher',
    'insecure-audio': 'Die Adresse des Audios ist nicht sicher',
    'unusable-address': 'Die Adresse kann nicht verwendet werden',
    'not-the-service': 'Unter dieser Adresse antwortet ein anderer Dienst',
    redirected: 'Die Adresse führt anderswohin',
    connection: 'Der Dienst ist nicht erreichbar',
    'rate-limited': 'Das Limit des Dienstes ist erreicht',
    'server-error': 'Beim Dienst ist ein Fehler aufgetreten',
    'unexpected-status': 'Der Dienst gab eine unerwartete Antwort',
    'unreadable-reply': 'Die Antwort des Dienstes kann nicht gelesen werden',
    'oversized-reply': 'Die Antwort des Dienstes ist zu groß',
    'invalid-parameters': 'Der Dienst hat die Anfrage abgelehnt',
    'not-found': 'Der Dienst kennt das nicht',
    'method-not-allowed': 'Der Dienst nimmt diese Anfrage nicht an',
    'too-large': 'Die Anfrage ist zu groß',
    'unsupported-media-type': 'Der Dienst nimmt dieses Format nicht an',
    'address-expired': 'Die Adresse des Audios ist abgelaufen',
    'incomplete-download': 'Das Audio kam unvollständig an',
    'oversized-download': 'Das Audio ist größer als erlaubt',
    'job-failed': 'Der Dienst konnte das Audio nicht erstellen',
    'in-doubt': 'Es ist nicht bekannt, ob der Dienst es ausgeführt hat',
  },
};
