/** Single values as every page shows them. */
import { formatMoney } from '../../shared/format/money.ts'
import { formatAgo, formatDay, formatDeadline, formatTime } from '../../shared/format/times.ts'
import { words } from '../../shared/texts/console.ts'
import { locale } from '../../shared/texts/texts.ts'
import classes from './values.module.css'

export const Money = ({ amount, currency }: { amount: number; currency: string }) => (
  <span className={classes.number}>{formatMoney(amount, currency)}</span>
)

interface TimeProps {
  /** Unix seconds, as the API returns them. */
  readonly at: number | null | undefined
  readonly as?: 'ago' | 'day' | 'time' | 'deadline'
  /** Shown if there is no time. */
  readonly none?: string
}

const styles = { ago: formatAgo, day: formatDay, time: formatTime, deadline: formatDeadline }

/** In the viewer's time zone; the title has the exact moment with its zone. */
export const Time = ({ at, as = 'ago', none = words.times.none }: TimeProps) =>
  at === null || at === undefined || at === 0 ? (
    <span className={classes.none}>{none}</span>
  ) : (
    <time dateTime={new Date(at * 1000).toISOString()} title={formatDeadline(at)}>
      {styles[as](at)}
    </time>
  )

interface UsageProps {
  readonly used: number
  readonly of: number | undefined
  readonly label: string
}

/** How much of a quota is used, as a bar and in numbers. */
export function Usage({ used, of, label }: UsageProps) {
  const share = of ? Math.min(1, used / of) : 0
  const isFull = of !== undefined && used >= of
  return (
    <span className={classes.usage} title={label}>
      <span className={classes.bar} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} data-full={isFull || undefined} />
      </span>
      <span className={classes.number}>
        {used.toLocaleString(locale)}
        {of !== undefined && <span className={classes.none}> / {of.toLocaleString(locale)}</span>}
      </span>
    </span>
  )
}
