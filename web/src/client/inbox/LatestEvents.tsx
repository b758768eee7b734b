/** The latest events of a unit, on its card. */
import { Anchor, Text, Title } from '@mantine/core'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatTime } from '../../shared/format/times.ts'
import { texts } from '../../shared/texts/texts.ts'
import { useGeofencesOf } from '../geofences/use-geofences.ts'
import { inboxAddress } from '../route.ts'
import { titleOf } from './kinds.ts'
import classes from './LatestEvents.module.css'

const words = texts.inbox
const shownMax = 5

export function LatestEvents({ unit, modules }: { unit: number; modules: readonly string[] }) {
  const query = useOperation('getClientEvents', { unit_ids: String(unit), limit: shownMax })
  const geofences = useGeofencesOf(modules)
  return (
    <section aria-label={words.latest}>
      <Title order={3} className={classes.title}>
        {words.latest}
      </Title>
      <Loaded query={query} height={70}>
        {(events) =>
          events.length === 0 ? (
            <Text c="dimmed">{words.latestNone}</Text>
          ) : (
            <>
              <ul className={classes.list}>
                {events.map((event) => (
                  <li key={event.id}>
                    <span className={event.acknowledged_at === null ? classes.fresh : undefined}>
                      {titleOf(event, geofences)}
                    </span>
                    <span className={classes.time}>{formatTime(event.at)}</span>
                  </li>
                ))}
              </ul>
              <Anchor size="sm" href={inboxAddress('events', { unit })}>
                {words.allOf}
              </Anchor>
            </>
          )
        }
      </Loaded>
    </section>
  )
}
