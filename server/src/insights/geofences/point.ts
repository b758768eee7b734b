/** What visits and alarms read in a message. Pure. */
import { type Alarm, alarms } from '@waymark/devices'
import { type Place, placeOf, type Values } from '../trips/segments/point.ts'

export interface Point {
  /** The tracker's own time, in seconds. */
  readonly t: number
  readonly place: Place | undefined
  /** In km/h. */
  readonly speed: number | undefined
  readonly alarms: readonly Alarm[]
}

export const alarmNames = Object.keys(alarms) as Alarm[]
const noAlarms: readonly Alarm[] = []

const alarmParameters: ReadonlySet<string> = new Set(Object.values(alarms))

/** Nearly no message does: asking for each kind takes longer than everything else that is done with it. */
function hasAlarm(values: Values): boolean {
  for (const name in values) if (values[name] === true && alarmParameters.has(name)) return true
  return values['alarm.type'] !== undefined
}

/** Alarms in `alarm.type` and in parameters of their own; `general` only where nothing is more specific. */
function alarmsOf(values: Values): readonly Alarm[] {
  if (!hasAlarm(values)) return noAlarms
  const said = typeof values['alarm.type'] === 'string' ? values['alarm.type'].split(',') : []
  const found = alarmNames.filter((name) => said.includes(name) || values[alarms[name]] === true)
  return found.length > 1 && !said.includes('general') ? found.filter((name) => name !== 'general') : found
}

export const pointOf = (values: Values): Point => ({
  t: values.timestamp as number,
  place: placeOf(values),
  speed: typeof values['position.speed'] === 'number' ? values['position.speed'] : undefined,
  alarms: alarmsOf(values),
})

/** In chronological order, one point per moment, however its messages arrived. */
export function inOrder(points: readonly Point[]): Point[] {
  const merged: Point[] = []
  for (const point of points.toSorted((a, b) => a.t - b.t || byPlace(a, b))) {
    const before = merged.at(-1)
    if (before?.t !== point.t) merged.push(point)
    else {
      merged[merged.length - 1] = {
        t: point.t,
        place: point.place ?? before.place,
        speed: point.speed ?? before.speed,
        alarms: alarmNames.filter((name) => point.alarms.includes(name) || before.alarms.includes(name)),
      }
    }
  }
  return merged
}

const byPlace = (a: Point, b: Point): number =>
  (a.place?.lat ?? 0) - (b.place?.lat ?? 0) ||
  (a.place?.lon ?? 0) - (b.place?.lon ?? 0) ||
  (a.speed ?? 0) - (b.speed ?? 0)
