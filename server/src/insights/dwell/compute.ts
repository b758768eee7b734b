/** Keeps stored stays equal to the result of the fold over the stored sightings. */
import type { ActorContext } from '#kernel/context.ts'
import { compute, type Projection } from '../projections/actions.ts'
import type { Run } from '../projections/projection.ts'
import { openStay, type Point, pointsIn, type State, type Stay, startState, step } from './stay.ts'
import * as store from './store.ts'

export const stayProjection: Projection<State, Point, Stay, undefined> = {
  name: 'stays',
  startState,
  pointsIn,
  step: (state, point, _, emit) => step(state, point, emit),
  rulesOf: async () => () => undefined,
  save: ({ db }, runs) => store.save(db, runs.map(resultOf)),
  forget: store.removeForgotten,
}

export const computeStays = (acting: ActorContext): Promise<number> => compute(acting, stayProjection)

function resultOf({ unitId, from, metAt, state, contents }: Run<State, Stay>): store.Recomputed {
  const open = metAt === undefined ? openStay(state) : undefined
  return { unitId, from, metAt, stays: open ? [...contents, open] : contents }
}
