/** A driver, and the signs that somebody drives: keys, assignments by hand, and weekly shifts. Pure. */

export interface Driver {
  readonly id: string
  readonly accountId: number
  /** The driver's own login. */
  readonly userId: string | null
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
  readonly licenceNumber: string | null
  /** A day like 2028-03-31. */
  readonly licenceExpiresOn: string | null
  readonly notes: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const keyKinds = ['ibutton', 'rfid', 'card', 'beacon', 'qr', 'pin'] as const
export type KeyKind = (typeof keyKinds)[number]

/** Device times in seconds; the end is open while it is null. */
export interface Lasting {
  readonly t0: number
  readonly t1: number | null
}

export interface DriverKey extends Lasting {
  readonly id: string
  readonly accountId: number
  readonly driverId: string
  readonly kind: KeyKind
  readonly code: string
  readonly plainCode: string
  readonly createdAt: Date
}

export interface Assignment extends Lasting {
  readonly id: string
  readonly accountId: number
  readonly driverId: string
  readonly unitId: number
  readonly createdAt: Date
}

export interface Shift extends Assignment {
  /** 1 is Monday. */
  readonly weekdays: readonly number[]
  readonly startMinute: number
  /** If it is not after the start, it ends the next day. */
  readonly endMinute: number
  readonly zone: string
}

export const limits = {
  /** The list of all is one answer. */
  driversMax: 5_000,
  keysPerDriver: 20,
  shiftsPerUnit: 50,
  /** There may be more. */
  assignmentsListed: 1_000,
} as const

/**
 * Trackers and labels write the same key in many ways: with colons, in capitals, with leading zeros. These are removed
 * before comparing.
 */
export const plainCode = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+(?=.)/, '')

export const overlaps = (one: Lasting, other: Lasting): boolean =>
  one.t0 < (other.t1 ?? Number.POSITIVE_INFINITY) && other.t0 < (one.t1 ?? Number.POSITIVE_INFINITY)
