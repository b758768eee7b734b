/** Counters of units, and what has to be done to them by distance, hours or time. Pure. */

export interface Counter {
  /** Kilometres or hours. */
  readonly value: number
  readonly source: 'reported' | 'trips'
  /** When a person set it; null: never. */
  readonly correctedAt: Date | null
}

export interface Counters {
  readonly unitId: number
  readonly mileage: Counter
  readonly hours: Counter
}

export interface MaintenanceTask {
  readonly id: string
  readonly unitId: number
  readonly name: string
  readonly everyKm: number | null
  readonly everyHours: number | null
  readonly everyDays: number | null
  /** Since when, and from which counters, the next one is counted: when it was last done. */
  readonly since: Date
  readonly sinceKm: number
  readonly sinceHours: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface ServiceRecord {
  readonly id: string
  readonly serviceId: string
  readonly doneAt: Date
  readonly km: number
  readonly hours: number
  readonly note: string | null
  readonly cost: number | null
  readonly currency: string | null
  readonly createdAt: Date
}

export const dueStates = ['ok', 'soon', 'due', 'overdue'] as const
type DueState = (typeof dueStates)[number]

export interface Due {
  readonly state: DueState
  /** Remainder of each interval; negative when overdue. */
  readonly kmLeft: number | null
  readonly hoursLeft: number | null
  readonly daysLeft: number | null
}

/** A limit per unit: more would help nobody. */
export const tasksMax = 50
export const serviceRecordsMax = 500
/** Share of an interval: this much before its end it is due soon, this much after it overdue. */
export const margin = 0.1
const dayMs = 86_400_000

/** Whichever comes first decides. */
export function dueOf(service: MaintenanceTask, { mileage, hours }: Counters, now: Date): Due {
  const { everyKm, everyHours, everyDays, since, sinceKm, sinceHours } = service
  const left = (every: number | null, used: number) => (every === null ? null : every - used)
  const kmLeft = left(everyKm, mileage.value - sinceKm)
  const hoursLeft = left(everyHours, hours.value - sinceHours)
  const daysLeft = left(everyDays, (now.getTime() - since.getTime()) / dayMs)
  const states = [stateOf(kmLeft, everyKm), stateOf(hoursLeft, everyHours), stateOf(daysLeft, everyDays)]
  const state = dueStates[Math.max(...states.map((one) => dueStates.indexOf(one)))]!
  return { state, kmLeft, hoursLeft, daysLeft }
}

function stateOf(left: number | null, every: number | null): DueState {
  if (left === null || every === null || left > every * margin) return 'ok'
  if (left > 0) return 'soon'
  return left >= -every * margin ? 'due' : 'overdue'
}
