import { marks, stateColours } from './marks.ts'
import type { UnitState } from './snapshot.ts'

/** A unit as the map draws it; the words next to it say the same. */
export const StateMark = ({ state, direction = 0 }: { state: UnitState; direction?: number }) => (
  <svg viewBox="-16 -16 32 32" width="32" height="32" aria-hidden="true">
    <g transform={state === 'moving' ? `rotate(${Math.round(direction)})` : undefined} style={{ strokeWidth: 2.2 }}>
      <path d={marks[state].body} fill={stateColours[state]} stroke="none" />
      <path d={marks[state].sign} fill="none" stroke="#fff" strokeLinecap="round" strokeLinejoin="round" />
    </g>
  </svg>
)
