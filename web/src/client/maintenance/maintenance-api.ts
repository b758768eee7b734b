import { get } from '../client-api.ts'

export type DueState = 'ok' | 'soon' | 'due' | 'overdue'

export interface Service {
  readonly id: string
  readonly unit_id: number
  readonly name: string
  readonly every_km: number | null
  readonly every_hours: number | null
  readonly every_days: number | null
  readonly since: number
  readonly state: DueState
  /** Left until it is due; negative: since it was. */
  readonly km_left: number | null
  readonly hours_left: number | null
  readonly days_left: number | null
}

export interface Counters {
  readonly mileage: Counter
  readonly engine_hours: Counter
}

export interface Counter {
  readonly value: number
  readonly source: 'reported' | 'trips'
}

export interface ServiceVisit {
  readonly id: string
  readonly done_at: number
  readonly mileage: number
  readonly engine_hours: number
  readonly note: string | null
  readonly cost: number | null
  readonly currency: string | null
}

/** Of all units, the most urgent first. */
export const listServices = (signal: AbortSignal): Promise<readonly Service[]> => get('/maintenance', signal)
