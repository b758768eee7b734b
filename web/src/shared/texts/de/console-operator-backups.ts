import type { backups as en } from '../en/console-operator-backups.ts'
import { plural } from './plural.ts'

const count = (number: number) => number.toLocaleString('de')

export const backups: typeof en = {
  title: 'Sicherungen',
  also: 'Wiederherstellung Backup speichern S3 Zeitplan Aufbewahrung Verschlüsselung',
  make: 'Sicherung erstellen',
  started: 'Sicherung gestartet.',
  running: (size) => `Sicherung läuft: bisher ${size}. Sie können diese Seite verlassen.`,
  plan: {
    title: 'Automatische Sicherungen',
    off: 'Automatische Sicherungen sind aus. Legen Sie eine Uhrzeit fest, und Waymark erstellt jeden Tag eine verschlüsselte Sicherung.',
    turnOn: 'Automatische Sicherungen einrichten',
    change: 'Einstellungen ändern',
    next: 'Nächste Sicherung',
    now: 'jetzt',
    daily: (time) => `jeden Tag um ${time} UTC`,
    place: 'Gespeichert in',
    keep: 'Aufbewahrt',
    kept: (days, weeks, months) =>
      [
        plural(days, 'Tag', 'Tage'),
        ...(weeks > 0 ? [plural(weeks, 'Woche', 'Wochen')] : []),
        ...(months > 0 ? [plural(months, 'Monat', 'Monate')] : []),
      ].join(', '),
    keptHint: 'jeweils die letzte Sicherung',
    encryption: 'Verschlüsselt mit',
    encryptions: { passphrase: 'Passphrase', master_key: 'master.key' },
    nextTest: 'Nächster Test',
    noTest: 'keiner geplant',
    testDays: (days) => (days === 1 ? 'jeden Tag' : `alle ${days} Tage`),
  },
  kept: 'Alle Sicherungen',
  head: ['Erstellt', 'Status', 'Größe', 'Zeilen', 'Datei'],
  states: { done: 'Fertig', running: 'Läuft', failed: 'Fehlgeschlagen' },
  verified: 'Fertig und geprüft',
  empty: {
    title: 'Noch keine Sicherungen',
    text: 'Eine Sicherung ist die ganze Datenbank zu einem Zeitpunkt, in einer Datei. Währenddessen läuft alles weiter.',
  },
  test: {
    title: 'Letzter Test der Wiederherstellung',
    run: 'Wiederherstellung testen',
    started: 'Test gestartet.',
    running: 'Ein Test der Wiederherstellung läuft. Sie können diese Seite verlassen.',
    none: 'Noch kein Test. Ein Test stellt die neueste automatische Sicherung in einer eigenen Datenbank wieder her, vergleicht jede Zeile und löscht die Kopie.',
    good: (ago) => `Die Sicherung wurde ${ago} wiederhergestellt. Alle Zeilen stimmten überein.`,
    failed: 'Der Test ist fehlgeschlagen',
    backup: 'Sicherung',
    rows: 'Zeilen',
    tables: 'Tabellen',
    checksums: 'Prüfsummen',
    same: (same, all) => `${count(same)} von ${count(all)} stimmen überein`,
    migrations: 'Migrationen',
    newer: (number) => (number === 0 ? 'keine auszuführen' : `${count(number)} auszuführen`),
    took: 'Dauer',
    seconds: (seconds) => (seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`),
    largest: 'Wiederhergestellte Zeilen',
    head: ['Tabelle', 'Zeilen'],
  },
  keyTitle: 'Bewahren Sie den Schlüssel getrennt auf',
  key: 'Zum Wiederherstellen brauchen Sie keys/master.key aus dem Datenordner. Keine Sicherung enthält diese Datei. Kopieren Sie sie an einen anderen Ort.',
  restore: 'Wiederherstellen',
  restoreHint:
    'Kopieren Sie auf dem neuen Rechner master.key nach keys/master.key im Datenordner, dann führen Sie aus:',
  restoreLabel: 'Befehl zum Wiederherstellen',
}
