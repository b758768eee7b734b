import type { tools as en } from '../en/tools.ts'

export const tools: typeof en = {
  title: 'Werkzeuge',
  setup: {
    open: 'Tracker einrichten',
    model: (model) => `Für einen ${model}.`,
    host: 'Server',
    ip: 'Adresse',
    port: 'Port',
    none: 'Keine Einrichtungs-SMS für dieses Modell. Geben Sie Server und Port mit dem Werkzeug des Herstellers ein.',
    explain:
      'Senden Sie diese SMS nacheinander an die Nummer der SIM-Karte im Tracker. Ersetzen Sie die Teile in geschweiften Klammern.',
    apn: 'Zugangspunkt (APN) der SIM-Karte',
    what: {
      apn: 'Zugangspunkt setzen',
      server: 'Server setzen',
      'apn and server': 'Zugangspunkt und Server setzen',
      sending: 'Sendeintervall festlegen',
    },
    copy: (what) => `Kopieren: ${what}`,
    code: (what) => `QR-Code für die SMS: ${what}`,
  },
  log: {
    open: 'Verbindungsprotokoll',
    again: 'Aktualisieren',
    none: 'Der Tracker hat sich noch nicht verbunden. Falls Sie das erwartet haben, prüfen Sie seine SIM-Karte und richten Sie ihn noch einmal ein.',
    events: { login: 'Verbunden', closed: 'Getrennt', refused: 'Abgewiesen' },
    from: (address) => `von ${address}`,
    encrypted: 'verschlüsselt',
    lasted: (time) => `nach ${time}`,
  },
}
