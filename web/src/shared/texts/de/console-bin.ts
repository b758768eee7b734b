import type { bin as enBin, move as enMove } from '../en/console-bin.ts'
import { plural } from './plural.ts'

const ofUnits = (count: number) => plural(count, 'Einheit', 'Einheiten')

export const bin: typeof enBin = {
  title: 'Gelöschte Einheiten',
  also: 'Papierkorb wiederherstellen',
  things: {
    all: 'gelöschte Einheiten',
    count: (count) => plural(count, 'gelöschte Einheit', 'gelöschte Einheiten'),
  },
  columns: { deleted: 'Gelöscht', by: 'Gelöscht von', left: 'Tage übrig' },
  byToken: (name) => (name ? `Zugriffstoken ${name}` : 'Zugriffstoken'),
  former: 'Früheres Teammitglied',
  empty: {
    title: 'Keine gelöschten Einheiten',
    text: 'Einheiten, die Sie löschen, bleiben 30 Tage lang hier, mit Nachrichten und Verlauf. So lange können Sie sie wiederherstellen.',
  },
  hint: 'Wählen Sie Einheiten aus, um sie wiederherzustellen. Nach 30 Tagen werden sie endgültig gelöscht.',
  undo: 'Gelöschte Einheiten lassen sich 30 Tage lang wiederherstellen.',
  restore: 'Wiederherstellen',
  restoring: 'Einheiten werden wiederhergestellt',
  remove: 'Jetzt löschen',
  removeTitle: (count) => `${ofUnits(count)} endgültig löschen?`,
  removeText: 'Das löscht alle Nachrichten und den ganzen Verlauf dieser Einheiten.',
}

export const move: typeof enMove = {
  act: 'Verschieben',
  open: 'Zu einem anderen Kunden verschieben',
  title: (count) => `${ofUnits(count)} verschieben`,
  client: 'Neuer Kunde',
  history: 'Verlauf',
  choices: {
    with: 'Mit Verlauf verschieben',
    without: 'Ohne Verlauf verschieben',
  },
  hints: {
    with: 'Der neue Kunde sieht alle bisherigen Nachrichten und Fahrten. Fahrzeugdaten, Sensoren und Wartungen gehen mit.',
    without:
      'Der neue Kunde sieht nur, was ab jetzt kommt. Die Einheit des alten Kunden wird gelöscht; Sie können sie 30 Tage lang wiederherstellen. Wenn Sie den Umzug rückgängig machen, bekommt der alte Kunde alle bezahlten Tage zurück, auch die, die der neue Kunde durch Verlängern hinzugefügt hat.',
  },
  stays:
    'Gruppen, Geozonen, Regeln, Meldungen, Fahrer, Fahrtenbuch, Befehle und Links gehen nicht mit. Mit Verlauf wird gelöscht, was sie über diese Einheit enthalten. Bezahlte Tage gehen mit. Jeder Kunde zahlt für die Tage, an denen er die Einheit hat.',
  moving: 'Einheiten werden verschoben',
  noneFit: 'Tags und Objekte lassen sich nicht verschieben.',
}
