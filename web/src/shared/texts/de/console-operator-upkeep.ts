import { checkNames, finding } from '../de-refusals/findings.ts'
import type {
  checks as enChecks,
  quarantine as enQuarantine,
  version as enVersion,
} from '../en/console-operator-upkeep.ts'
import { plural } from './plural.ts'

export const version: typeof enVersion = {
  newer: (number) => `Waymark ${number} ist verfügbar`,
  current: (number) => `Diese Installation läuft mit ${number}. Erstellen Sie vor der Aktualisierung eine Sicherung.`,
  notes: 'Versionshinweise',
  is: (number) => `Das ist Waymark ${number}.`,
  off: 'Tragen Sie in den Einstellungen die Adresse der Versionen ein, um von neuen zu erfahren.',
  failed: 'Neue Versionen ließen sich nicht abfragen. Prüfen Sie in den Einstellungen die Adresse der Versionen.',
  latest: 'Es ist die neueste Version.',
}

export const checks: typeof enChecks = {
  title: 'Diagnose',
  also: 'Doctor Prüfungen Zustand Probleme Fehlersuche',
  again: 'Erneut prüfen',
  intro: 'Jede Prüfung nennt ihr Ergebnis und bei einem Problem die Lösung.',
  allPassed: (count) => `Alle ${count} Prüfungen bestanden`,
  problems: (count) => plural(count, 'Prüfung mit Problem', 'Prüfungen mit Problemen'),
  passed: 'Bestanden',
  wrong: 'Problem',
  name: (check) => checkNames[check] ?? check,
  said: (says) => finding(says) ?? says,
  node: 'Bei mehreren Knoten gelten die Ergebnisse für den Knoten, der Ihrem Browser geantwortet hat.',
}

export const quarantine: typeof enQuarantine = {
  title: 'Quarantäne',
  also: 'Datenpakete abgelehnt Nachrichten',
  things: { all: 'Datenpakete', count: (count) => plural(count, 'Datenpaket', 'Datenpakete') },
  empty: {
    title: 'Keine Datenpakete in Quarantäne',
    text: 'Lehnt die Datenbank Werte eines Datenpakets ab, bleibt es hier, damit nichts verloren geht.',
  },
  intro:
    'Diese Datenpakete wurden bestätigt, aber die Datenbank hat ihre Werte abgelehnt. Jede neue Version von Waymark versucht automatisch erneut, sie zu speichern.',
  columns: {
    unit: 'Einheit',
    at: 'Empfangen',
    reason: 'Grund',
    size: 'Größe',
    code: 'Code',
    tried: 'Zuletzt versucht mit',
  },
  unit: (id) => `Einheit ${id}`,
  bytes: (count) => `${count.toLocaleString('de')} Bytes`,
  frame: (id) => `Datenpaket ${id}`,
  replay: 'Speichern',
  replayMany: (count) => `${plural(count, 'Datenpaket', 'Datenpakete')} speichern`,
  discard: 'Verwerfen',
  discardMany: (count) => `${plural(count, 'Datenpaket', 'Datenpakete')} verwerfen`,
  ask: {
    title: (count) => `${plural(count, 'Datenpaket', 'Datenpakete')} verwerfen?`,
    text: 'Die Nachrichten darin gehen verloren.',
  },
}
