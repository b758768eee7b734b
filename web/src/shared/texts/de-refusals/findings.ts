/**
 * The findings of `npx waymark doctor`, in German, sentence by sentence. `server/src/entry/refusals.test.ts` compares
 * the English with the code of the server.
 */

export const checkNames: Readonly<Record<string, string>> = {
  settings: 'Einstellungen',
  'data folder': 'Datenordner',
  key: 'Schlüssel',
  'disk space': 'Speicherplatz',
  'last backup': 'Letzte Sicherung',
  map: 'Karte',
  'card payments': 'Kartenzahlungen',
  database: 'Datenbank',
  'safe writing': 'Datensicherheit beim Schreiben',
  migrations: 'Migrationen',
  clock: 'Uhr',
  secrets: 'Verschlüsselung',
  'unit counters': 'Einheitenzähler',
  'device models': 'Gerätemodelle',
  server: 'Server',
  jobs: 'Aufgaben',
  projections: 'Auswertungen',
  chunks: 'Nachrichtenpakete',
  quarantine: 'Quarantäne',
  cluster: 'Cluster',
  mail: 'E-Mail',
  backups: 'Sicherungen',
  guessing: 'Anmeldeversuche',
  streets: 'Straßen',
}

export const findings: Readonly<Record<string, string>> = {
  'All settings are valid.': 'Alle Einstellungen sind gültig.',

  // The machine.
  'There is no folder {}. Start the server once, or set WAYMARK_DATA.':
    'Den Ordner {1} gibt es nicht. Starten Sie den Server einmal, oder setzen Sie WAYMARK_DATA.',
  '{} belongs to another user (ID {}). Run this, and the server, as that user.':
    '{1} gehört einem anderen Benutzer (ID {2}). Starten Sie den Server als dieser Benutzer.',
  '{} is not writable. Give its owner full access: chmod u+rwx {}':
    '{1} ist nicht beschreibbar. Geben Sie dem Besitzer vollen Zugriff: chmod u+rwx {2}',
  'Other users have access to {}, so PostgreSQL will not start. Run: chmod 700 {}':
    'Andere Benutzer haben Zugriff auf {1}, daher startet PostgreSQL nicht. Führen Sie aus: chmod 700 {2}',
  '{} exists, and what is written to it reaches the disk.':
    '{1} ist vorhanden, und was dort geschrieben wird, kommt auf dem Datenträger an.',
  'No permission to read {}. Run this as the user who runs the server.':
    'Keine Berechtigung, {1} zu lesen. Verwenden Sie den Benutzer, der den Server betreibt.',
  'There is no key at {}. Restore your copy of it. A new installation creates its key at the first start.':
    'Unter {1} gibt es keinen Schlüssel. Stellen Sie Ihre Kopie davon wieder her. Eine neue Installation erzeugt ihren Schlüssel beim ersten Start.',
  'Other users have access to {}. Run: chmod {} {}':
    'Andere Benutzer haben Zugriff auf {1}. Führen Sie aus: chmod {2} {3}',
  'The key {} is present and readable only by its owner.':
    'Der Schlüssel {1} ist vorhanden und nur für seinen Besitzer lesbar.',
  '{} GiB ({} %) are free.': '{1} GiB ({2} %) sind frei.',
  'Trackers are refused until there is enough again. Free some space.':
    'Geräte werden abgewiesen, bis wieder genug frei ist. Schaffen Sie Platz.',
  'Free some space, or move the data folder to a larger disk.':
    'Schaffen Sie Platz, oder verlegen Sie den Datenordner auf einen größeren Datenträger.',
  'The last backup was made {}: {}.': 'Die letzte Sicherung wurde {1} erstellt: {2}.',
  'The last backup is dated in the future: {}. Check the clock of this machine, then make another: npx waymark backup':
    'Die letzte Sicherung trägt ein Datum in der Zukunft: {1}. Prüfen Sie die Uhr dieses Rechners, dann erstellen Sie eine neue: npx waymark backup',
  'Make another: npx waymark backup': 'Erstellen Sie eine neue: npx waymark backup',
  'There is no backup yet.': 'Es gibt noch keine Sicherung.',
  'Make one: npx waymark backup': 'Erstellen Sie eine: npx waymark backup',
  'Make one this week.': 'Erstellen Sie diese Woche eine.',
  'The map file {} {}.': 'Kartendatei {1}: {2}.',
  'The built-in map is shown instead.': 'Stattdessen wird die eingebaute Karte gezeigt.',
  'Check WAYMARK_MAP_FILE.': 'Prüfen Sie WAYMARK_MAP_FILE.',
  'Maps show streets up to zoom {}, from {}.': 'Karten zeigen Straßen bis Zoomstufe {1}, aus {2}.',
  'Stripe handles card payments for dealers with their own key.':
    'Stripe wickelt Kartenzahlungen für Händler mit eigenem Schlüssel ab.',
  'Stripe handles card payments for the platform and for dealers with their own key.':
    'Stripe wickelt Kartenzahlungen für die Plattform und für Händler mit eigenem Schlüssel ab.',
  'No one else can take card payments, and test cards are refused.':
    'Sonst sind keine Kartenzahlungen möglich, und Testkarten werden abgelehnt.',
  'For everyone else, the sandbox handles them, and test cards work {}.':
    'Für alle anderen ist die Testumgebung zuständig, und Testkarten funktionieren {1}.',

  // The database and the server.
  'PostgreSQL {} is too old. Point WAYMARK_DATABASE_URL at version 15 or newer.':
    'PostgreSQL {1} ist zu alt. Tragen Sie in WAYMARK_DATABASE_URL einen Server mit Version 15 oder neuer ein.',
  'PostgreSQL {} answers.': 'PostgreSQL {1} antwortet.',
  "With this database's locale, usernames that differ only in the case of a letter such as Ä count as two users.":
    'Mit dem Gebietsschema dieser Datenbank gelten Benutzernamen, die sich nur in der Groß- und Kleinschreibung eines Buchstabens wie Ä unterscheiden, als zwei Benutzer.',
  'Rename such users, back up, create the database again with the locale C.UTF-8, and restore.':
    'Benennen Sie solche Benutzer um, erstellen Sie eine Sicherung, legen Sie die Datenbank mit dem Gebietsschema C.UTF-8 neu an und spielen Sie die Sicherung ein.',
  'Checksums, fsync, full_page_writes and synchronous_commit are on.':
    'Prüfsummen, fsync, full_page_writes und synchronous_commit sind eingeschaltet.',
  '{}. Remove that from postgres/postgresql.conf in the data folder, and restart.':
    '{1}. Entfernen Sie das aus postgres/postgresql.conf im Datenordner, und starten Sie den Server neu.',
  'The database belongs to a newer Waymark ({}). Use that version.':
    'Die Datenbank gehört zu einer neueren Waymark-Version ({1}). Verwenden Sie diese Version.',
  'Not run yet: {}. Restart the server; it runs them.':
    'Noch nicht ausgeführt: {1}. Starten Sie den Server neu; er führt sie aus.',
  'The schema matches this version.': 'Das Schema entspricht dieser Version.',
  "The database's clock differs from this machine's by {} s.":
    'Die Uhr der Datenbank weicht von der dieses Rechners um {1} s ab.',
  'Jobs that end or delete something are paused.': 'Aufgaben, die etwas beenden oder löschen, sind angehalten.',
  'Synchronize both with network time (NTP).': 'Synchronisieren Sie beide mit der Netzwerkzeit (NTP).',
  'The clock of this machine says {}, that of the database {}. Synchronize both with network time (NTP).':
    'Die Uhr dieses Rechners zeigt {1}, die der Datenbank {2}. Synchronisieren Sie beide mit der Netzwerkzeit (NTP).',
  'The clock says {}, but {} was expected. Correct it, or, if it is right, run: npx waymark clock accept':
    'Die Uhr zeigt {1}, erwartet wurde {2}. Stellen Sie sie richtig, oder führen Sie, wenn sie stimmt, aus: npx waymark clock accept',
  'No unit has a password yet, so the key cannot be checked.':
    'Noch hat keine Einheit ein Passwort, mit dem sich der Schlüssel prüfen lässt.',
  'The key decrypts stored secrets.': 'Der Schlüssel entschlüsselt gespeicherte Zugangsdaten.',
  'The key does not decrypt stored secrets. Restore the matching keys/master.key.':
    'Der Schlüssel entschlüsselt gespeicherte Zugangsdaten nicht. Stellen Sie die passende Datei keys/master.key wieder her.',
  'Every quota counter matches the number of units.':
    'Jeder Kontingentzähler stimmt mit der Zahl der Einheiten überein.',
  'Wrong quota counters: {} ({}). Please report this bug of Waymark.':
    'Falsche Kontingentzähler: {1} ({2}). Bitte melden Sie diesen Fehler von Waymark.',
  'Every unit has a known model.': 'Jede Einheit hat ein bekanntes Modell.',
  'Some units have unknown models: {}. Use a version that knows these models.':
    'Einige Einheiten haben unbekannte Modelle: {1}. Verwenden Sie eine Version, die diese Modelle kennt.',
  'The server at {} is ready.': 'Der Server unter {1} ist bereit.',
  '{} answers {}: it is not ready.': '{1} antwortet {2}: Der Server ist nicht bereit.',
  'Its log says why.': 'Das Protokoll nennt den Grund.',
  'The server is not running.': 'Der Server läuft nicht.',
  'A server uses this database, but none answers at {}.':
    'Ein Server verwendet diese Datenbank, aber unter {1} antwortet keiner.',
  'The server is running, but does not answer at {}. Check WAYMARK_HOST, WAYMARK_HTTP_PORT and its log.':
    'Der Server läuft, antwortet aber nicht unter {1}. Prüfen Sie WAYMARK_HOST, WAYMARK_HTTP_PORT und das Protokoll.',
  'Citus {} is installed. Messages are not distributed.': 'Citus {1} ist installiert. Nachrichten sind nicht verteilt.',
  'Messages are only partly distributed. Stop all nodes and run: npx waymark cluster init':
    'Nachrichten sind nur zum Teil verteilt. Halten Sie alle Knoten an und führen Sie aus: npx waymark cluster init',
  'These workers do not answer: {}. Their units are not served. Start the workers again.':
    'Diese Worker antworten nicht: {1}. Ihre Einheiten werden nicht bedient. Starten Sie die Worker wieder.',
  'The coordinator has Citus {}, but {}. Install the same version on all of them.':
    'Der Koordinator hat Citus {1}, aber {2}. Installieren Sie überall dieselbe Version.',
  'Messages are distributed over {} workers with Citus {}.': 'Nachrichten sind auf {1} Worker mit Citus {2} verteilt.',

  // Jobs and projections.
  'Failing: {}. The log has the whole error.': 'Schlägt fehl: {1}. Die vollständige Fehlermeldung steht im Protokoll.',
  'No job is overdue or failing.': 'Keine Aufgabe ist überfällig oder schlägt fehl.',
  'Overdue: {}. The server’s log says why.': 'Überfällig: {1}. Das Protokoll des Servers nennt den Grund.',
  'Overdue: {}. They run at the next start.': 'Überfällig: {1}. Sie laufen beim nächsten Start.',
  'Everything computed from messages is up to date.':
    'Alles, was aus Nachrichten berechnet wird, ist auf dem neuesten Stand.',
  'Behind: {}. Messages are stored; the machine is too busy, or the log shows an error.':
    'Im Rückstand: {1}. Nachrichten sind gespeichert; der Rechner ist überlastet, oder das Protokoll nennt einen Fehler.',
  'Small chunks of messages are merged.': 'Kleine Nachrichtenpakete sind zusammengefasst.',
  'Small chunks of messages of {} are waiting to be merged, up to {} per unit.':
    'Kleine Nachrichtenpakete von {1} warten auf das Zusammenfassen, bis zu {2} je Einheit.',
  'Reading them is slow until the machine has time.': 'Bis der Rechner Zeit hat, ist das Lesen langsam.',
  'Every acknowledged frame is stored.': 'Jedes bestätigte Datenpaket ist gespeichert.',
  '{} could not be stored, the oldest from {} ({}). To see them: npx waymark quarantine list. To store or delete them: quarantine replay or quarantine discard.':
    'Nicht gespeichert: {1}, das älteste vom {2} ({3}). Sie stehen unter „Quarantäne“. Speichern oder verwerfen Sie sie dort.',
  'The map has streets for {} of {} units with a position.':
    'Die Karte hat Straßen für {1} von {2} Einheiten mit Position.',
  'About {} addresses are stored, and {} are waiting to be looked up.':
    'Etwa {1} Adressen sind gespeichert, {2} werden noch ermittelt.',
  'To get streets for {} more: {}': 'So bekommen weitere {1} Einheiten Straßen: {2}',

  // Email, backups, sign-ins.
  'The mail server at {} {}: {} Check WAYMARK_SMTP_URL.': 'Der Mailserver {1} {2}: {3} Prüfen Sie WAYMARK_SMTP_URL.',
  '{} could not be delivered. To see which, and why: npx waymark mail list':
    'Nicht zustellbar: {1}. Welche und warum, steht unter „E-Mails“.',
  'The mail server at {} accepts emails. Emails waiting: {}.':
    'Der Mailserver {1} nimmt E-Mails an. Wartende E-Mails: {2}.',
  'The last automatic backup failed: {} Fix the cause, then run: npx waymark backups run':
    'Die letzte automatische Sicherung ist fehlgeschlagen: {1} Beheben Sie die Ursache, dann führen Sie aus: npx waymark backups run',
  '{} in {} is dated in the future and does not count. Check the clock of this machine. If it is right, delete that backup, then run: npx waymark backups run':
    '{1} in {2} trägt ein Datum in der Zukunft und zählt nicht. Prüfen Sie die Uhr dieses Rechners. Stimmt sie, löschen Sie diese Sicherung und führen aus: npx waymark backups run',
  'There is no automatic backup yet.': 'Es gibt noch keine automatische Sicherung.',
  'Is the server running? To create one: npx waymark backups run':
    'Läuft der Server? So erstellen Sie eine: npx waymark backups run',
  'The last automatic backup is {} old, in {}.': 'Die letzte automatische Sicherung in {2} ist {1} alt.',
  'Test restores are off.': 'Wiederherstellungstests sind ausgeschaltet.',
  'Its test restore failed: {} Fix the cause, then run: npx waymark backups test':
    'Ihr Wiederherstellungstest ist fehlgeschlagen: {1} Beheben Sie die Ursache, dann führen Sie aus: npx waymark backups test',
  'No test restore has run yet.': 'Es gab noch keinen Wiederherstellungstest.',
  'The last test restore was {} ago.': 'Der letzte Wiederherstellungstest ist {1} her.',
  'Run one: npx waymark backups test': 'So starten Sie einen: npx waymark backups test',
  'No unusual number of failed sign-ins.': 'Keine ungewöhnliche Zahl fehlgeschlagener Anmeldungen.',
  'Someone is guessing secrets ({}). For an hour only known browsers and networks can sign in. Find the addresses in your proxy’s log and block them there.':
    'Jemand versucht, Zugangsdaten zu erraten ({1}). Eine Stunde lang können sich nur bekannte Browser und Netze anmelden. Suchen Sie die Adressen im Protokoll Ihres Proxys und sperren Sie sie dort.',

  // What a check cannot do.
  'The database refuses the user or password. Check WAYMARK_DATABASE_URL.':
    'Die Datenbank lehnt Benutzer oder Passwort ab. Prüfen Sie WAYMARK_DATABASE_URL.',
  'The database does not exist. Create it, or check WAYMARK_DATABASE_URL.':
    'Die Datenbank gibt es nicht. Legen Sie sie an, oder prüfen Sie WAYMARK_DATABASE_URL.',
  'The database is read-only. Point WAYMARK_DATABASE_URL at the primary server.':
    'Die Datenbank ist schreibgeschützt. Tragen Sie in WAYMARK_DATABASE_URL den primären Server ein.',
  'The database is not set up yet. Start the server once.':
    'Die Datenbank ist noch nicht eingerichtet. Starten Sie den Server einmal.',
  'The database is not responding ({}). Is it running?': 'Die Datenbank antwortet nicht ({1}). Läuft sie?',
  'Files of the database are damaged ({}). Restore a backup.':
    'Dateien der Datenbank sind beschädigt ({1}). Spielen Sie eine Sicherung ein.',
  'The database reports error {}: {}': 'Die Datenbank meldet Fehler {1}: {2}',
  'The database belongs to a newer Waymark. Use that version’s command.':
    'Die Datenbank gehört zu einer neueren Waymark-Version. Verwenden Sie den Befehl dieser Version.',
  'The database belongs to an older Waymark. Upgrade it: npx waymark upgrade':
    'Die Datenbank gehört zu einer älteren Waymark-Version. Aktualisieren Sie sie: npx waymark upgrade',
  'This should not have happened; please report it.': 'Das sollte nicht passieren; bitte melden Sie es.',
  'The disk has I/O errors. Check the kernel log (dmesg), then the disk or volume.':
    'Der Datenträger hat Ein- oder Ausgabefehler. Prüfen Sie das Kernelprotokoll (dmesg), dann den Datenträger.',
  'The disk is full. Free some space.': 'Der Datenträger ist voll. Geben Sie Platz frei.',
  "The disk quota of the server's user is used up. Free some space, or raise the quota.":
    'Das Speicherkontingent des Serverbenutzers ist aufgebraucht. Schaffen Sie Platz, oder erhöhen Sie das Kontingent.',
  'The disk is mounted read-only. Check the kernel log (dmesg), then remount it for writing.':
    'Der Datenträger ist schreibgeschützt eingehängt. Prüfen Sie das Kernelprotokoll (dmesg), dann hängen Sie ihn beschreibbar ein.',
  'Permission denied. Run this as the user who runs the server.':
    'Keine Berechtigung. Verwenden Sie den Benutzer, der den Server betreibt.',
  'Out of file descriptors. Raise the limit (LimitNOFILE, ulimit -n).':
    'Keine Dateideskriptoren mehr frei. Erhöhen Sie das Limit (LimitNOFILE, ulimit -n).',
  'The machine is out of file descriptors. Raise fs.file-max.':
    'Der Rechner hat keine Dateideskriptoren mehr frei. Erhöhen Sie fs.file-max.',
}

