/** Deleted units, and units that move to another client. */
import { plural } from './plural.ts'

const ofUnits = (count: number) => plural(count, 'unit', 'units')

export const bin = {
  title: 'Deleted units',
  also: 'bin trash restore',
  things: { all: 'deleted units', count: (count: number) => plural(count, 'deleted unit', 'deleted units') },
  columns: { deleted: 'Deleted', by: 'Deleted by', left: 'Days left' },
  byToken: (name: string | null) => (name ? `Access token ${name}` : 'Access token'),
  former: 'Former team member',
  empty: {
    title: 'No deleted units',
    text: 'Deleted units stay here for 30 days, with their messages and history. During this time you can restore them.',
  },
  hint: 'Select units to restore them. After 30 days they are deleted for good.',
  undo: 'Deleted units can be restored for 30 days.',
  restore: 'Restore',
  restoring: 'Restoring units',
  remove: 'Delete now',
  removeTitle: (count: number) => `Delete ${ofUnits(count)} for good?`,
  removeText: 'This deletes all messages and the whole history of these units.',
}

export const move = {
  act: 'Move',
  open: 'Move to another client',
  title: (count: number) => `Move ${ofUnits(count)}`,
  client: 'New client',
  history: 'History',
  choices: {
    with: 'Move with history',
    without: 'Move without history',
  },
  hints: {
    with: 'The new client sees all messages and trips so far. Vehicle details, sensors and services are moved too.',
    without:
      'The new client sees only messages and trips from now on. The old client’s unit is deleted, and you can restore it for 30 days. If you undo the move, the old client gets all paid days back, including days that the new client has added by renewing.',
  },
  stays:
    'Groups, geofences, rules, notifications, drivers, logbook, commands and links do not move. With history, what they hold about this unit is deleted. Paid days move with the unit. Each client pays for the days on which it has the unit.',
  moving: 'Moving units',
  noneFit: 'Tags and assets can’t be moved.',
}
