import type { tools as en } from '../en/tools.ts'

export const tools: typeof en = {
  title: 'Werkzeuge',
  setup: {
    open: 'Tracker einrichten',
    model: (model) => `Für einen ${model}.`,
    host: 'Server',
    ip: 'Adresse',
    port: 'Port',
    none: 'Für dieses Modell sind keine SMS bekannt. Tragen Sie Server und Port mit dem Werkzeug des Herstellers ein.',
    explain:
      'Senden Sie diese SMS nacheinander an die Nummer der SIM-Karte im Tracker. Was in geschweiften Klammern steht, ergänzen Sie selbst.',
    apn: 'Zugangspunkt (APN) der SIM-Karte',
    what: {
      apn: 'Zugangspunkt setzen',
      server: 'Server setzen',
      'apn and server': 'Zugangspunkt und Server setzen',
      sending: 'Sendeintervall setzen',
    },
    copy: (what) => `Kopieren: ${what}`,
    code: (what) => `QR-Code der SMS: ${what}`,
  },
  log: {
    open: 'Verbindungsprotokoll',
    again: 'Erneut nachsehen',
    none: 'Der Tracker hat sich noch nie verbunden. Wenn er es sollte, prüfen Sie seine SIM-Karte und richten Sie ihn noch einmal ein.',
    events: { login: 'Verbunden', closed: 'Getrennt', refused: 'Abgewiesen' },
    from: (address) => `von ${address}`,
    encrypted: 'verschlüsselt',
    lasted: (time) => `nach ${time}`,
  },
}
