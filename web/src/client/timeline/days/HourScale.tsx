import { habits } from '../../../shared/format/habits.ts'
import { timeFormat } from '../../../shared/format/write-time.ts'
import { formatClock } from '../../measures.ts'
import classes from './HourScale.module.css'

/** With "am" and "pm" there is no space for minutes. */
const formatHour = timeFormat({ hour: 'numeric' })

/** Every third hour, as the clock shows it on that day. */
export function HourScale({ from, to }: { from: number; to: number }) {
  const hours = Array.from({ length: Math.round((to - from) / 3600 / 3) + 1 }, (_, index) => from + index * 3 * 3600)
  return (
    <div className={classes.scale} aria-hidden="true">
      {hours
        .filter((at) => at <= to)
        .map((at) => (
          <span key={at} style={{ left: `${((at - from) / (to - from)) * 100}%` }}>
            {habits().clock === '12h' ? formatHour(at) : formatClock(at)}
          </span>
        ))}
    </div>
  )
}
