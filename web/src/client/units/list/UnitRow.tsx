/** A unit in the list: its name, its address, and its state since when. */
import { formatAgo } from '../../../shared/format/times.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { StateMark } from '../../../shared/units/StateMark.tsx'
import { formatKmh } from '../../measures.ts'
import { unitAddress } from '../../route.ts'
import type { KnownUnit } from '../queries/known-units.ts'
import { stateTextOf } from '../state-text.ts'
import classes from './UnitRow.module.css'

interface UnitRowProps {
  readonly known: KnownUnit
  readonly nowSeconds: number
  readonly isChosen: boolean
}

export function UnitRow({ known, nowSeconds, isChosen }: UnitRowProps) {
  const { unit, snapshot, state, place, plate } = known
  const { position, seenAt } = snapshot
  return (
    <a
      className={classes.row}
      href={unitAddress(unit.id)}
      data-state={state}
      aria-current={isChosen ? 'true' : undefined}
    >
      <span className={classes.mark}>
        <StateMark state={state} direction={position?.direction} />
      </span>
      <span className={classes.name}>
        <span>{unit.name}</span>
        {plate && <span className={classes.plate}>{plate}</span>}
      </span>
      {state === 'moving' && <span className={classes.speed}>{formatKmh(position?.speed ?? 0)}</span>}
      {place && <span className={classes.place}>{place}</span>}
      <span className={classes.state}>{stateTextOf(known, nowSeconds)}</span>
      {(state === 'parked' || state === 'idling') && seenAt !== null && (
        <span className={classes.seen} title={texts.client.units.lastSeen}>
          {formatAgo(seenAt, nowSeconds)}
        </span>
      )}
    </a>
  )
}
