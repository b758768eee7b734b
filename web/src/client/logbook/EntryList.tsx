/** The entries of a month in chronological order: a line each if there is space, a card each on a phone. */
import { ArrowIcon } from '../../shared/content/Icons.tsx'
import { formatAddress } from '../../shared/format/places.ts'
import { logbookTexts as words } from '../../shared/texts/logbook.ts'
import classes from './Logbook.module.css'
import { clocksIn, formatCounter, formatFar } from './month.ts'
import type { Entry, Month } from './types.ts'

interface EntryListProps {
  readonly book: Month
  readonly changeable: readonly Entry[]
  readonly chosen: ReadonlySet<string>
  choose(chosen: ReadonlySet<string>): void
}

export function EntryList({ book, changeable, chosen, choose }: EntryListProps) {
  const isAll = changeable.length > 0 && changeable.every(({ trip_id }) => chosen.has(trip_id))
  return (
    <>
      {changeable.length > 0 && (
        <label className={classes.all}>
          <input
            type="checkbox"
            checked={isAll}
            onChange={() => choose(new Set(isAll ? [] : changeable.map(({ trip_id }) => trip_id)))}
          />
          {words.selectAll}
        </label>
      )}
      <ol className={classes.entries} aria-label={words.title}>
        {book.entries.map((entry) => (
          <Line
            key={entry.trip_id}
            entry={entry}
            tz={book.tz}
            isChosen={chosen.has(entry.trip_id)}
            toggle={() => {
              const next = new Set(chosen)
              if (!next.delete(entry.trip_id)) next.add(entry.trip_id)
              choose(next)
            }}
          />
        ))}
      </ol>
    </>
  )
}

interface LineProps {
  readonly entry: Entry
  readonly tz: string
  readonly isChosen: boolean
  toggle(): void
}

function Line({ entry, tz, isChosen, toggle }: LineProps) {
  const { day, clock, time } = clocksIn(tz)
  const { from, to, open, km, odometer_to, driver, kind, usual, purpose, partner, hidden } = entry
  return (
    <li data-chosen={isChosen || undefined}>
      <span className={classes.box}>
        {entry.may_change && (
          <input type="checkbox" aria-label={words.select(time(from))} checked={isChosen} onChange={toggle} />
        )}
      </span>
      <span className={classes.when}>
        <strong>{day(from)}</strong>
        <span>
          {clock(from)} – {open ? words.open : clock(to)}
        </span>
        <small>{driver?.name ?? words.noDriver}</small>
      </span>
      <span className={classes.where}>
        {hidden ? (
          <em>{words.hidden}</em>
        ) : (
          <>
            <span>{addressOf(entry.from_address)}</span>
            {!open && (
              <span>
                <ArrowIcon size={13} /> {addressOf(entry.to_address)}
              </span>
            )}
          </>
        )}
      </span>
      <span className={classes.far}>
        <strong>{formatFar(km)}</strong>
        {odometer_to !== null && <small>{words.odometer(formatCounter(odometer_to))}</small>}
      </span>
      <span className={classes.kind}>
        <b data-kind={kind}>{words.kinds[kind]}</b>
        {usual && <small>{words.usual}</small>}
      </span>
      <span className={classes.what}>
        {purpose && <span>{purpose}</span>}
        {partner && (
          <small>
            {words.partner}: {partner}
          </small>
        )}
      </span>
    </li>
  )
}

const addressOf = (address: Entry['from_address']): string => (address ? formatAddress(address) : words.noAddress)
