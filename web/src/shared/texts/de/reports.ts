import type { reports as en } from '../en/reports.ts'

const failures: Readonly<Record<string, string>> = {
  'The report takes too long. Choose fewer units.': 'Der Bericht dauert zu lange. Wählen Sie weniger Einheiten.',
  'The file is too large. Choose fewer units.': 'Die Datei ist zu groß. Wählen Sie weniger Einheiten.',
  'Something went wrong on our side.': 'Bei uns ist etwas schiefgegangen.',
  'The person who saved this report may no longer read or share it. Create it again.':
    'Wer diesen Bericht gespeichert hat, darf ihn nicht mehr lesen oder teilen. Legen Sie ihn neu an.',
  'This report has no units left. Choose other units.':
    'Dieser Bericht hat keine Einheiten mehr. Wählen Sie andere Einheiten.',
}

export const reports: typeof en = {
  title: 'Berichte',
  kind: 'Bericht',
  by: 'Gruppieren nach',
  groupings: { none: 'Keine Gruppierung', unit: 'Einheit', driver: 'Fahrer', day: 'Tag', week: 'Woche' },
  geofence: 'Geozone',
  everyGeofence: 'Alle Geozonen',
  minutes: 'Mindestens … Minuten',
  kilometres: { metric: 'Mindestens … km', imperial: 'Mindestens … Meilen' },
  wrongNumber: 'Geben Sie eine Zahl unter 100.000 mit höchstens einer Nachkommastelle ein.',
  columns: 'Spalten',
  download: 'Herunterladen',
  chart: (column) => `${column} nach Gruppen`,
  chartOf: 'Diagramm',
  saved: {
    title: 'Gespeicherte Berichte',
    make: 'Diesen Bericht speichern oder planen',
    none: 'Noch keine gespeicherten Berichte. Speichern Sie einen, um ihn wieder zu öffnen oder ihn jeden Tag, jede Woche oder jeden Monat per E-Mail zu bekommen.',
    name: 'Name',
    every: 'Per E-Mail senden',
    rhythms: { never: 'Nie', day: 'Jeden Tag', month: 'Am Ersten des Monats' },
    weekly: { 1: 'Jeden Montag', 6: 'Jeden Samstag', 7: 'Jeden Sonntag' },
    covers: {
      day: 'Jede Datei enthält den Tag davor.',
      week: 'Jede Datei enthält die Woche davor.',
      month: 'Jede Datei enthält den Monat davor.',
    },
    hour: 'Um',
    emails: 'An',
    emailsHint:
      'E-Mail-Adressen, durch Kommas getrennt. Alle bekommen die Datei, wenn sie höchstens 3 MB hat, und einen Link, der 14 Tage ohne Anmeldung gilt.',
    format: 'Datei',
    sent: (rhythm, hour, file, emails) => `${rhythm} um ${hour} Uhr als ${file} an ${emails}`,
    next: (time) => `nächstes Mal: ${time}`,
    open: 'Öffnen',
    edit: 'Bearbeiten',
    remove: 'Löschen',
    removeEffect: 'Der Bericht und seine Dateien werden gelöscht.',
    removeSure: 'Ja, löschen',
    runs: 'Gesendete Berichte',
    states: { waiting: 'In Arbeit', done: 'Gesendet', failed: 'Fehlgeschlagen' },
    failure: (said) => failures[said] ?? said,
  },
  rows: (count) => (count === 1 ? '1 Zeile' : `${count} Zeilen`),
  total: 'Summe',
  subtotal: (label, rows) => `Zwischensumme ${label} (${rows})`,
  empty: 'Für diese Einheiten gibt es in diesem Zeitraum nichts zu berichten.',
  none: 'Ihr Tarif enthält keine Berichte. Wenden Sie sich an Ihren Anbieter.',
  earlier: 'Vorherige Zeilen',
  later: 'Weitere Zeilen',
  all: 'Alle Berichte',
}
