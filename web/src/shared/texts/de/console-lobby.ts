import type { lobby as en } from '../en/console-lobby.ts'

export const lobby: typeof en = {
  title: 'Freie Geräte',
  also: 'unbekannte Tracker zuordnen nicht registriert',
  explain:
    'Ein Gerät, das sich ohne Einheit verbindet, wartet hier. Geben Sie seine genaue Kennung ein, meist die IMEI auf dem Aufkleber, um es zuzuordnen.',
  ident: 'Kennung',
  find: 'Suchen',
  empty: 'Suchen Sie ein Gerät nach seiner Kennung',
  noneTitle: (ident) => `Kein Gerät hat sich als ${ident} verbunden`,
  none: 'Prüfen Sie die Kennung auf dem Aufkleber, und ob das Gerät an diese Installation sendet. Der gemeinsame Port erkennt jedes Protokoll. Ein Gerät, das schon eine Einheit hat, steht nicht hier.',
  ours: 'Sie haben eine Einheit mit dieser Kennung:',
  facts: {
    protocol: 'Protokoll',
    address: 'Verbindet sich von',
    first: 'Erste Verbindung',
    last: 'Letzte Verbindung',
    tries: 'Verbindungen',
  },
  nearest: 'Meinten Sie eine Ihrer Einheiten?',
  nearestHint:
    'Diese Einheiten haben eine ähnliche Kennung. Ist es dasselbe Gerät, korrigieren Sie die Kennung der Einheit.',
  preview: 'Empfangene Daten',
  noPreview: 'Noch keine Daten. Dieses Gerät sendet Daten, sobald es eine Einheit hat.',
  parameter: 'Parameter',
  value: 'Wert',
  frames: 'Rohe Datenpakete, neueste zuerst',
  frame: (number) => `Datenpaket ${number}`,
  position: 'Letzte Position',
  claim: 'Dieses Gerät zuordnen',
  claimHint: 'Es wird eine Einheit des Kunden und zählt zu seinem Tarif.',
  act: 'Zuordnen',
  claimed: (name) => `${name} zugeordnet.`,
  notAllowed: 'Ihre Rolle kann keine Geräte zuordnen.',
}
