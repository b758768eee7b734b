import type { models as en } from '../en/console-models.ts'

export const models: typeof en = {
  title: 'Modell',
  missing: 'Dieses Modell gibt es nicht',
  facts: 'Verbindung',
  maker: 'Hersteller',
  noPort: 'keiner',
  number: 'Nummer (hw_id)',
  settings: 'Protokolleinstellungen',
  reports: 'Kann melden',
  reportsHint:
    'Zusätzlich zu Zeit, Position und Geschwindigkeit. Welche Werte ankommen, hängt von Ausstattung und Einstellung des Trackers ab.',
  noReports: 'Zeit, Position und Geschwindigkeit.',
  commands: 'Befehle',
  noCommands: 'Dieses Protokoll hat keine Befehle.',
  texts: 'Einrichtung',
}
