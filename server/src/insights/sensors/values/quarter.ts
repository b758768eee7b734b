/**
 * What sensors measured in each quarter of an hour: a fold over a unit's messages in order of device time. Days begin
 * at a full quarter in every time zone, so days of any zone consist of quarters. Pure.
 */
import { type Moment, readingsOf } from '../../projections/moment.ts'
import type { CompiledSensor } from '../sensor.ts'
import { measuredIn, smoothed, type Timed, withLatest } from './values.ts'

export const quarterSeconds = 900

export interface Quarter {
  readonly sensorId: string
  /** Its first second. */
  readonly t: number
  readonly count: number
  readonly sum: number
  readonly min: number
  readonly max: number
  readonly last: number
  readonly lastAt: number
}

interface Followed {
  latest: readonly Timed[]
  quarter: Omit<Quarter, 'sensorId'> | null
}

export interface State {
  /** Time of the last moment. */
  at: number
  readonly sensors: Record<string, Followed>
}

export const startState = (): State => ({ at: 0, sensors: {} })

/** Drops sensors that were deleted. */
export function adapt({ sensors }: State, known: readonly CompiledSensor[]): void {
  for (const id of Object.keys(sensors)) if (!known.some(({ sensor }) => sensor.id === id)) delete sensors[id]
}

export function step(
  state: State,
  moment: Moment,
  known: readonly CompiledSensor[],
  emit: (quarter: Quarter) => void,
): void {
  const { t } = moment
  state.at = t
  if (known.length === 0) return
  const readings = readingsOf(moment)
  for (const one of known) {
    const { sensor } = one
    const value = measuredIn(one, readings)
    if (value === undefined) continue
    const followed = state.sensors[sensor.id] ?? { latest: [], quarter: null }
    state.sensors[sensor.id] = followed
    followed.latest = withLatest(followed.latest, sensor, [t, value])
    const shown = smoothed(followed.latest, sensor, [t, value])
    const quarter = Math.floor(t / quarterSeconds) * quarterSeconds
    const open = followed.quarter
    if (open && open.t !== quarter) emit({ sensorId: sensor.id, ...open })
    followed.quarter =
      open?.t === quarter
        ? {
            ...{ t: quarter, count: open.count + 1, sum: open.sum + shown },
            ...{ min: Math.min(open.min, shown), max: Math.max(open.max, shown), last: shown, lastAt: t },
          }
        : { t: quarter, count: 1, sum: shown, min: shown, max: shown, last: shown, lastAt: t }
  }
}

export const openOf = ({ sensors }: State): Quarter[] =>
  Object.entries(sensors).flatMap(([sensorId, { quarter }]) => (quarter ? [{ sensorId, ...quarter }] : []))
