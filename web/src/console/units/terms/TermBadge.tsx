/** Whether a unit is paid, independent of whether it reports. */
import type { UnitTerm } from '../../../api/generated.ts'
import { formatCalendarDay } from '../../../shared/format/times.ts'
import { words } from '../../../shared/texts/console.ts'
import { StateBadge } from '../../blocks/StateBadge.tsx'
import classes from '../units.module.css'

const { terms } = words.units
const tones = { active: 'good', due: 'warning', expired: 'bad' } as const

export const TermBadge = ({ term: { state } }: { term: Pick<UnitTerm, 'state'> }) => (
  <StateBadge tone={tones[state]}>{terms.states[state]}</StateBadge>
)

/** In a list: the day, and a badge only if there is something to do. */
export function TermCell({ term }: { term: UnitTerm | undefined }) {
  if (!term) return <span className={classes.quiet}>{words.times.none}</span>
  const day = formatCalendarDay(term.paid_until)
  return term.state === 'active' ? (
    day
  ) : (
    <span className={classes.term}>
      {day} <TermBadge term={term} />
    </span>
  )
}
