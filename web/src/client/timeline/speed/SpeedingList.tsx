/** Where a trip was too fast for the road: the worst in its row, all of them in its details. */
import { texts } from '../../../shared/texts/texts.ts'
import { formatClock, formatKmh, formatSpeedNumber } from '../../measures.ts'
import type { Speeding } from '../track/track.ts'
import classes from './SpeedingList.module.css'

const words = texts.timeline

/** "61 km/h in a 50"; a usual limit is never presented as a posted one. */
const speedingText = ({ speed, limit, posted }: Speeding): string =>
  words[posted ? 'speeding' : 'fasterThanUsual'](formatKmh(speed), formatSpeedNumber(limit))

const isWorse = (one: Speeding, other: Speeding): number =>
  Number(other.posted) - Number(one.posted) || other.speed - other.limit - (one.speed - one.limit)

export function SpeedingLine({ speeding }: { speeding: readonly Speeding[] }) {
  const [worst, ...others] = speeding.toSorted(isWorse)
  if (!worst) return null
  return (
    <span className={worst.posted ? classes.posted : classes.usual}>
      {[speedingText(worst), others.length > 0 && words.speedingMore(others.length)].filter(Boolean).join(' ')}
    </span>
  )
}

interface SpeedingListProps {
  readonly speeding: readonly Speeding[]
  onMoment(at: number): void
}

export function SpeedingList({ speeding, onMoment }: SpeedingListProps) {
  return (
    <>
      <h4>{words.speedingTitle}</h4>
      <ul className={classes.list}>
        {speeding.map((one) => (
          <li key={one.from}>
            <button type="button" className={classes.moment} onClick={() => onMoment(one.at)}>
              {formatClock(one.at)}
            </button>{' '}
            <span className={one.posted ? classes.posted : classes.usual}>{speedingText(one)}</span>
            {one.street && ` · ${one.street}`}
          </li>
        ))}
      </ul>
    </>
  )
}
