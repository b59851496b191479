// What the command line says, in German. The terms are in docs/glossary-de.md.
import type { Translation } from '../../../shared/words/words.ts';
import type { messages as english } from './en.ts';

export const messages: Translation<typeof english> = {
  about: 'Macht aus Skripten fertiges Audio, mit einem Text-to-Speech-Dienst.',
  command: {
    book: 'zeigen oder festlegen, was das Buch über sich angibt: Titel, Autoren, Cover und so weiter',
    check: 'fertige Audiodateien messen und mit den Werten eines Ziels vergleichen; aus jedem Programm',
    pauses: 'die Pausen eines Projekts zeigen oder festlegen',
    export: 'das Audio eines Projekts exportieren; vertont nichts',
    import: 'aus einem Skript ein Projekt machen oder ein Projekt damit aktualisieren; vertont nichts',
    render: 'vertonen, was an einem Skript nicht aktuell ist, und sein Audio exportieren',
    report: 'zeigen, was ein Projekt verbraucht hat',
    resume: 'beenden, was ein Durchlauf offengelassen hat',
    serve: 'nur den lokalen Dienst ausführen, bis Strg-C',
    status: 'zeigen, wie weit ein Projekt ist',
    targets: 'auflisten, was geliefert werden kann, mit den Werten jedes Ziels',
    voices: 'die Stimmen des Dienstes auflisten',
    voicesAdd:
      'ein Stimmpaket für den lokalen Dienst installieren: aus dem Katalog, von einer Adresse, aus einem Ordner oder Archiv',
    voicesPacks: 'die Stimmpakete des lokalen Dienstes auflisten, und wofür sie verwendet werden dürfen',
    voicesRemove: 'ein Stimmpaket aus dem lokalen Dienst entfernen',
  },
  argument: {
    pack: 'ein Ordner, ein ZIP- oder .tar.bz2-Archiv, eine Adresse mit --sha256 oder die ID eines Pakets aus dem Katalog („lectern voices packs --known“)',
    packId: 'die Kennung des Pakets, wie „lectern voices packs“ sie auflistet',
    audioFiles: 'fertige Audiodateien: MP3, WAV, FLAC oder Ogg',
    project: 'der Projektordner',
    projectOfTargets: 'ein Projekt, dessen eigene Ziele auch aufgelistet werden',
    script: 'das Skript oder Manuskript: Text, Markdown, EPUB, Word, PDF und andere',
  },
  option: {
    packSha256: 'der SHA-256 des Archivs an einer Adresse: 64 hexadezimale Ziffern',
    packYes: 'die angezeigte Lizenz ohne Rückfrage annehmen',
    packsKnown: 'stattdessen die Pakete auflisten, die geladen werden können, mit der Größe des Downloads',
    merge: 'Schreibweisen einer Rolle: ELIZA=ELIZABETH,LIZZY=ELIZABETH',
    roles:
      'die Rollen, durch Kommas getrennt; andere Namen vor Doppelpunkten sind Wörter (Vorgabe: wie vorgeschlagen, siehe --dry-run)',
    readAs: 'ob die Datei als Skript oder als Prosa gelesen wird (Vorgabe: wie sie aussieht)',
    acceptCopy: 'mit einer Kopie weitermachen; was seither vom Original gesendet wurde, wird vielleicht erneut bezahlt',
    acceptMissingLog:
      'weitermachen, obwohl project.db-wal fehlt oder beschädigt ist; was darin verzeichnet war, wird vielleicht erneut bezahlt',
    allowMissing: 'mit Status 0 enden, obwohl Zeilen im Export fehlen',
    allowStale: 'einen älteren Take exportieren, wo eine Zeile keinen aktuellen hat',
    as: 'was erstellt wird: {targets}',
    timesOf: 'mit {forms}: das Ziel, zu dessen Dateien sie gehören (Standard: {target})',
    author: 'ein Autor; für weitere wiederholen',
    baseUrl: 'der verwendete Dienst; ohne Angabe der lokale Dienst (LECTERN_BASE_URL)',
    bitrate: 'kbit/s fertiger Dateien (Standard: die des Ziels)',
    by: 'summieren nach: {groupings}',
    byteOrderMark: 'die Datei mit dem beginnen, woran Excel UTF-8 erkennt',
    bookDescription: 'die Beschreibung',
    copyright: 'der Copyright-Vermerk, etwa „© 2026 Ada Schmidt“',
    cover: 'ein JPEG oder PNG, das ins Projekt kopiert wird',
    isbn: 'die ISBN mit zehn oder dreizehn Ziffern',
    language: 'die Sprache der Ausgaben: {languages} (Standard: die des Systems; LECTERN_LANGUAGE)',
    bookLanguage: 'die Sprache, etwa de oder pt-BR',
    narrator: 'ein Sprecher; für weitere wiederholen',
    publisher: 'der Verlag',
    series: 'die Reihe',
    seriesNumber: 'die Nummer in der Reihe',
    subtitle: 'der Untertitel',
    title: 'der Titel (Standard: der Name des Projekts)',
    year: 'das Jahr dieser Ausgabe',
    cast: 'eine JSON-Datei: Rolle zu Stimme, oder zu Stimme und Parametern',
    chapters: 'mit --into: nur diese Kapitel übernehmen, nach ihren Nummern im Vergleich, etwa 1,3,5',
    compare: 'mit --into: sagen, was sich ändern würde, und nichts ändern',
    csv: 'als CSV in diese Datei schreiben',
    captions: 'was mit den Bildunterschriften eines Dokuments geschieht (Standard: left-out)',
    noEmphasis: 'kursiv oder fett Betontes eines Dokuments nicht als Betonung übernehmen: *nie*',
    data: 'wo er Aufträge, Audio und Konto aufbewahrt (Standard: der Datenordner der Anwendung)',
    dryRun: 'ausgeben, was ein neues Projekt wäre, und nichts schreiben',
    before: 'die Pause vor einer Zeile, etwa 2.12=0.8; leer ist sie wieder die übliche',
    preset: 'alle Pausen auf einmal: {presets}',
    pause: 'Sekunden {rule}',
    cutSilence: 'Stille an den Enden von Takes abschneiden; so sind neue Projekte eingestellt',
    noCutSilence: 'Takes so lang lassen, wie sie sind',
    forStores:
      'ein Ziel, für das das Buch bestimmt ist; für weitere wiederholen: {targets}; was Shops zu synthetischen Stimmen sagen, kommt zuerst',
    forTarget: 'wessen Werte: {targets}',
    credits: 'An- und Absage aus den Buchdaten hinzufügen; das Projekt behält das bei',
    noCredits: 'keine An- und Absage hinzufügen',
    openingCredits: 'der Text der Ansage; title, author und narrator in geschweiften Klammern werden ausgefüllt',
    closingCredits: 'der Text der Absage, ebenso',
    exportFormat: 'das Format der Dateien: einzelner Zeilen {lines}; fertiger Dateien {finished}',
    format: 'das Format des Audios: {formats}',
    failOn: 'was außer fehlgeschlagenen Zeilen zum Status 1 führt: {levels}',
    groupDialogs: 'aufeinanderfolgende Redebeiträge zweier Rollen zu Dialogzeilen verbinden',
    highPass: 'Schall unter so viel Hz aus fertigen Dateien entfernen',
    compress: 'laute Stellen fertiger Dateien an leise angleichen, sanft oder in einem Verhältnis wie 3',
    compressAbove: 'komprimieren, was lauter ist als so viel dBFS (Standard: -24)',
    host: 'die Adresse, auf der gelauscht wird (Standard: 127.0.0.1)',
    html: 'den Bericht als Seite in diese Datei schreiben',
    renderAs: 'was am Ende erstellt wird: {targets}',
    report: 'den Bericht als JSON in diese Datei schreiben',
    into: 'ein Projekt mit einer früheren Fassung des Skripts: Es übernimmt diese und behält seine Takes',
    json: 'ein JSON-Objekt auf stdout ausgeben',
    jsonAccount: 'Adresse, Schlüssel und Benutzer als ein JSON-Objekt ausgeben',
    jsonArray: 'als ein JSON-Array auf stdout ausgeben',
    keepHours: 'wie lange Ergebnisse aufbewahrt werden (Standard: eine Woche)',
    limit: 'höchstens n Zeilen von dem vertonen, was nicht aktuell ist',
    loudness: 'fertiger Dateien, etwa -19LUFS, oder -20dB für den RMS-Pegel (Standard: die des Ziels)',
    maxCharacters: 'höchstens n Zeichen senden',
    name: 'Namen der Dateien (Standard: {template})',
    noSpeakHeadings: 'Überschriften ab jetzt nicht sprechen',
    notes: 'was mit den Fuß- und Endnoten eines Dokuments geschieht (Standard: left-out)',
    out: 'der Ordner für das Audio',
    outOfResume: 'der Ordner für das Audio (Standard: der des letzten render)',
    plan: 'die Limits seines Kontos: {plans} (Standard: none)',
    port: 'der Port (Standard: ein freier)',
    projectOfRender: 'der Projektordner (Standard: im Ordner für das Audio)',
    replaceApproved:
      'auch Zeilen neu vertonen, deren freigegebener Take veraltet ist; jede kostet, und der freigegebene Take bleibt erhalten',
    renderMissingAudio: 'Zeilen neu vertonen, deren Audio fehlt oder beschädigt ist; jede wird erneut bezahlt',
    resubmitInDoubt: 'erneut senden, was ungeklärt oder verloren ist; das kann doppelt berechnet werden',
    retryFailed: 'Zeilen, die beim Dienst fehlgeschlagen sind, bis zu n-mal erneut senden, jeweils bezahlt',
    columns:
      'was die Spalten einer Tabelle sind, nach Buchstaben oder Titeln: role=B,text=Line,header=no (andere bleiben wie erkannt)',
    roomTone: 'dBFS von leisem Raumton unter fertigen Dateien, oder none (Standard: wie im Ziel)',
    sampleRate: 'Hz fertiger Dateien (Standard: die des Ziels)',
    sections:
      'welche Abschnitte eines Dokuments gelesen werden, nach ihren Nummern: 1-3,5 oder all (Standard: wie vorgeschlagen; siehe --dry-run)',
    modelUrl:
      'mit --speakers: auch ein Sprachmodell fragen, unter einer OpenAI-kompatiblen Adresse wie http://localhost:11434/v1; ein Schlüssel kommt aus LECTERN_MODEL_KEY',
    model: 'der Name des Modells',
    modelScope: 'nach welchen Äußerungen es gefragt wird: nach denen, die die Regeln unsicher lassen, oder nach allen',
    modelConsent: 'zustimmen, dass Teile des Buchs an diesen Host gesendet werden',
    modelInputPrice: 'Preis pro Million gesendeter Token',
    modelOutputPrice: 'Preis pro Million empfangener Token',
    modelCurrency: 'Währung der Preise',
    modelMaxCost: 'wie viel das Fragen höchstens kosten darf; braucht einen Preis',
    modelRequests: 'gleichzeitige Anfragen',
    modelTokens: 'höchste Zahl der Token einer Anfrage samt Antwort',
    speakers: 'ermitteln, wer in einem Roman spricht: Wo es sicher ist, werden Äußerungen zu Zeilen von Rollen',
    speakHeadings: 'Überschriften sprechen; so sind neue Projekte eingestellt',
    speechConfig: 'Stimmen von anderswo: welche Server und Programme sprechen, und als wer',
    tables: 'was mit den Tabellen eines Dokuments geschieht (Standard: left-out)',
    speedFactor: 'wie lange ein Auftrag zum Schein dauert, in Längen seines Audios (Standard: 0)',
    truePeak: 'die höchste Spitze fertiger Dateien in dBTP (Standard: die des Ziels)',
    webhooks: 'welche Adressen aufgerufen werden: {reaches} (Standard: loopback)',
  },
  help: {
    arguments: 'Argumente:',
    commands: 'Befehle:',
    options: 'Optionen:',
    usage: 'Aufruf:',
    someOptions: '[Optionen]',
    someCommand: '[Befehl]',
    show: 'Hilfe zu einem Befehl anzeigen',
    version: 'Version ausgeben und beenden',
    withDefault: '{description} (Standard: {value})',
  },
  list: { more: '{more, number} weitere' },
  call: {
    invalidValue: 'Das Argument „{value}“ der Option „{flags}“ ist ungültig: {reason}; siehe „{help}“.',
    missingArgument: 'Das Argument „{name}“ fehlt; siehe „{help}“.',
    missingOption: 'Die Option „{flags}“ fehlt; siehe „{help}“.',
    missingValue: 'Der Option „{flags}“ fehlt ihr Argument; siehe „{help}“.',
    tooMany:
      'Zu viele Argumente für „{command}“: erwartet {expected, plural, one {# Argument} other {# Argumente}}, erhalten {received}: {given}; siehe „{help}“.',
    unknownCommand:
      'Unbekannter Befehl „{name}“{similar, plural, =0 {} one { (Meinten Sie {names}?)} other { (Meinten Sie einen davon: {names}?)}}; siehe „{help}“.',
    unknownOption:
      'Unbekannte Option „{name}“{similar, plural, =0 {} one { (Meinten Sie {names}?)} other { (Meinten Sie eine davon: {names}?)}}; siehe „{help}“.',
    other: 'Der Aufruf ist nicht verständlich; siehe „{help}“.',
  },
  value: {
    failOn: 'eines von: {levels}',
    merges: 'Je ein Name, = und der Name, für den er steht, etwa ELIZA=ELIZABETH',
    roles: 'Ein Name fehlt: Namen, durch Kommas getrennt, etwa MARA,TOM',
    aboveZero: 'der Wert muss über 0 liegen',
    between: 'es muss eine ganze Zahl von {min, number} bis {max, number} sein',
    modelPrice: 'es muss ein Preis sein, 0 oder mehr',
    isbn: 'es muss eine ISBN mit richtiger Prüfziffer sein',
    bookLanguage: 'es muss eine Sprache wie de oder pt-BR sein',
    year: 'es muss ein Jahr mit vier Ziffern sein',
    chapterNumbers: 'geben Sie Nummern von Kapiteln an, etwa 1,3,5',
    choices: 'zur Wahl stehen {choices}',
    empty: 'der Wert ist leer',
    decibels: 'geben Sie dB von {least} bis {most} an',
    formats: 'die Formate sind {formats}',
    languages: 'die Sprachen sind {languages}',
    groupings: 'es muss eines davon sein: {groupings}',
    hertz: 'geben Sie Hz von {least} bis {most} an',
    ratio: 'geben Sie ein Verhältnis von {least} bis {most} an',
    loudness: 'geben Sie den Wert als -19LUFS an, oder als -20dB für den RMS-Pegel, von -40 bis -5',
    plans: 'die Tarife sind {plans}',
    port: 'der höchste Port ist 65535',
    columns:
      'geben Sie Spalten wie role=B,text=Line,header=no an; es gibt role, text, chapter, scene, direction, ignored und header=yes oder no',
    pauseBefore: 'geben Sie eine Zeile und Sekunden an, etwa 2.12=0.8',
    pauseSeconds: 'geben Sie Sekunden von 0 bis {most} an',
    targets: 'die Ziele sind {targets}',
    sections: 'geben Sie Nummern von Abschnitten wie 1-3,5 an, oder all',
    tooLong: 'höchstens {most, number} Zeichen sind möglich',
    wholeNumber: 'es muss eine ganze Zahl sein, 0 oder mehr',
    zeroOrMore: 'es muss eine Zahl sein, 0 oder mehr',
  },
  account: {
    addressHasMore:
      'Die Adresse des Dienstes auf {host} darf weder Benutzernamen noch Passwort, „?“ oder „#“ enthalten: Geben Sie nur die Adresse an, und das Konto mit LECTERN_API_KEY und LECTERN_USER_ID.',
    badCharacters:
      '{variable} enthält Leerzeichen oder andere Zeichen, die kein Schlüssel und keine Benutzer-ID hat: Setzen Sie die Variable neu.',
    keyOfOther:
      'LECTERN_API_KEY ist der Schlüssel für {keyOrigin} (LECTERN_BASE_URL) und wurde deshalb nicht an {origin} gesendet: Setzen Sie LECTERN_BASE_URL und LECTERN_API_KEY auf den Dienst, den Sie verwenden möchten.',
    noAddress: '„{address}“ ist keine Adresse eines Dienstes: Geben Sie eine wie https://api.example.com an.',
    noKey: 'Für {origin} gibt es keinen Schlüssel: Setzen Sie LECTERN_API_KEY.',
    noPlan: 'LECTERN_PLAN ist „{value}“, und das ist kein Tarif: Setzen Sie {plans}, oder lassen Sie die Variable weg.',
    noUser: 'Für {origin} gibt es keine Benutzer-ID: Setzen Sie LECTERN_USER_ID.',
  },
  limits: {
    damaged:
      'Die Aufzeichnung des zuletzt Gesendeten, {path}, war beschädigt ({reason}) und ist als {setAsideAs} aufbewahrt; eine Minute lang wird nichts gesendet, damit kein Limit überschritten wird.',
    newer:
      'Die Aufzeichnung des zuletzt Gesendeten, {path}, stammt von einem neueren Lectern; dieser Durchlauf hält die Limits für sich allein ein und wartet seine erste Minute ab.',
    unusable:
      'Die Aufzeichnung des zuletzt Gesendeten, {path}, kann nicht verwendet werden ({reason}); dieser Durchlauf hält die Limits für sich allein ein und wartet seine erste Minute ab.',
  },
  packs: {
    id: 'ID',
    name: 'NAME',
    voices: 'STIMMEN',
    size: 'GRÖSSE',
    licence: 'LIZENZ',
    use: 'VERWENDUNG',
    about: 'etwa {size}',
    megabytes: '{megabytes, number} MB',
    anyUse: 'beliebig',
    noCommercialUse: 'nicht kommerziell',
    none: 'Es ist kein Stimmpaket installiert.',
    found:
      '{name}: {voices, plural, one {# Stimme} other {# Stimmen}}, {size}, Lizenz {licence}{commercial, select, yes {} other {; seine Stimmen dürfen nicht kommerziell verwendet werden}}.',
    attribution: 'Nennen Sie bei der Veröffentlichung: {attribution}',
    forbidden: 'Verboten: {use}',
    installed: 'Installiert. Seine Stimmen werden ab jetzt aufgelistet.',
    removed: 'Entfernt.',
    busy: 'Stimmpakete werden gerade woanders installiert oder entfernt. Versuchen Sie es danach noch einmal.',
    notThere: 'Es gibt kein Stimmpaket „{id}“: Wählen Sie eines, das „lectern voices packs“ auflistet.',
    noSource: 'Unter {path} gibt es nichts: Prüfen Sie den Namen.',
    state: 'STAND',
    isInstalled: 'installiert',
    hasArrived: '{size} geladen',
    howToAdd: 'Laden Sie eines mit „lectern voices add ID“: Zuerst wird seine Lizenz gezeigt.',
    ownCatalogue:
      'known-packs.json im Ordner des lokalen Dienstes wird nicht verwendet: {where} ist nicht das, was ein Katalog haben darf.',
    licenceAt: 'Lizenz: {address}',
    toFetch: 'Download: {size} von {host}.',
    consent: 'Die Lizenz annehmen und das Paket installieren? (ja/nein)',
    consentYes: 'ja',
    declined: 'Nicht installiert.',
    needsConsent:
      'Die Lizenz muss angenommen werden: Lesen Sie sie und rufen Sie den Befehl mit --yes noch einmal auf.',
    needsHash: 'Geben Sie mit --sha256 den SHA-256 des Archivs an: 64 hexadezimale Ziffern.',
    insecure: '{address} wird nicht geladen: Geben Sie eine Adresse an, die mit https:// beginnt.',
    fetching: '{name} wird geladen: {done} von {total}',
    fetchingLeft: '{name} wird geladen: {done} von {total}, noch {left, plural, one {# Sekunde} other {# Sekunden}}',
    fetchingSome: '{name} wird geladen: {done}',
    waiting: '{name} wird geladen: Die Verbindung ist abgebrochen; neuer Versuch …',
    unpacking: '{name} wird entpackt: {percent} %',
    checking: '{name} wird geprüft: {percent} %',
    stopped: 'Angehalten. Was geladen ist, bleibt; derselbe Befehl macht damit weiter.',
    fetch: {
      unreachable:
        '{name} wurde nicht geladen: {host} ist nicht erreichbar, oder die Verbindung bricht ab. Was geladen ist, bleibt; derselbe Befehl macht damit weiter.',
      insecure:
        '{name} wurde nicht geladen: Die Adresse führt weiter zu {host}, ohne Verschlüsselung oder auf diesen Rechner.',
      'web-page':
        '{name} wurde nicht geladen: Stattdessen kam eine Webseite. Prüfen Sie, ob das Netz eine Anmeldung verlangt.',
      'wrong-size': '{name} wurde nicht geladen: Die Datei bei {host} hat eine andere Größe als die gemeinte.',
      'wrong-archive':
        '{name} wurde nicht installiert: Was von {host} kam, hat einen anderen SHA-256 als das gemeinte Archiv. Es wurde gelöscht.',
      refused: '{name} wurde nicht geladen: {host} antwortet mit Status {status}.',
      'no-room':
        '{name} wurde nicht geladen: Es braucht {needed} auf dem Laufwerk, frei sind {free}. Schaffen Sie Platz und rufen Sie den Befehl noch einmal auf.',
    },
    problem: {
      'no-pack':
        '{path} ist kein Stimmpaket: Es enthält keine pack.json und ist kein ZIP- oder .tar.bz2-Archiv eines Ordners mit einer.',
      malformed:
        '{path} wird nicht verwendet: {where} ist nicht das, was ein Stimmpaket haben darf. Bitten Sie den Hersteller um ein richtiges.',
      'no-licence':
        '{path} wird nicht verwendet: Es sagt nicht, wofür seine Stimmen verwendet werden dürfen (rights.licence in pack.json).',
      missing: '{path} wird nicht verwendet: Die Datei {where} fehlt oder ist ein Link.',
      'wrong-size':
        '{path} wird nicht verwendet: Die Datei {where} hat eine andere Größe als angegeben. Laden Sie das Paket neu.',
      'wrong-hash':
        '{path} wird nicht verwendet: Die Datei {where} ist beschädigt oder eine andere als angegeben. Laden Sie das Paket neu.',
      unlisted: '{path} wird nicht verwendet: Die Datei {where} steht nicht in der Liste von pack.json.',
    },
  },
  /** What voices of an export may be used for. */
  uses: {
    credits: 'Nennen Sie bei der Veröffentlichung:',
    forbidden: 'Mit {voice} verboten: {use}',
    notCommercial:
      '{voice} darf nicht kommerziell verwendet werden ({licence}): {roles}, {lines, plural, one {Zeile {numbers}} other {# Zeilen, etwa {numbers}}}. Veröffentlichen Sie es nur kostenlos, oder besetzen Sie eine andere Stimme.',
  },
  voices: {
    age: 'ALTER',
    accent: 'AKZENT',
    engine: 'ENGINE',
    synthesizer: 'SYNTHESIZER',
    gender: 'GESCHLECHT',
    id: 'ID',
    language: 'SPRACHE',
    name: 'NAME',
    notListed:
      'Der Dienst hat seine Stimmen noch nicht aufgelistet; er wird eine Weile weiter gefragt. (Strg-C beendet das.)',
    refused: '{sentence} Die Adresse des Dienstes ist {origin}.',
  },
  cast: {
    aVoice: 'eine Stimme',
    engine: '{role} ist mit „{voice}“ besetzt, einer Stimme der Engine {engine}, die Stapel nicht annehmen.',
    isFolder: 'Die Besetzungsdatei {path} ist ein Ordner: Nennen Sie die Datei selbst.',
    isNoFile: 'Die Besetzungsdatei {path} ist keine gewöhnliche Datei: Nennen Sie die Datei selbst.',
    isTooLarge: 'Die Besetzungsdatei {path} ist dafür zu groß: Nennen Sie die Datei selbst.',
    manyVoices: '{voices} Stimmen heißen „{voice}“: Geben Sie die Kennung an.',
    noFile: 'Es gibt keine Besetzungsdatei {path}: Prüfen Sie den Namen.',
    noJson: 'Die Besetzungsdatei {path} ist kein gültiges JSON ({why}): Schreiben Sie sie wie {example}.',
    noList: 'Die Besetzungsdatei {path} ist keine Liste von Rollen: Schreiben Sie eine wie {example}.',
    noVoiceForBatches:
      'Der Dienst führt keine Stimme auf, die in Stapeln verwendet werden kann, also kann keine Rolle besetzt werden: Verwenden Sie ein anderes Konto oder einen anderen Dienst.',
    unknownRoles: 'Die Besetzungsdatei nennt {names}, ohne Zeile im Skript.',
    unknownError: 'unbekannter Fehler',
    unknownVoice:
      '{role} ist mit der Stimme „{voice}“ besetzt, die der Dienst nicht hat: Wählen Sie eine, die „lectern voices“ auflistet.',
    unreadable: 'Die Besetzungsdatei {path} kann nicht gelesen werden ({code}): Prüfen Sie sie und ihre Rechte.',
    unusable: 'Die Besetzungsdatei {path} kann nicht verwendet werden: {complaint}; schreiben Sie sie wie {example}.',
    complaint: {
      field: '{field}: {what}',
      nameless: 'eine Rolle hat keinen Namen',
      neither: '{role} ist weder eine Stimme noch eine Stimme mit Parametern',
      notUnderstood: 'sie ist nicht verständlich',
    },
  },
  book: {
    creditsLack:
      'In An- und Absage fehlt, was in den Buchdaten fehlt: {what}. Geben Sie es mit „lectern book“ an, oder formulieren Sie An- und Absage mit --opening und --closing.',
    row: '{field}: {value}',
    coverIs: '{format, select, png {PNG} other {JPEG}}, {width, number} × {height, number} Pixel',
    coverName: 'Cover',
    coverProblem: {
      format: 'Das Cover {path} ist weder ein vollständiges JPEG noch ein vollständiges PNG: Geben Sie ein anderes an.',
      'not-found': 'Es gibt kein Bild {path}: Prüfen Sie den Namen.',
      'too-large': 'Das Cover {path} ist größer als 10 MB: Geben Sie ein kleineres an.',
      'too-small': 'Das Cover {path} hat weniger als 64 Pixel Seitenlänge: Geben Sie ein größeres an.',
      'too-many-pixels': 'Das Cover {path} hat mehr als 6.000 Pixel Seitenlänge: Geben Sie ein kleineres an.',
    },
    detailProblem: '{field}: zu lang; kürzen Sie die Angabe.',
    lacks: '{target} braucht noch: {what}',
  },
  pauses: {
    row: '{rule}: {seconds} s',
    silentEnds: 'Stille an den Enden von Takes: {isCut, select, yes {abgeschnitten} other {behalten}}',
    noLine: 'Im Skript gibt es keine Zeile {line}; geben Sie eine Nummer wie 2.12 an.',
    setBefore: '{count, plural, one {# Pause ist} other {# Pausen sind}} von Hand festgelegt.',
    rule: {
      part: 'zwischen zwei Zeilen eines Absatzes',
      turn: 'wo eine andere Rolle spricht',
      paragraph: 'zwischen Absätzen',
      heading: 'nach einer Überschrift',
      chapter: 'vor einem Kapitel',
    },
  },
  check: {
    noFile: 'Es gibt keine Datei {path}: Prüfen Sie den Namen.',
  },
  targets: {
    copyOf: '  eine Kopie von {target}',
    figure: '  {figure}: {bound}',
    goal: '  erstellt als: {files}',
    loudness: '  Lautheit: {level}',
    needs: '  braucht: {fields}',
    coverNeeds:
      '  Cover: {isNeeded, select, yes {erforderlich} other {optional}}, mindestens {pixels, number} Pixel Seitenlänge{isSquare, select, yes {, quadratisch} other {}}',
  },
  script: {
    noSuchRole: 'In {path} beginnt keine Zeile mit „{name}“. Namen, die Rollen sein könnten: {names}.',
    noSpeech:
      '{path} enthält nichts zu sprechen, nur Regieanweisungen oder Pausen: Fügen Sie Text hinzu, der nicht in Klammern steht.',
    rolesTaken:
      'Als Rollen gelesen, da sie sich vor einem Doppelpunkt wiederholen: {names}. Setzen Sie einen Backslash vor jede, die keine ist.',
    roleTaken: '{name} ({rows, plural, one {# Textzeile} other {# Textzeilen}})',
    speakersFound:
      '{claimed, number} von {quotations, plural, one {# Äußerung} other {# Äußerungen}} gingen an {roles, plural, one {# Rolle} other {# Rollen}}; den Rest behält der Erzähler.',
    speakersOfScript: '{path} ist ein Skript, das selbst sagt, wer spricht: Lassen Sie --speakers weg.',
    threeRoles:
      '{path}, Textzeile {row}: Ein Absatz hat die Rollen {roles}, und eine Zeile nimmt höchstens zwei auf: Setzen Sie eine Leerzeile dazwischen.',
  },
  project: {
    another:
      'Das Projekt {project} enthält ein anderes Skript: Kaum eine Zeile von {script} ist darin; geben Sie ein anderes --out an, oder ein eigenes --project.',
    cantBeMade:
      'Das Projekt {project} kann nicht angelegt werden, denn {folder} {what}; geben Sie mit --project an, wo es liegen darf.',
    copied:
      'Dieses Projekt ist eine Kopie oder wurde von einem anderen Laufwerk verschoben. Es geht hier weiter: Machen Sie mit dem anderen nicht weiter.',
    copyNotAccepted:
      'Das Projekt {project} ist eine Kopie oder wurde von einem anderen Laufwerk verschoben, und es wurde nichts gesendet. {lines, plural, one {# Zeile würde} other {# Zeilen würden}} gesendet. Zeilen, die seither vom anderen gesendet wurden, sind hier nicht verzeichnet und würden erneut bezahlt. Machen Sie mit dem anderen weiter, oder akzeptieren Sie dieses mit --accept-copy.',
    copyNotAcceptedYet:
      'Das Projekt {project} ist eine Kopie oder wurde von einem anderen Laufwerk verschoben, und es wurde nichts gesendet. Zeilen würden gesendet. Zeilen, die seither vom anderen gesendet wurden, sind hier nicht verzeichnet und würden erneut bezahlt. Machen Sie mit dem anderen weiter, oder akzeptieren Sie dieses mit --accept-copy.',
    defaultName: 'Skript',
    noLog:
      'Das Laufwerk mit {path} unterstützt kein Write-Ahead-Log. Das Speichern ist deshalb langsamer, und Lesende warten so lange; ein Laufwerk dieses Rechners ist schneller.',
    isLink: '{path} ist ein Link: Geben Sie mit --project an, welches Projekt gemeint ist.',
    acceptMissingLog:
      '{sentence} Um ohne sie weiterzumachen, rufen Sie lectern resume oder lectern render mit --accept-missing-log auf.',
    moved: 'Der Ordner dieses Projekts wurde verschoben oder umbenannt. Es geht hier weiter.',
    nothingBegun:
      'Im Projekt {project} wurde nichts begonnen: Rufen Sie stattdessen „lectern render SCRIPT --out DIR --project {project}“ auf.',
    otherConnection:
      'Das Projekt {project} entstand mit {own, select, local {dem lokalen Dienst} other {{own} (Benutzer {ownUser})}}, und dies wäre {other, select, local {der lokale Dienst} other {{other} (Benutzer {otherUser})}}: Verwenden Sie jene Verbindung (--base-url, LECTERN_BASE_URL) oder ein anderes Projekt.',
    otherLocalService:
      'Das Projekt entstand mit dem lokalen Dienst eines anderen Rechners oder Datenordners; es geht mit diesem weiter.',
    several: '{folder} enthält mehrere Projekte ({names}): Geben Sie mit --project an, welches gemeint ist.',
  },
  repair: {
    audio:
      '{line}: Die Audiodatei eines ihrer Takes {problem, select, missing {fehlt} damaged {ist beschädigt} other {ist unbrauchbar}}.',
    converted:
      '{folder} enthält das Audio von {takes, plural, one {# weiteren Take} other {# weiteren Takes}} nur umgewandelt, getrimmt oder mit anderer Verstärkung; so kann es nicht zurückgelegt werden.',
    doubtAfterEnd:
      '{lines, plural, one {# Zeile ungeklärt: Lectern wurde beendet, während sie gesendet wurde.} other {# Zeilen ungeklärt: Lectern wurde beendet, während sie gesendet wurden.}}',
    doubtUnreadable:
      '{lines, plural, one {# Zeile} other {# Zeilen}} ungeklärt: Was beim Dienst angefragt wurde, ist im Projekt nicht mehr lesbar.',
    recovered:
      '{files, plural, one {# fehlende Audiodatei} other {# fehlende Audiodateien}} aus einem Export zurückgeholt.',
    rows: 'Die Datenbank enthielt unlesbare Einträge zu {lines, plural, one {# Zeile} other {# Zeilen}}. Sie wurden repariert, und die ursprünglichen Einträge liegen beiseite.',
  },
  export: {
    delivered:
      '{files, plural, one {# fertige Datei} other {# fertige Dateien}} in {folder} ({written} erstellt, {unchanged} unverändert)',
    deliveryFormat: 'Fertige Dateien haben eines dieser Formate: {formats}.',
    done: '{files, plural, one {# Audiodatei} other {# Audiodateien}} von {lines, plural, one {# Zeile} other {# Zeilen}} in {folder}',
    failed: 'Die Takes bleiben erhalten; sie zu exportieren ist nicht gelungen: {message}',
    handedOver:
      '{files, plural, one {# Datei} other {# Dateien}} in {folder} übergeben ({unchanged, number} unverändert)',
    inUse: 'Ein anderes Lectern hat {project} geöffnet: Exportiert wird, was es bisher gespeichert hat.',
    notChosenHere:
      'Das Projekt {project} nennt {folder} als Ordner für sein Audio, aber dieser Ordner wurde nicht auf diesem Rechner ausgewählt: Geben Sie mit --out an, wohin das Audio kommt.',
    outFolder: 'Der Ordner für das Audio, {folder}, {what}; geben Sie ein anderes --out an.',
    missing: '{lines, plural, one {# Zeile fehlt} other {# Zeilen fehlen}} im Export:',
    outdated:
      '{lines, plural, one {# Zeile wird mit einem veralteten Take} other {# Zeilen werden mit veralteten Takes}} exportiert:',
    measuring: '{done, number} von {total, number} Dateien gemessen',
    nothingToHear: 'Keine Zeile hat einen Take, der exportiert werden kann.',
    onlyTimed: '--for ist nur mit --as {forms} möglich.',
    timesOf: 'Die Zeiten sind die der Dateien, die das Ziel {target} erstellt.',
    progress: '{percent} % · {file}',
    progressLeft: '{percent} % · {file} · noch {left}',
    sampleRate: 'Fertige Dateien haben eine dieser Abtastraten: {rates}.',
    stopping: 'Der Export wird gestoppt; ein erneuter Aufruf macht weiter.',
    untitled: 'Anfang',
    unknownTarget: '„{target}“ kann noch nicht exportiert werden; geben Sie mit --{option} eines davon an: {targets}.',
  },
  spending: {
    unknownError: 'unbekannter Fehler',
    unwritten: 'Die Datei {file} konnte nicht geschrieben werden ({code}).',
    written: 'Der Bericht liegt in {file}',
  },
  importing: {
    aside: {
      captions: '{count, plural, one {# Bildunterschrift} other {# Bildunterschriften}}, {state}',
      notes: '{count, plural, one {# Anmerkung} other {# Anmerkungen}}, {state}',
      tables: '{count, plural, one {# Tabelle} other {# Tabellen}}, {state}',
    },
    chapter: 'Kapitel „{title}“: {lines, plural, one {# Zeile} other {# Zeilen}}',
    column: '  Spalte {column} „{title}“: {use}',
    columnUntitled: '  Spalte {column}: {use}',
    leftOut: 'ausgelassen',
    noColumn: '{path} hat keine Spalte „{column}“; „lectern import --dry-run“ listet sie auf.',
    noSheet: '{path} hat keine Spalten: Es ist keine Tabelle.',
    noSection:
      '{path} hat {sections, plural, =0 {keine Abschnitte} one {# Abschnitt} other {# Abschnitte}} und keinen Abschnitt {section}; „lectern import --dry-run“ listet sie auf.',
    read: 'gelesen',
    role: '{name}: {lines, plural, one {# Zeile} other {# Zeilen}}',
    roleBecause: '{name}: {lines, plural, one {# Zeile} other {# Zeilen}}; Grund: {evidence}',
    sheet: 'Tabelle „{name}“, {state}',
    sheetUnnamed: 'Tabelle, {state}',
    unread:
      'ausgelassen: {sections, plural, one {# Abschnitt} other {# Abschnitte}} ({titles}); „--sections“ liest sie mit',
    use: {
      chapter: 'Kapitel',
      direction: 'Regieanweisung',
      ignored: 'ausgelassen',
      role: 'Rolle',
      scene: 'Szene',
      text: 'Text',
    },
    section: 'Abschnitt {number} ({kind}, {characters, number} Zeichen), {state}: {title}',
    sectionBecause: '{section}; Grund: {evidence}',
    withWords: '{notice} ({words, plural, one {# Wort} other {# Wörter}}: „{sample}“)',
    notice: {
      comments: 'ausgelassen: {count, plural, one {# Kommentar} other {# Kommentare}}',
      damaged:
        'nicht lesbar: {count, plural, one {# beschädigter oder fehlender Teil} other {# beschädigte oder fehlende Teile}}',
      credits:
        'bleibt stumm: {count, plural, one {# Untertitel, der nennt,} other {# Untertitel, die nennen,}} wer die Untertitel gemacht hat',
      inconsistent:
        'vielleicht unvollständig: {count, plural, one {# Teil weicht} other {# Teile weichen}} in Größe oder Prüfsumme von den Angaben des Archivs ab',
      deletions: 'ausgelassen: {count, plural, one {# gelöschte Stelle} other {# gelöschte Stellen}}',
      links: 'ausgelassen: {count, plural, one {# Link; sein Text bleibt} other {# Links; ihr Text bleibt}}',
      macros: 'ausgelassen und nicht ausgeführt: {count, plural, one {# Makro} other {# Makros}}',
      'joined-cells':
        'zusammengesetzt: der Text von {count, plural, one {# Zeile} other {# Zeilen}} mit mehr Zellen, als die Tabelle Spalten hat',
      'page-numbers': 'ausgelassen: {count, plural, one {# Seitenzahl} other {# Seitenzahlen}}',
      'running-heads': 'ausgelassen: {count, plural, one {# Kopf- oder Fußzeile} other {# Kopf- und Fußzeilen}}',
      'note-references': 'ausgelassen: {count, plural, one {# Anmerkungszeichen} other {# Anmerkungszeichen}}',
      navigation: 'ausgelassen: {count, plural, one {# Navigationsliste} other {# Navigationslisten}}',
      boilerplate:
        'ausgelassen: {count, plural, one {# Bereich} other {# Bereiche}} der Website rund um den Text (etwa Kopfbereich, Teilen-Schaltflächen oder Schlagwörter)',
      'reader-comments': 'ausgelassen: {count, plural, one {# Bereich} other {# Bereiche}} mit Leserkommentaren',
      formulas: 'ausgelassen: {count, plural, one {# Formel} other {# Formeln}}',
      hidden: 'ausgelassen: {count, plural, one {# verborgene Stelle} other {# verborgene Stellen}}',
      'pages-without-text': 'nicht lesbar: {count, plural, one {# Seite} other {# Seiten}} ohne Text',
      pictures: 'ausgelassen: {count, plural, one {# Bild} other {# Bilder}}',
      remote: 'ausgelassen und nicht geladen: {count, plural, one {# Element} other {# Elemente}} aus dem Internet',
    },
  },
  reading: {
    arranging: 'Kapitel und Rollen werden gesucht: {path}',
    cancelled: 'Das Lesen von {path} wurde abgebrochen; es wurde nichts angelegt.',
    pages: '{path} wird gelesen',
    pagesOf: '{path} wird gelesen: Seite {done, number} von {total, number}',
    partsOf: '{path} wird gelesen: Teil {done, number} von {total, number}',
    reading: '{path} wird gelesen',
    unpacking: '{path} wird entpackt',
  },
  status: {
    counts:
      '{chapters, number} Kapitel, {roles, plural, one {# Rolle} other {# Rollen}}, {lines, plural, one {# Zeile} other {# Zeilen}}, {characters, number} Zeichen, wie gesendet',
    missingAudio: 'Audio fehlt oder ist beschädigt {lines}',
    project: '{name}: {folder}',
    rendered: 'aktuell {fresh} · veraltet {stale} · nie vertont {unrendered}',
    service: 'beim Dienst {inFlight} · fehlgeschlagen {failed} · ungeklärt {inDoubt} · verloren {lost}',
  },
  line: {
    named: 'Zeile {number} ({roles}, „{words}“)',
    numbered: 'Zeile {number}',
    range: '{first}–{last}',
    many: 'Zeilen {ranges} ({lines, number} insgesamt)',
    problem: {
      noVoice: 'Für {roles} ist keine Stimme besetzt.',
      nothingToSpeak: 'In ihr gibt es nichts zu sprechen.',
      other: 'Sie kann so nicht vertont werden.',
      pronunciation:
        'Ausspracheregel {rule} („{from}“) macht sie länger als {limit} Zeichen: Ändern Sie diese Regel oder die Regeln davor, die sie wiederholt.',
      threeRoles: 'Sie hat mehr als zwei Rollen ({roles}): Machen Sie Absätze mit einer oder zwei Rollen daraus.',
      tooLong: 'Sie hat {characters} Zeichen, und ein Auftrag fasst {limit}.',
    },
    warning: {
      prefixInText: '{role} spricht „{prefix}“, was Redebeiträge kennzeichnet: Der Dienst könnte es für einen halten.',
      prefixesOverlap:
        '„{first}“ und „{second}“ kennzeichnen Redebeiträge, und eines enthält das andere: Wählen Sie andere.',
      rolesDiffer:
        '{first} und {second} unterscheiden sich in {parameters}; ein Dialog hat das nur einmal, und es gilt, was {first} hat.',
    },
  },
  plan: {
    missingAudio:
      '{lines, plural, one {# Zeile war vertont, aber ihr Audio fehlt oder ist beschädigt: Sie wird nicht neu vertont, da das erneut bezahlt würde.} other {# Zeilen waren vertont, aber ihr Audio fehlt oder ist beschädigt: Sie werden nicht neu vertont, da das erneut bezahlt würde.}}',
    nothing: 'Nichts zu vertonen: {lines, plural, one {# Zeile} other {# Zeilen}} aktuell.',
    onPlan: '{plan} {time}',
    others: 'In den anderen Tarifen: {plans}.',
    paidAgain:
      '{lines, plural, one {# Zeile wird neu vertont und erneut bezahlt, da ihr Audio fehlt oder beschädigt ist.} other {# Zeilen werden neu vertont und erneut bezahlt, da ihr Audio fehlt oder beschädigt ist.}}',
    toRender: 'Zu vertonen: {lines, plural, one {# Zeile} other {# Zeilen}}, {characters, number} Zeichen.',
    toRenderWithin:
      'Zu vertonen: {lines, plural, one {# Zeile} other {# Zeilen}}, {characters, number} Zeichen, {batches, number} Stapel; der letzte geht in {time} ab.',
    withService: '{lines, plural, one {# Zeile ist} other {# Zeilen sind}} schon beim Dienst.',
  },
  run: {
    bar: '{bar} {percent} %  {progress}.',
    batchInDoubt:
      'Ein Stapel mit {lines, plural, one {# Zeile} other {# Zeilen}} ist ungeklärt und wird nicht von selbst erneut gesendet: {message}',
    characters: '{used, number} von {limit, number} Zeichen',
    failed: '{lines, number} fehlgeschlagen',
    failedAgain: '{line} fehlgeschlagen: {message} Sie wird erneut gesendet.',
    failedFinally: '{line} fehlgeschlagen: {message}',
    finishing: 'Wird abgeschlossen.',
    inDoubt: '{lines, number} ungeklärt',
    lastLines: 'Wartet auf die letzten Zeilen.',
    firstLines: 'Wartet auf die ersten Zeilen.',
    lost: '{lines, number} verloren',
    linesLost: '{lines, plural, one {# Zeile} other {# Zeilen}} verloren: {message}',
    linesUnfinished: '{lines, plural, one {# Zeile bleibt} other {# Zeilen bleiben}} beim Dienst: {message}',
    minute: 'Diese Minute: {used}.',
    progress: '{rendered, number} von {total, plural, one {# Zeile} other {# Zeilen}} vertont',
    requests: '{used, number} von {limit, number} Anfragen',
    row: '{parts}.',
    sentAgain: '{lines, plural, one {# verlorene Zeile} other {# verlorene Zeilen}}: erneut gesendet.',
    stopping:
      'Wird gestoppt: Es wird nichts mehr gesendet. Was unterwegs ist, ist vermerkt. (Nochmals Strg-C beendet sofort.)',
    stops: 'Der Durchlauf bricht ab: {message}',
    timeLeft: 'Noch etwa {time}.',
    waitRefused: 'Der Dienst bittet um Geduld (zu viele Anfragen oder Zeichen): weiter in {time}.',
    waitUnknown: 'Was in der letzten Minute gesendet wurde, ist nicht bekannt: weiter in {time}.',
    waiting: {
      budget: '{message} Neue Versuche bis zu {time} lang.',
      doubt: '{message} Der nächste Stapel geht in {time} ab.',
      rateLimited: '{message} Weiter in {time}.',
      noAnswer: 'Der Dienst gibt keine klare Antwort.',
      refuses: 'Der Dienst weist zurzeit ab (429).',
      unknown: 'Wartet.',
    },
  },
  outcome: {
    approved: 'Ihr freigegebener Take ist veraltet; sie wird nur mit --replace-approved neu vertont.',
    files: '{files, plural, one {# Audiodatei} other {# Audiodateien}} in {folder}',
    inDoubt: 'Ungeklärt: Der Dienst hat sie vielleicht und berechnet sie vielleicht.',
    lost: 'Verloren: {reason}',
    missingAudio: 'Ihr Audio fehlt oder ist beschädigt, und sie neu zu vertonen kostet erneut.',
    notSent: 'Nicht gesendet: {why}',
    notThere: 'Der Dienst hat sie nicht mehr.',
    row: '  {line}: {reason}',
    total:
      '{rendered, plural, one {# Zeile} other {# Zeilen}} vertont, {reused, number} wiederverwendet, {failed, number} fehlgeschlagen, {inDoubt, number} ungeklärt, {lost, number} verloren: {characters, number} Zeichen in {batches, plural, one {# Stapel} other {# Stapeln}}, {time}.',
    unfinished: 'Noch beim Dienst: {reason}',
  },
  suspicious: {
    advice: 'Hören Sie sie in der Prüfung an: Geben Sie die guten frei, und vertonen Sie die anderen neu.',
    allApproved:
      '{takes, plural, one {Der einzige auffällige Take ist freigegeben.} other {Alle # auffälligen Takes sind freigegeben.}}',
    measuring: '{takes, plural, one {# Take wird} other {# Takes werden}} gemessen.',
    status: 'Der Befehl endet deshalb mit dem Status 1; --fail-on never lässt sie gelten.',
    total:
      '{takes, plural, one {# Take ist auffällig} other {# Takes sind auffällig}}{approved, plural, =0 {} one { (# weiterer ist freigegeben)} other { (# weitere sind freigegeben)}}.',
    unmeasured:
      '{takes, plural, one {# Take ist noch nicht gemessen und lässt sich nicht beurteilen} other {# Takes sind noch nicht gemessen und lassen sich nicht beurteilen}}; beim Exportieren oder beim Öffnen im Fenster wird das nachgeholt.',
  },
  advice: {
    capOfProject:
      'Um zu vertonen, was die Obergrenze ausgelassen hat, erhöhen Sie die Obergrenze des Projekts im Fenster und machen Sie weiter mit: {command}',
    capOfRun:
      'Um zu vertonen, was die Obergrenze ausgelassen hat, rufen Sie „lectern render“ erneut auf, mit höherem --max-characters oder ohne.',
    capInCurrency:
      'Um zu vertonen, was die Obergrenze ausgelassen hat, legen Sie die Obergrenze des Projekts in der Währung des Preises fest und machen Sie weiter mit: {command}',
    confirm:
      'Um Zeilen neu zu vertonen, deren freigegebener Take veraltet ist, rufen Sie „lectern render“ mit --replace-approved auf.',
    edit: 'Um Zeilen zu vertonen, die so nicht vertont werden können, ändern Sie das Skript oder die Besetzung und rufen Sie „lectern render“ erneut auf.',
    interrupted: 'Unterbrochen. Alles ist erhalten; weiter mit: {command}',
    left: '{lines, plural, one {# Zeile des Skripts ist} other {# Zeilen des Skripts sind}} übrig: „lectern render“ vertont, was keinen Take hat.',
    missingAudio:
      'Legen Sie fehlendes Audio zu den Takes des Projekts zurück, oder vertonen Sie es neu (das wird erneut berechnet): {command} --render-missing-audio',
    moved: '{message} Weiter mit: {command}',
    movedAway: '{message} Weiter mit: lectern resume, mit dem jetzigen Namen des Ordners',
    resubmit:
      'Ungeklärtes oder Verlorenes erneut senden (das kann doppelt berechnet werden): {command} --resubmit-in-doubt',
    resume: 'Abholen, was der Dienst noch hat, und senden, was nicht gesendet wurde: {command}',
    retry: 'Fehlgeschlagenes erneut senden (das kann erneut berechnet werden): {command} --retry-failed 1',
    stopped: '{message} Wenn das behoben ist, weiter mit: {command}',
  },
  error: {
    failedDrive:
      'Auf dem Laufwerk von {place} ist ein Fehler aufgetreten: Prüfen Sie das Laufwerk und rufen Sie den Befehl erneut auf.',
    fullDisk: 'Der Datenträger von {place} ist voll: Schaffen Sie Platz und rufen Sie den Befehl erneut auf.',
    internal:
      'in Lectern ist ein Fehler aufgetreten; nichts Gespeichertes ist verloren. Bitte melden Sie dies:\n{details}',
    longName: '{place}: Der Name ist zu lang; geben Sie einen kürzeren an.',
    isFolder: '{place} ist ein Ordner: Geben Sie eine Datei an.',
    noFolder: '{place}: Das ist kein Ordner, oder darüber liegt eine Datei; geben Sie einen anderen Ordner an.',
    notThere: '{place} gibt es nicht: Prüfen Sie den Pfad.',
    noWorkingFolder:
      'Der aktuelle Ordner wurde gelöscht: Wechseln Sie in einen anderen und rufen Sie den Befehl erneut auf.',
    refused: '{place} kann nicht verwendet werden ({code}): Prüfen Sie den Pfad und die Rechte.',
    theFolder: 'der Ordner',
    tooManyFiles:
      'Auf diesem Rechner sind zu viele Dateien geöffnet: Schließen Sie einige Programme und rufen Sie den Befehl erneut auf.',
    unwritable:
      '{place}: Dort kann nicht geschrieben werden; wählen Sie einen anderen Ordner oder machen Sie ihn beschreibbar.',
    unwrittenResult: 'Das Ergebnis konnte nicht auf die Standardausgabe geschrieben werden ({code}).',
  },
  folder: {
    'no-folder':
      '{above, select, yes {kann nicht angelegt werden, weil {path} kein Ordner ist} other {ist kein Ordner}}',
    'read-only':
      '{above, select, yes {kann nicht angelegt werden, weil {path} auf einem schreibgeschützten Laufwerk liegt} other {liegt auf einem schreibgeschützten Laufwerk}}',
    'no-permission':
      '{above, select, yes {kann nicht angelegt werden, weil Sie nicht in {path} schreiben dürfen} other {kann nicht beschrieben werden, weil Sie dort nicht schreiben dürfen}}',
    'no-storage':
      '{above, select, yes {kann nicht angelegt werden, weil das System in {path} keine Dateien speichert} other {liegt dort, wo das System keine Dateien speichert}}',
    unusable: 'kann nicht verwendet werden ({code})',
  },
  time: {
    hours: '{hours} h {minutes, number, ::00} min',
    minutes: '{minutes} min {seconds, number, ::00} s',
    seconds: '{seconds} s',
  },
  model: {
    needsUrl: '--model gehört zu --model-url URL; fügen Sie es hinzu.',
    needsSpeakers: '--model-url gehört zu --speakers und --project DIR oder --dry-run; fügen Sie sie hinzu.',
    needsName: 'Nennen Sie ein Modell mit --model. {origin} hat {models}{more, plural, =0 {} other { und # weitere}}.',
    needsConsent:
      'Es wurde nichts gesendet. Um zuzustimmen, dass Teile des Buchs dorthin gesendet werden, fügen Sie --model-consent {host} hinzu.',
    capNeedsPrice: '--model-max-cost braucht --model-input-price oder --model-output-price; fügen Sie sie hinzu.',
    keyOfOther:
      'LECTERN_MODEL_KEY ist für {keyOrigin} und wird nicht an {origin} gesendet: Ändern Sie LECTERN_MODEL_URL oder lassen Sie die Variable weg.',
    stopping: 'Wird gestoppt; eingegangene Antworten bleiben erhalten.',
    interrupted: 'Gestoppt. Es wurde nichts importiert; derselbe Befehl fragt nur nach dem, was fehlt.',
    waiting: 'Der Server bittet um {seconds, plural, one {# Sekunde} other {# Sekunden}} Geduld.',
    progress: '{done, number} von {requests, plural, one {# Anfrage} other {# Anfragen}} beantwortet.',
  },
  version: {
    rolesAreKept: '--read-as, --roles und --merge gelten beim Import in neue Projekte: Lassen Sie sie bei --into weg.',
    whichProject:
      'Nennen Sie ein Projekt: --project DIR, um es anzulegen oder zu aktualisieren, oder --into DIR, um zuerst zu vergleichen.',
    needsInto: '--chapters und --compare gehören zu --into DIR; fügen Sie es hinzu.',
    noChapter: 'Im Vergleich gibt es kein Kapitel {number}; er hat {chapters, number} Kapitel; siehe --compare.',
    untitled: 'vor dem ersten Kapitel',
    change: {
      same: 'unverändert',
      changed: 'geändert',
      added: 'neu',
      removed: 'entfallen',
    },
    chapter: '{number}. {title}: {what}{moved, select, yes {, verschoben} other {}}',
    paragraphs: '   Absätze: {changed} geändert, {added} neu, {removed} entfallen, {moved} verschoben',
    takesLost: '   {lines, plural, one {# vertonte Zeile entfällt} other {# vertonte Zeilen entfallen}} im Skript',
    renamed: '{from} heißt jetzt {into} und behält die Stimme.',
  },
};
