import type { protocolSettings as en } from '../en/console-protocol.ts'

export const protocolSettings: typeof en = {
  title: 'Protokolleinstellungen',
  explain: (protocol) =>
    `Für Tracker, die dem Protokoll ${protocol} nicht genau folgen, etwa Nachbauten. Änderungen gelten ab dem nächsten Datenpaket: Der Tracker muss sich nicht neu verbinden.`,
  none: 'Dieses Protokoll hat keine Einstellungen.',
  usual: 'Wie im Protokoll',
  ofModel: (value) => `Wie beim Modell festgelegt: ${value}`,
  saved: 'Gespeichert. Das nächste Datenpaket wird mit diesen Einstellungen gelesen.',
  yes: 'Ja',
  no: 'Nein',
  names: {
    utc_offset_minutes: {
      label: 'Uhr des Trackers',
      hint: 'Tracker sollen UTC senden. Wählen Sie die Zeitzone, wenn die Uhr dieses Trackers nach Ortszeit geht.',
    },
    speed_unit: {
      label: 'Einheit der Geschwindigkeit',
      hint: 'Wählen Sie die Einheit, in der der Tracker wirklich sendet, wenn die Werte zu hoch oder zu niedrig sind.',
    },
    checksum: {
      label: 'Prüfsumme',
      hint: 'Einige Nachbauten berechnen sie falsch. Wird sie ignoriert, werden ihre Datenpakete ohne Warnung angenommen.',
    },
    acknowledge: {
      label: 'Jeden Bericht bestätigen',
      hint: 'Wählen Sie „Nein“, wenn die Firmware keine Antwort erwartet.',
    },
    confirm_events: {
      label: 'Jedes Ereignis bestätigen',
      hint: 'Wählen Sie „Ja“, wenn der Tracker Ereignisse immer wieder sendet.',
    },
    compressed: {
      label: 'Komprimierte Pakete',
      hint: 'Wählen Sie „Ja“, wenn im Tracker die Komprimierung eingeschaltet ist.',
    },
    extended: {
      label: 'Elemente mit 16 Bytes',
      hint: 'Wählen Sie „Ja“, wenn die Firmware dem Codec 8 eine Gruppe von Elementen mit 16 Bytes hinzufügt.',
    },
    form: { label: 'Felder des Berichts', hint: 'Die Liste der Felder aus der Einstellung des Trackers.' },
    format: { label: 'Vorlage des Berichts', hint: 'Die Vorlage aus der Einstellung des Trackers.' },
    format0: { label: 'Format des Positionsberichts', hint: 'Das Format aus der Einstellung des Trackers.' },
    format1: { label: 'Format des Lebenszeichens', hint: 'Das Format aus der Einstellung des Trackers.' },
    server: {
      label: 'Server für den Tracker',
      hint: 'Server und Port, die wir senden, wenn der Tracker danach fragt.',
    },
    startup: { label: 'Startwerte', hint: 'Die Werte, die wir senden, wenn der Tracker startet.' },
  },
  values: {
    ignore: 'Ignorieren',
    'km/h': 'km/h',
    knots: 'Knoten',
    mph: 'Meilen pro Stunde',
    'm/s': 'Meter pro Sekunde',
  },
  suggestion: {
    label: 'Vorschläge',
    clock: (off, zone) => `Seine Uhr geht ${off}. Wahrscheinlich ist sie auf ${zone} gestellt.`,
    behind: (time) => `${time} nach`,
    ahead: (time) => `${time} vor`,
    checksum: 'Die Prüfsumme seiner Datenpakete ist immer falsch.',
    speed: (unit) =>
      `Seine Geschwindigkeiten passen nicht zu den gefahrenen Strecken. Wahrscheinlich sendet er ${unit}.`,
    example: (time) => `Das Datenpaket vom ${time} würde sich so ändern:`,
    field: 'Feld',
    before: 'Jetzt',
    after: 'Dann',
    apply: 'Übernehmen',
    applied: 'Übernommen. Das nächste Datenpaket wird mit dieser Einstellung gelesen.',
  },
  history: {
    title: 'Verlauf',
    explain:
      'Was vor einer Änderung ankam, bleibt, wie es ist. Sie können die Datenpakete der letzten sieben Tage neu decodieren. Fahrten und Berichte werden danach neu berechnet.',
    act: 'Verlauf neu decodieren',
    title2: 'Verlauf dieser Einheit neu decodieren?',
    text: 'Abweichende Nachrichten werden ersetzt. Das läuft im Hintergrund.',
    asked: 'Der Verlauf wird neu decodiert.',
    states: {
      waiting: 'Wartet auf den Beginn.',
      running: (frames) => `Läuft: bisher ${frames} Datenpakete.`,
      done: (frames, changed) => `Fertig: ${frames} Datenpakete decodiert, ${changed} Nachrichten geändert.`,
      failed:
        'Wegen eines Fehlers angehalten. Der Betreiber findet Einzelheiten im Log des Servers. Versuchen Sie es später noch einmal.',
    },
  },
  forModel: 'Für alle Einheiten dieses Modells verwenden',
  forModelTitle: (model) => `Diese Einstellungen für jeden ${model} verwenden?`,
  forModelText: 'Einheiten mit eigenen Einstellungen behalten sie. Änderungen gelten ab dem nächsten Datenpaket.',
  forModelEffect: 'Einheiten dieses Modells',
  forModelDone: 'Für das Modell gespeichert.',
}
