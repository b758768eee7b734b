/** Payment reminder, due date and block of a client on a line, with now among them. */

import { formatAgo, formatDay, formatDeadline } from '../../shared/format/times.ts'
import { words } from '../../shared/texts/console.ts'
import classes from './TimeLine.module.css'
import { type Moment, placed } from './timeline.ts'

export function TimeLine({ moments, now }: { moments: readonly Moment[]; now: number }) {
  if (moments.length === 0) return <p className={classes.none}>{words.timeline.none}</p>
  return (
    <ol className={classes.line}>
      {placed(moments, now).map(({ kind, at, isPast, title }) => (
        <li key={`${kind} ${at}`} className={classes.moment} data-kind={kind} data-past={isPast || undefined}>
          <span className={classes.dot} aria-hidden="true" />
          <span className={classes.words}>
            <strong>{title}</strong>
            {kind !== 'now' && (
              <time dateTime={new Date(at * 1000).toISOString()} title={formatDeadline(at)}>
                {formatDay(at)}
                <span className={classes.ago}>{formatAgo(at, now)}</span>
              </time>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
