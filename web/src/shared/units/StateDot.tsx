import { texts } from '../texts/texts.ts'
import classes from './StateDot.module.css'
import type { UnitState } from './snapshot.ts'

export const StateDot = ({ state }: { state: UnitState }) => (
  <span className={classes.state} data-state={state}>
    {texts.client.units.states[state]}
  </span>
)
