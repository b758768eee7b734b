/** Keeps sensor values equal to the result of their formulas over the stored messages. */
import type { ActorContext } from '#kernel/context.ts'
import { compute, type Projection } from '../projections/actions.ts'
import { type Moment, momentsOf } from '../projections/moment.ts'
import { type CompiledSensor, compiled } from './sensor.ts'
import * as store from './store.ts'
import { adapt, openOf, type Quarter, type State, startState, step } from './values/quarter.ts'
import * as quarters from './values/quarter-store.ts'

export const sensorProjection: Projection<State, Moment, Quarter, readonly CompiledSensor[]> = {
  name: 'sensors',
  startState,
  adapt,
  pointsIn: momentsOf,
  step,
  async rulesOf({ db }, unitIds) {
    const sensors = (await store.listOfUnits(db, unitIds)).map(compiled)
    const byUnit = Map.groupBy(sensors, ({ sensor }) => sensor.unitId)
    return (unitId) => byUnit.get(unitId) ?? []
  },
  save: ({ db }, runs) =>
    quarters.save(
      db,
      runs.map(({ unitId, from, metAt, state, contents }) => ({
        ...{ unitId, from, metAt },
        quarters: [...contents, ...openOf(state)],
      })),
    ),
  forget: quarters.removeForgotten,
}

export const computeSensors = (acting: ActorContext): Promise<number> => compute(acting, sensorProjection)
