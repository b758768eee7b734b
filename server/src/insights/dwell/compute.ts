/** Keeps the stored stays what the fold makes of the stored hearings. */
import type { ActorContext } from '#kernel/context.ts'
import { compute, type Follower } from '../projections/actions.ts'
import type { Walk } from '../projections/follower.ts'
import { openStay, type Point, pointsIn, type State, type Stay, startState, step } from './stay.ts'
import * as store from './store.ts'

export const stayFollower: Follower<State, Point, Stay, undefined> = {
  name: 'stays',
  startState,
  pointsIn,
  step: (state, point, _, emit) => step(state, point, emit),
  rulesOf: async () => () => undefined,
  save: ({ db }, walks) => store.save(db, walks.map(renewedBy)),
  forget: store.removeForgotten,
}

export const computeStays = (acting: ActorContext): Promise<number> => compute(acting, stayFollower)

function renewedBy({ unitId, from, metAt, state, contents }: Walk<State, Stay>): store.Renewed {
  const open = metAt === undefined ? openStay(state) : undefined
  return { unitId, from, metAt, stays: open ? [...contents, open] : contents }
}
