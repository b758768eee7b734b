/** The locations of an asset on a day, one gateway after the other. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { DateInput } from '../blocks/DateInput.tsx'
import { formatClockIn, formatDuration } from '../measures.ts'
import { dateOf, dayOf } from '../timeline/days/day.ts'
import type { TaggedUnit, Whereabouts } from '../types.ts'
import classes from './AssetsView.module.css'
import { placeName } from './tagged-units.ts'

const words = texts.tags.stays

export function StaysPanel({ asset, gateways }: { asset: number; gateways: readonly TaggedUnit[] }) {
  const [date, setDate] = useState(() => dateOf(Date.now() / 1000))
  const { from, to } = dayOf(date)
  const placeOf = (gateway: number) => gateways.find(({ id }) => id === gateway)?.place
  const query = useOperation('getClientAssetsByIdStays', { id: asset, from, to })
  return (
    <Panel title={words.title} aside={<DateInput aria-label={words.day} value={date} onChange={setDate} />}>
      <Loaded query={query} height={80}>
        {(stays) =>
          stays.length === 0 ? (
            <Text c="dimmed">{words.none}</Text>
          ) : (
            <ol className={classes.stays}>
              {stays.map((stay) => (
                <li key={stay.from}>
                  <span>
                    {formatClockIn(stay.from, from, to)} –{' '}
                    {stay.open ? texts.timeline.open : formatClockIn(stay.to, from, to)}
                  </span>
                  <span>{nameOf(placeOf(stay.gateway_id), stay.gateway)}</span>
                  <span>{formatDuration(stay.duration)}</span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Panel>
  )
}

/** With the gateway's current location. */
const nameOf = (place: Whereabouts | null | undefined, gateway: string | null): string =>
  place ? placeName(place) : (gateway ?? words.gone)
