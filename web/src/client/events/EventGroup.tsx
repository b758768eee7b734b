/** What happened to one unit on one day; each event opens and says what it was made of. */
import { ActionIcon, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useChange } from '../../api/queries.ts'
import { DoneIcon } from '../../shared/content/Icons.tsx'
import { PlaceLine } from '../../shared/content/PlaceLine.tsx'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { State } from '../../shared/feedback/State.tsx'
import { formatPlace } from '../../shared/format/places.ts'
import { formatExactTime, formatTime } from '../../shared/format/times.ts'
import { texts } from '../../shared/texts/texts.ts'
import { May } from '../May.tsx'
import { formatClock } from '../measures.ts'
import { hasPage } from '../menu.ts'
import { geofenceAddress, timelineAddress, unitAddress } from '../route.ts'
import type { Geofence, UnitEvent } from '../types.ts'
import classes from './EventsView.module.css'
import { isUrgent, titleOf } from './kinds.ts'
import { nameOfDay } from './name-of-day.ts'

const words = texts.events

interface EventGroupProps {
  readonly unit: number
  readonly name: string
  readonly day: string
  readonly events: readonly UnitEvent[]
  readonly geofences: readonly Geofence[] | undefined
  readonly modules: readonly string[]
  readonly chosen: string | undefined
  onChoose(event: string | undefined): void
}

export function EventGroup(props: EventGroupProps) {
  const { unit, name, day, events, chosen, onChoose } = props
  return (
    <section className={classes.unit} aria-label={words.list(name, nameOfDay(day))}>
      <Title order={3} className={classes.name}>
        <a href={unitAddress(unit)}>{name}</a>
        <span className={classes.count}>{words.count(events.length)}</span>
      </Title>
      <ul className={classes.list}>
        {events.map((event) => (
          <EventRow
            key={event.id}
            {...props}
            event={event}
            isOpen={event.id === chosen}
            onToggle={() => onChoose(event.id === chosen ? undefined : event.id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface EventRowProps extends EventGroupProps {
  readonly event: UnitEvent
  readonly isOpen: boolean
  onToggle(): void
}

function EventRow({ event, isOpen, onToggle, geofences, ...rest }: EventRowProps) {
  const title = titleOf(event, geofences)
  const row = useRef<HTMLLIElement>(null)
  const acknowledging = useChange('putClientEventsByIdAcknowledged')
  // An event chosen on the map scrolls into view.
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li ref={row} className={classes.event} data-open={isOpen || undefined}>
      <div className={classes.line}>
        <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
          <span className={classes.time}>{formatClock(event.at)}</span>
          <span className={classes.what}>
            {title}
            {event.place && <span className={classes.place}>{formatPlace(event.place)}</span>}
          </span>
        </button>
        {event.acknowledged_at === null ? (
          <>
            <State tone={isUrgent(event.kind) ? 'bad' : 'warning'}>{words.fresh}</State>
            <May to="acknowledge">
              <ActionIcon
                variant="default"
                size={30}
                loading={acknowledging.isPending}
                title={words.see}
                aria-label={words.seeOne(title, formatClock(event.at))}
                onClick={() => acknowledging.mutate({ params: { id: event.id } })}
              >
                <DoneIcon />
              </ActionIcon>
            </May>
          </>
        ) : (
          <span className={classes.seen}>{words.seenAt(formatTime(event.acknowledged_at))}</span>
        )}
      </div>
      <Failure error={acknowledging.error} />
      {isOpen && <Evidence event={event} {...rest} />}
    </li>
  )
}

function Evidence({
  event,
  unit,
  day,
  modules,
}: Pick<EventGroupProps, 'unit' | 'day' | 'modules'> & { event: UnitEvent }) {
  const { geofence_id, place } = event
  return (
    <div className={classes.evidence}>
      <strong>{words.why}</strong>
      <p>{reasonsOf(event).join(' ')}</p>
      <p>{place ? <PlaceLine place={place} /> : words.because.noPlace}</p>
      <div className={classes.buttons}>
        <a href={unitAddress(unit)}>{words.toUnit}</a>
        {hasPage('timeline', modules) && <a href={timelineAddress(day, [unit])}>{words.toDay}</a>}
        {geofence_id && hasPage('geofences', modules) && <a href={geofenceAddress(geofence_id)}>{words.toGeofence}</a>}
      </div>
    </div>
  )
}

function reasonsOf(event: UnitEvent): string[] {
  const { because } = words
  const noticed = because.noticed(formatExactTime(event.noticed_at))
  if (event.geofence_id !== null && event.seen_before !== null && event.seen_after !== null) {
    const [before, after] = [formatExactTime(event.seen_before), formatExactTime(event.seen_after)]
    return [(event.kind === 'enter' ? because.enter : because.leave)(before, after), because.crossing, noticed]
  }
  return [
    (event.kind === 'condition' ? because.condition : because.alarm)(formatExactTime(event.at)),
    ...(event.count > 1 ? [because.often(event.count - 1, formatExactTime(event.until))] : []),
    noticed,
  ]
}
