/** The shapes of a unit's states, for the map and for lists: they differ by shape as well as by colour. Pure. */
import type { UnitState } from './snapshot.ts'

/** The same in light and dark: dark enough for a white sign, bright enough for a dark map. */
export const stateColours: Readonly<Record<UnitState, string>> = {
  moving: '#2f8768',
  idling: '#c8680f',
  parked: '#4682b8',
  silent: '#7b827c',
  never: '#7b827c',
  seen: '#2f8768',
  unseen: '#7b827c',
  expired: '#a04a6b',
}

const disc = 'M0-10A10 10 0 1 1 0 10A10 10 0 1 1 0-10Z'
const cross = 'M-3.4-3.4L3.4 3.4M3.4-3.4L-3.4 3.4'

/** Paths around the middle, to be filled and stroked; that of a moving unit points north. */
export const marks: Readonly<Record<UnitState, { readonly body: string; readonly sign: string }>> = {
  moving: { body: 'M0-15.5L6.9-7.3A10 10 0 1 1-6.9-7.3Z', sign: 'M-4 3.2L0-4.8L4 3.2' },
  idling: { body: disc, sign: 'M-2.7-3.8V3.8M2.7-3.8V3.8' },
  parked: { body: disc, sign: 'M-2.6 5V-5H.8A3 3 0 0 1 .8 1.2H-2.6' },
  silent: { body: disc, sign: cross },
  never: { body: disc, sign: 'M-3.6 0H3.6' },
  seen: { body: disc, sign: 'M-4.2.4L-1.3 3.3L4.2-3' },
  unseen: { body: disc, sign: cross },
  /** A clock. */
  expired: { body: disc, sign: 'M0-5V.6L3.4 3.2' },
}
