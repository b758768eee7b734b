/** The latest events of a unit, on its card. */
import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import { useAsked } from '../../shared/api.ts'
import { Failure } from '../../shared/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { formatTime } from '../../shared/times.ts'
import { useGeofencesOf } from '../geofences/geofences-api.ts'
import type { Fleet } from '../units/use-fleet.ts'
import { listEvents } from './events-api.ts'
import { eventsAddress } from './filter.ts'
import { titleOf } from './kinds.ts'
import classes from './LatestEvents.module.css'

const words = texts.events
const shownMax = 5

interface LatestEventsProps {
  readonly unit: number
  readonly modules: readonly string[]
  readonly told: Fleet['events']
}

export function LatestEvents({ unit, modules, told }: LatestEventsProps) {
  const question = useCallback(
    (signal: AbortSignal) => listEvents(`unit_ids=${unit}`, { limit: shownMax }, signal),
    [unit],
  )
  const [asked, reload] = useAsked(question)
  const geofences = useGeofencesOf(modules)
  useEffect(() => {
    if (told && (told.unit_id ?? unit) === unit) void reload()
  }, [told, unit, reload])
  return (
    <section aria-label={words.latest}>
      <Title order={3} className={classes.title}>
        {words.latest}
      </Title>
      {asked.kind === 'failed' && <Failure error={asked.error} retry={reload} />}
      {asked.kind === 'asking' && <Skeleton height={70} role="status" aria-label={texts.shared.loading} />}
      {asked.value?.items.length === 0 && <Text c="dimmed">{words.latestNone}</Text>}
      {asked.value && asked.value.items.length > 0 && (
        <>
          <ul className={classes.list}>
            {asked.value.items.map((event) => (
              <li key={event.id}>
                <span className={event.acknowledged_at === null ? classes.fresh : undefined}>
                  {titleOf(event, geofences)}
                </span>
                <span className={classes.time}>{formatTime(event.at)}</span>
              </li>
            ))}
          </ul>
          <Anchor size="sm" href={eventsAddress({ unit })}>
            {words.allOf}
          </Anchor>
        </>
      )}
    </section>
  )
}
