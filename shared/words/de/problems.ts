import type { problems as english } from '../en/problems.ts';
import type { Translation } from '../words.ts';

export const problems: Translation<typeof english> = {
  joined: '{first} {second}',
  size: {
    values: '{most, number} Werte',
    levels: '{most, number} Verschachtelungsebenen',
    entries: '{most, number} Einträge',
  },
  service: {
    'invalid-parameters':
      'Der Dienst hat die Anfrage als ungültig abgelehnt{said, select, message {: {message}.} page {: Er hat eine Webseite gesendet.} other {.}}',
    unauthorized:
      'Der Dienst hat den API-Schlüssel oder die Benutzer-ID abgelehnt{said, select, message {: {message}.} page {: Er hat eine Webseite gesendet.} other {.}}',
    'unsupported-plan':
      'Der Tarif des Kontos umfasst dies nicht{said, select, message {: {message}.} page {: Der Dienst hat eine Webseite gesendet.} other {.}}',
    'not-found':
      'Der Dienst kennt diese Adresse oder diesen Auftrag nicht{said, select, message {: {message}.} page {: Er hat eine Webseite gesendet.} other {.}}',
    'method-not-allowed':
      'Der Dienst unterstützt diese Anfrage nicht{said, select, message {: {message}.} page {: Er hat eine Webseite gesendet.} other {.}}',
    'too-large':
      'Der Dienst hat die Anfrage als zu groß abgelehnt{said, select, message {: {message}.} page {: Er hat eine Webseite gesendet.} other {.}}',
    'unsupported-media-type':
      'Der Dienst hat das Format der Anfrage abgelehnt{said, select, message {: {message}.} page {: Er hat eine Webseite gesendet.} other {.}}',
    'rate-limited':
      'Der Dienst bittet zu warten, weil es in dieser Minute zu viele Anfragen oder Zeichen waren (429){said, select, message {: {message}.} page {: Er hat eine Webseite gesendet.} other {.}}',
    'server-error':
      'Beim Dienst ist ein Fehler aufgetreten ({status}){said, select, message {: {message}.} page {: Er hat eine Webseite gesendet.} other {.}}',
    'unexpected-status':
      'Der Dienst hat mit einem unerwarteten Status geantwortet ({status}){said, select, message {: {message}.} page {: Er hat eine Webseite gesendet.} other {.}}',
    redirected:
      'Der Dienst hat die Anfrage umgeleitet{place, select, none {} other {, an {origin}}} ({status}). Der Schlüssel wird nie an eine andere Adresse gesendet.',
    'not-the-service':
      'Geantwortet hat etwas anderes als der Sprachdienst (Status {status}, {type, select, none {ohne Inhaltstyp} other {{contentType}}}).',
    'oversized-reply':
      'Die Antwort des Dienstes ({status}) ist zu groß und wurde nicht gelesen: Sie hat mehr als {limit}.',
    'address-expired': 'Die Adresse der Audiodatei ist abgelaufen ({status}).',
    'incomplete-download': 'Die Audiodatei ist unvollständig: {received} von {expected} sind angekommen.',
    'incomplete-download-unknown': 'Die Audiodatei ist unvollständig: Nur {received} sind angekommen.',
    'oversized-download': 'Die Audiodatei ist größer als angekündigt oder erlaubt ({limit}).',
    'oversized-audio':
      'Die Audiodatei ist größer als {limit}, das Größte, was Lectern liest. Sie wurde nicht behalten.',
    'overlong-audio':
      'Das Audio ist zu lang für seinen Text (mehr als {duration} oder {limit}). Es wurde nicht behalten.',
    'insecure-address': 'Die Verbindung zu {origin} ist nicht verschlüsselt, deshalb wurde nichts gesendet.',
    'insecure-audio':
      'Die Adresse des Audios bei {origin} ist nicht verschlüsselt, und über https ist es dort nicht verfügbar. Es wurde nicht heruntergeladen.',
    'unusable-address': 'Die Adresse beginnt weder mit http noch mit https.',
    'unusable-credentials':
      'API-Schlüssel oder Benutzer-ID sind leer oder enthalten Zeichen, die nicht gesendet werden können.',
    'job-failed':
      'Der Dienst konnte das Audio nicht erzeugen{said, select, message {: {message}.} page {: Er hat eine Webseite gesendet.} other {.}}',
  },
  advice: {
    unauthorized: 'Prüfen Sie beide.',
    'not-found': 'Prüfen Sie die Adresse des Dienstes.',
    'method-not-allowed': 'Prüfen Sie die Adresse des Dienstes.',
    'too-large': 'Senden Sie weniger oder kürzere Zeilen auf einmal.',
    'unsupported-media-type': 'Prüfen Sie die Adresse des Dienstes.',
    'server-error': 'Versuchen Sie es später erneut.',
    redirected: 'Tragen Sie die neue Adresse ein.',
    'not-the-service': 'Prüfen Sie die Adresse des Dienstes.',
    'unreadable-reply': 'Prüfen Sie die Adresse des Dienstes oder versuchen Sie es später erneut.',
    'oversized-reply': 'Prüfen Sie die Adresse des Dienstes oder fragen Sie seinen Betreiber.',
    'address-expired': 'Rufen Sie den Auftrag erneut ab, um eine neue zu erhalten.',
    'incomplete-download': 'Versuchen Sie es erneut.',
    'oversized-download': 'Versuchen Sie es erneut.',
    'oversized-audio': 'Fragen Sie den Betreiber des Dienstes.',
    'overlong-audio': 'Versuchen Sie es später erneut oder fragen Sie den Betreiber des Dienstes.',
    'insecure-address': 'Verwenden Sie eine https-Adresse.',
    'insecure-audio': 'Bitten Sie den Betreiber des Dienstes um https-Adressen.',
    'unusable-address': 'Prüfen Sie sie.',
    'unusable-credentials': 'Prüfen Sie beide.',
  },
  reply: {
    empty: 'Die Antwort des Dienstes ({status}) ist leer.',
    'not-json': 'Die Antwort des Dienstes ({status}) ist kein gültiges JSON.',
    'not-batch': 'Die Antwort des Dienstes ({status}) enthält keinen Stapel.',
    'not-child': 'Die Antwort des Dienstes ({status}) enthält keinen Auftrag eines Stapels.',
    'not-job': 'Die Antwort des Dienstes ({status}) enthält keinen Auftrag.',
    'not-voice': 'Die Antwort des Dienstes ({status}) enthält keine Stimme.',
    'not-voices': 'Die Antwort des Dienstes ({status}) ist keine Liste von Stimmen.',
    'not-audio': 'Die Antwort des Dienstes ({status}) ist kein Audio, das Lectern lesen kann.',
    compressed: 'Die Antwort des Dienstes ({status}) ist komprimiert, obwohl das nicht verlangt war.',
    'other-range': 'Die Antwort des Dienstes ({status}) ist ein anderer Teil der Datei als verlangt.',
    'no-range': 'Laut der Antwort des Dienstes ({status}) hat die Datei keinen solchen Teil.',
    'no-batch-link': 'Die Antwort des Dienstes ({status}) nimmt den Stapel an, enthält aber keinen Link zu ihm.',
    'no-job-link': 'Die Antwort des Dienstes ({status}) nimmt den Auftrag an, enthält aber keinen Link zu ihm.',
    'endless-events':
      'Die Antwort des Dienstes ({status}) ist ein Ereignisstrom, der nicht endet und keinen Fortschritt meldet.',
  },
  connection: {
    'refused-connection':
      'Keine Antwort von {origin}: Dort nimmt nichts Verbindungen an{known, select, yes { ({code})} other {}}.',
    dns: 'Keine Antwort von {origin}: Der Name ist nicht bekannt{known, select, yes { ({code})} other {}}.',
    tls: 'Keine Antwort von {origin}: Eine sichere Verbindung war nicht möglich{known, select, yes { ({code})} other {}}.',
    'connect-timeout':
      'Keine Antwort von {origin}: Der Verbindungsaufbau hat zu lange gedauert{known, select, yes { ({code})} other {}}.',
    timeout: 'Keine Antwort von {origin}: Es kamen keine Daten mehr{known, select, yes { ({code})} other {}}.',
    'too-slow':
      'Keine Antwort von {origin}: Eine halbe Minute lang kam weniger als 1 kB pro Sekunde{known, select, yes { ({code})} other {}}.',
    reset:
      'Keine Antwort von {origin}: Die Verbindung wurde ohne Antwort geschlossen{known, select, yes { ({code})} other {}}.',
    'ended-early':
      'Keine vollständige Antwort von {origin}: Die Verbindung ist abgebrochen{known, select, yes { ({code})} other {}}.',
    malformed: 'Keine Antwort von {origin}: Was kam, ist kein HTTP{known, select, yes { ({code})} other {}}.',
    aborted: 'Keine Antwort von {origin}: Die Anfrage wurde abgebrochen{known, select, yes { ({code})} other {}}.',
    insecure:
      'Keine Antwort von {origin}: Die Adresse beginnt weder mit http noch mit https{known, select, yes { ({code})} other {}}.',
    other:
      'Keine Antwort {origin, select, local {vom lokalen Dienst} other {von {origin}}}: Die Verbindung ist fehlgeschlagen{known, select, yes { ({code})} other {}}.',
  },
  connectionAdvice: {
    'refused-connection': 'Prüfen Sie die Adresse und ob der Dienst läuft.',
    dns: 'Prüfen Sie die Adresse und das Netzwerk.',
    tls: 'Prüfen Sie das Zertifikat und die Uhr dieses Rechners.',
    'connect-timeout': 'Prüfen Sie das Netzwerk.',
    timeout: 'Prüfen Sie das Netzwerk und versuchen Sie es erneut.',
    'too-slow': 'Prüfen Sie das Netzwerk und versuchen Sie es erneut.',
    reset: 'Versuchen Sie es erneut.',
    'ended-early': 'Versuchen Sie es erneut.',
    malformed: 'Prüfen Sie die Adresse.',
    insecure: 'Prüfen Sie die Adresse.',
    other: 'Prüfen Sie das Netzwerk und versuchen Sie es erneut.',
  },
  doubt: {
    generation:
      'Es ist ungeklärt, ob der Dienst das Audio erzeugt hat. Eine neue Anforderung wird möglicherweise noch einmal berechnet.',
    clone:
      'Es ist ungeklärt, ob die Stimme angelegt wurde. Prüfen Sie die Liste der geklonten Stimmen, bevor Sie es erneut versuchen.',
    deletion: 'Es ist ungeklärt, ob die Stimme gelöscht wurde. Prüfen Sie die Liste der geklonten Stimmen.',
    unfinished: 'Der Dienst ist nicht rechtzeitig fertig geworden.',
  },
  loss: {
    'batch-gone': 'Der Dienst hat die Zeile angenommen, hat ihren Stapel aber nicht mehr.',
    'job-gone': 'Der Dienst hat die Zeile angenommen und hat ihren Stapel noch, die Zeile aber nicht mehr.',
    'audio-gone': 'Der Dienst hat das Audio erzeugt, hat die Datei aber nicht mehr.',
    'audio-faulty': 'Der Dienst hat das Audio erzeugt, aber die Datei ist bei jedem Herunterladen beschädigt.',
    'no-audio': 'Der Dienst meldet die Zeile als fertig, nennt aber keine Adresse ihres Audios.',
    'no-link':
      'Der Dienst hat die Zeile angenommen, sie ist aber nur auf einem anderen Server abrufbar, an den der Schlüssel nie gesendet wird.',
    'other-line': 'Der Dienst hat sie mit einer anderen Zeile verwechselt: Das Audio könnte zu jener gehören.',
    'other-length': 'Das Audio ist viel zu kurz oder zu lang für den Text: Es könnte zu einer anderen Zeile gehören.',
  },
  project: {
    'not-found': 'Unter {path} gibt es kein Projekt. Prüfen Sie den Pfad.',
    'not-a-project':
      '{path} ist kein Lectern-Projekt: Es enthält keine project.db. Wählen Sie einen Ordner, dessen Name auf .lectern endet.',
    exists: '{path} gibt es bereits. Wählen Sie einen anderen Namen, oder öffnen Sie es, falls es ein Projekt ist.',
    newer:
      'Das Projekt {path} wurde mit einem neueren Lectern gespeichert (Format {version}; dieses liest bis {supported}). Aktualisieren Sie Lectern, um es zu öffnen.',
    'in-use':
      'Das Projekt {path} ist in einem anderen Lectern geöffnet. Schließen Sie es dort, oder warten Sie, bis es fertig ist.',
    damaged:
      'Die Datenbank des Projekts {path} ist beschädigt: {damage}. Sie wurde nicht verändert. Stellen Sie den Ordner aus Ihrer eigenen Sicherung wieder her.',
    'damaged-with-backup':
      'Die Datenbank des Projekts {path} ist beschädigt: {damage}. Sie wurde nicht verändert. Die neueste Sicherung ist {backup}. Legen Sie project.db beiseite und kopieren Sie die Sicherung an ihre Stelle.',
    'read-only':
      'In den Projektordner {path} kann nicht geschrieben werden. Kopieren Sie ihn an einen beschreibbaren Ort, oder machen Sie ihn beschreibbar.',
    'no-permission':
      'Sie haben keine Zugriffsrechte für {path}. Ändern Sie die Rechte, oder wählen Sie einen anderen Ort.',
    'disk-full':
      'Das Laufwerk mit {path} ist voll. Alles bisher Gespeicherte ist sicher. Schaffen Sie Platz und versuchen Sie es erneut.',
    'drive-failed':
      'Das Laufwerk mit {path} meldet einen Fehler ({code}). Prüfen Sie das Laufwerk und versuchen Sie es erneut.',
    'moved-while-open':
      'Der Projektordner {path} wurde verschoben, ersetzt oder gelöscht, während Lectern ihn geöffnet hatte. Legen Sie ihn zurück, oder öffnen Sie das Projekt an seinem jetzigen Ort.',
    'moved-while-open-to':
      'Der Projektordner {path} wurde nach {foundAt} verschoben, während Lectern ihn geöffnet hatte. Öffnen Sie ihn dort, um fortzufahren.',
    'log-missing':
      'Das Projekt {path} wurde nicht ordentlich geschlossen, und project.db-wal mit den neuesten Änderungen fehlt. Gesendete und bezahlte Zeilen sind darin vielleicht nicht verzeichnet und könnten noch einmal gesendet und bezahlt werden. Legen Sie project.db-wal zurück neben project.db, oder verwenden Sie das Original, falls dies eine Kopie ist.',
    'log-damaged':
      'Das Projekt {path} wurde nicht ordentlich geschlossen, und project.db-wal mit den neuesten Änderungen ist beschädigt oder veraltet. Gesendete und bezahlte Zeilen sind darin vielleicht nicht verzeichnet und könnten noch einmal gesendet und bezahlt werden. Stellen Sie project.db und project.db-wal wieder her, oder verwenden Sie das Original, falls dies eine Kopie ist.',
    'settings-unreadable':
      'Die Einstellungen des Projekts {path} können nicht gelesen werden und wurden nicht verändert. Öffnen Sie das Projekt im Fenster von Lectern, um sie zurückzusetzen.',
  },
  unsafe: {
    link: '{entry} im Projekt {path} ist eine Verknüpfung, der Lectern nicht folgt. Ersetzen Sie sie durch die Datei oder den Ordner selbst.',
    'not-a-file':
      '{entry} im Projekt {path} ist keine gewöhnliche Datei. Entfernen Sie es und versuchen Sie es erneut.',
    'not-a-folder': '{entry} im Projekt {path} ist kein Ordner. Entfernen Sie es und versuchen Sie es erneut.',
    'hard-link':
      '{entry} im Projekt {path} hat noch einen Namen an anderer Stelle, sodass eine Änderung auch dort wirken würde. Kopieren Sie den Projektordner und öffnen Sie die Kopie.',
    'too-large':
      '{entry} im Projekt {path} ist größer, als Lectern es je anlegt, und wurde nicht geöffnet. Bitten Sie den Absender um eine andere Kopie des Projekts.',
    unexpected: '{entry} im Projekt {path} stammt nicht von Lectern. Entfernen Sie es und versuchen Sie es erneut.',
    replaced:
      'Der Ordner des Projekts {path} wurde durch einen anderen Ordner oder eine Verknüpfung ersetzt, während er benutzt wurde. In den neuen wurde nichts geschrieben. Prüfen Sie, wohin der Ordner führt, und öffnen Sie das Projekt erneut.',
    outside:
      'Das Projekt {path} verweist auf eine Datei außerhalb seines Ordners ({entry}), die nicht geöffnet wurde. Bitten Sie den Absender um eine andere Kopie des Projekts.',
    'foreign-schema':
      'Die Datenbank des Projekts {path} enthält etwas, das Lectern nie anlegt ({entry}), und wurde nicht geöffnet. Bitten Sie den Absender um eine andere Kopie des Projekts.',
  },
  damage: {
    sqlite: '{message}',
    empty: 'Die Datei ist leer',
    'not-json': 'Ein gespeichertes Dokument ist kein gültiges JSON',
    unreadable: '{what} kann nicht gelesen werden',
    'odd-value': '{what} enthält einen ungültigen Wert',
    dangling: '{rows, plural, one {# Datensatz verweist} other {# Datensätze verweisen}} auf fehlende Datensätze',
    'missing-entry': '{name} fehlt',
    'no-project-row': 'Der Datensatz des Projekts selbst fehlt',
    'stuck-lock': 'Entfernen Sie {file}',
    'no-backup': 'Keine seiner Sicherungen kann gelesen werden',
    'unreadable-backup': 'Die gewählte Sicherung kann nicht gelesen werden',
  },
  folder: {
    'no-folder': '{path} ist kein Ordner.',
    'read-only': '{path} liegt auf einem schreibgeschützten Laufwerk.',
    'no-permission': 'Sie haben keine Schreibrechte für {path}.',
    'no-storage': 'In {path} speichert das System keine Dateien.',
    unusable: '{path} kann nicht verwendet werden ({code}).',
    above: 'Der Ordner {folder} kann nicht angelegt werden. {why}',
  },
  data: {
    folder:
      'Der Datenordner {folder} von Lectern kann nicht verwendet werden. {why} Setzen Sie {setting} auf einen beschreibbaren Ordner.',
    keyFile: 'Der Schlüssel kann in {path} nicht gespeichert oder entfernt werden ({code}).',
    unreadable: '{path} kann nicht gelesen werden: {why}.',
    'kept-aside': '{path} kann nicht gelesen werden: {why}. Die Datei wurde in {keptAs} umbenannt.',
    newer: '{path} wurde mit einem neueren Lectern gespeichert und nicht verändert.',
    unwritable: '{path} kann nicht geschrieben werden ({code}).',
    why: {
      'not-json': 'Sie ist kein gültiges JSON',
      invalid: '{field} ist ungültig',
      'invalid-whole': 'Der Inhalt ist ungültig',
      system: '{code}',
    },
  },
  localService: {
    'no-answer': 'Der lokale Dienst wurde gestartet, antwortet aber nicht.',
    'disk-full':
      'Der lokale Dienst wurde nicht gestartet: Das Laufwerk mit seinem Datenordner {folder} ist voll. Schaffen Sie Platz.',
    unwritable:
      'Der lokale Dienst wurde nicht gestartet: In seinen Datenordner {folder} kann nicht geschrieben werden ({code}).',
    ended: 'Der lokale Dienst wurde nicht gestartet: Er endete mit Status {status}.',
    killed: 'Der lokale Dienst wurde nicht gestartet: Das System hat ihn beendet.',
    'ended-with-message': 'Der lokale Dienst wurde nicht gestartet: {message}',
    'no-address': 'Der lokale Dienst wurde nicht gestartet: Er hat seine Adresse nicht gemeldet.',
    timeout:
      'Der lokale Dienst ist nicht innerhalb von {seconds, plural, one {# Sekunde} other {# Sekunden}} gestartet.',
    'no-process': 'Der lokale Dienst wurde nicht gestartet: Sein Prozess konnte nicht angelegt werden ({message}).',
  },
};