/** What the server fills in can be words too. */
const parts: readonly (readonly [RegExp, string])[] = [
  [/^less than a day ago$/, 'vor weniger als einem Tag'],
  [/^a day ago$/, 'vor einem Tag'],
  [/^(\d+) days ago$/, 'vor $1 Tagen'],
  [/^(\d+) days$/, '$1 Tage'],
  [/^because of (.+)$/, '(Grund: $1)'],
  [/Grund: the test clock/, 'Grund: Testuhr'],
  [/Grund: the demo/, 'Grund: Demo'],
  [/^is not a PMTiles file$/, 'keine PMTiles-Datei'],
  [/^is damaged$/, 'beschädigt'],
  [/^ends too early: it was not copied completely$/, 'endet zu früh, sie wurde nicht ganz kopiert'],
  [/^cannot be read: /, 'nicht lesbar: '],
  [/^does not answer$/, 'antwortet nicht'],
  [/^rejected the sign-in$/, 'hat die Anmeldung abgelehnt'],
  [/\baccount (\d+): counter (\d+), units (\d+)/g, 'Konto $1: Zähler $2, Einheiten $3'],
  [/^1 unit$/, '1 Einheit'],
  [/^(\d+) units$/, '$1 Einheiten'],
  [/^1 email$/, '1 E-Mail'],
  [/^(\d+) emails$/, '$1 E-Mails'],
  [/^1 acknowledged frame$/, '1 bestätigtes Datenpaket'],
  [/^(\d+) acknowledged frames$/, '$1 bestätigte Datenpakete'],
  [/(\S+) of 1 unit for (\d+ (?:min|h|d)(?: \d+ (?:min|h))?)/g, '$1 bei 1 Einheit seit $2'],
  [/(\S+) of (\d+) units for (\d+ (?:min|h|d)(?: \d+ (?:min|h))?)/g, '$1 bei $2 Einheiten seit $3'],
  [/(Einheit(?:en)? seit 1) d\b/g, '$1 Tag'],
  [/(Einheit(?:en)? seit \d+) d\b/g, '$1 Tagen'],
  [/\btrips bei /g, 'Fahrten bei '],
  [/\bgeofences bei /g, 'Geozonen bei '],
  [/\bconditions bei /g, 'Bedingungen bei '],
  [/\bstays bei /g, 'Aufenthalte bei '],
  [/\bsensors bei /g, 'Sensoren bei '],
  [/\bdriving bei /g, 'Fahrverhalten bei '],
  [/\((\d+) times since /g, '($1-mal seit '],
  [/(fsync|data_checksums|full_page_writes|synchronous_commit) is /g, '$1 ist '],
  [/ has (\d[\d.]*)(?=,|$)/g, ' hat $1'],
]

const patterns = Object.entries(findings)
  .toSorted(([one], [other]) => other.length - one.length)
  .map(([english, own]) => {
    const open = english.split('{}').map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'))
    return [new RegExp(`^${open.join('(.+?)')}(?:\\s(.*))?$`, 's'), own] as const
  })

const isLargeNumber = /^\d{1,3}(?:,\d{3})+$/

const filledIn = (value: string): string =>
  isLargeNumber.test(value)
    ? value.replaceAll(',', '.')
    : parts.reduce((text, [pattern, own]) => text.replace(pattern, own), finding(value) ?? value)

/** Undefined: unknown. What follows known sentences, such as an error of the system, stays as it is. */
export function finding(says: string): string | undefined {
  for (const [pattern, own] of patterns) {
    const found = pattern.exec(says)
    if (!found) continue
    const rest = found.at(-1)
    const sentence = own
      .replaceAll(/\{(\d)\}/g, (_, place: string) => filledIn(found[Number(place)] ?? ''))
      .replaceAll(/(\d)\.(\d+)(?= (?:GiB|s)\b)/g, '$1,$2')
    return rest === undefined ? sentence : `${sentence} ${finding(rest) ?? rest}`
  }
  return undefined
}
