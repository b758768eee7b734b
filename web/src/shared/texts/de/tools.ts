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
      program: (tool) =>
        `Verbinden Sie den Tracker mit einem Computer und öffnen Sie das Programm des Herstellers${tool ? `: ${tool}` : ''}.`,
      page: (tool) => `Öffnen Sie die eigene Webseite des Geräts${tool ? ` (${tool})` : ''}.`,
      service: (tool) => `Öffnen Sie den Tracker im Online-Dienst des Herstellers${tool ? `: ${tool}` : ''}.`,
      commands: (tool = '') =>
        `Verwenden Sie die Befehle ${tool} des Herstellers, per SMS oder Kabel. Wie man sie schreibt, steht in seiner Befehlsliste.`,
      app: () => 'Öffnen Sie die Einstellungen der App.',
      own: () => 'Öffnen Sie das Programm des Geräts.',
      network: () => 'Leiten Sie die Nachrichten des Geräts in Ihrem LoRaWAN-Netzwerkserver an diesen Server weiter.',
      detected: () => 'Nichts einzurichten: Gateways erkennen es.',
      manual: () => 'Verwenden Sie SMS oder das Programm des Herstellers, wie es sein Handbuch beschreibt.',
    },
    enter: 'Geben Sie Server und Port ein.',
    enterWithApn: 'Geben Sie Server, Port und Zugangspunkt (APN) der SIM-Karte ein.',
    transport: { tcp: 'Wählen Sie TCP.', udp: 'Wählen Sie UDP.', both: 'TCP und UDP sind möglich.' },
    choose: (protocol) => `Wählen Sie ${protocol} als Protokoll.`,
    check: 'Speichern Sie und starten Sie neu. Das Verbindungsprotokoll zeigt, wann die Verbindung steht.',
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
