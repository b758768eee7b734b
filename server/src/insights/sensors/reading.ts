/** Sensors computed from messages on request: graphs, previews, fuel, and tables of values. */
import type { Context } from '#kernel/context.ts'
import type { Viewing } from '#kernel/private-time.ts'
import { readStretch } from '#tracking/messages/actions.ts'
import { momentsOf, readingsOf } from '../projections/moment.ts'
import type { Stretch } from '../projections/stretch.ts'
import type { CompiledSensor } from './sensor.ts'
import type { Readings } from './values/computed.ts'
import { SensorReader, smoothingSeconds } from './values/values.ts'

/** Messages are read in slices, so that a month of a busy unit is never in memory at once. */
const readSeconds = 6 * 3600

export interface ReadMoment {
  readonly t: number
  readonly readings: Readings
  /** One for each sensor, in their order. */
  readonly values: readonly (number | undefined)[]
}

/** The moments of a time range. Reading begins earlier, so that the first value is smoothed like every other. */
export async function* readMoments(
  ctx: Pick<Context, 'db'> & Viewing,
  unitId: number,
  sensors: readonly CompiledSensor[],
  { from, to }: Stretch,
): AsyncGenerator<ReadMoment[]> {
  const readers = sensors.map((one) => new SensorReader(one))
  const isSmoothed = sensors.some(({ sensor }) => sensor.smoothing !== 'none')
  for (let start = isSmoothed ? from - smoothingSeconds : from; start < to; start += readSeconds) {
    const page = await readStretch(ctx, unitId, { from: start, to: Math.min(to, start + readSeconds) })
    const moments = momentsOf(page).map((moment) => {
      const readings = readingsOf(moment)
      return { t: moment.t, readings, values: readers.map((reader) => reader.read(moment.t, readings)) }
    })
    const asked = moments.filter(({ t }) => t >= from)
    if (asked.length > 0) yield asked
  }
}
