import type { tools as en } from '../en/tools.ts'

export const tools: typeof en = {
  title: 'Werkzeuge',
  setup: {
    open: 'Tracker einrichten',
    model: (model) => `Für einen ${model}.`,
    host: 'Server',
    ip: 'Adresse',
    port: 'Port',
    way: {
      program: (tool) => `Geben Sie Server und Port mit dem Programm des Herstellers ein${tool ? `: ${tool}` : ''}.`,
      page: (tool) => `Geben Sie Server und Port auf der eigenen Webseite des Geräts ein${tool ? ` (${tool})` : ''}.`,
      service: (tool) => `Geben Sie Server und Port im Online-Dienst des Herstellers ein${tool ? `: ${tool}` : ''}.`,
      app: () => 'Geben Sie Server und Port in den Einstellungen der App ein.',
      own: () => 'Geben Sie Server und Port im Programm des Geräts ein.',
      network: () => 'Leiten Sie die Nachrichten des Geräts in Ihrem LoRaWAN-Netzwerkserver an diesen Server weiter.',
      detected: () => 'Nichts einzurichten: Gateways erkennen es.',
      manual: () =>
        'Geben Sie Server und Port so ein, wie es das Handbuch des Herstellers beschreibt: per SMS oder mit seinem Programm.',
    },
    explain:
      'Senden Sie diese SMS nacheinander an die Nummer der SIM-Karte im Tracker. Ersetzen Sie die Teile in geschweiften Klammern.',
    apn: 'Zugangspunkt (APN) der SIM-Karte',
    what: {
      apn: 'Zugangspunkt setzen',
      server: 'Server setzen',
      'apn and server': 'Zugangspunkt und Server setzen',
      sending: 'Senden einschalten',
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
  installer: {
    title: 'Werkzeugkasten',
    ident: (ident) => `Kennung ${ident}`,
    address: 'Adresse scannen',
    code: 'QR-Code für die Adresse',
    heard: (ago) => `Letzte Nachricht ${ago}`,
    silent: 'Noch keine Nachricht',
  },
  links: {
    title: 'Öffentliche Links',
    explain: 'Wer einen Link hat, kann ihn ohne Anmeldung öffnen, bis er abläuft oder Sie ihn widerrufen.',
    names: { locator: 'Live-Position', toolbox: 'Werkzeugkasten für die Montage' },
    hints: {
      locator: 'Zeigt, wo diese Einheit jetzt ist.',
      toolbox: 'Zeigt Einrichtung, Verbindungsprotokoll und aktuelle Werte. Keine Vergangenheit.',
    },
    create: 'Link erstellen',
    renew: 'Link ersetzen',
    copy: 'Link kopieren',
    until: (time) => `Bis ${time}`,
    revoke: 'Widerrufen',
    revokeEffect: 'Der Link funktioniert dann bei niemandem mehr.',
    revokeSure: 'Link widerrufen',
  },
}
