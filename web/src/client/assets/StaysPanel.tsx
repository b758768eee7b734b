/** Where an asset was on a day, one gateway after the other. */
import { Skeleton, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { formatClockIn, formatDuration } from '../measures.ts'
import { dateOf, dayOf, isDate } from '../timeline/day.ts'
import classes from './AssetsView.module.css'
import { useStays } from './tags-api.ts'

const words = texts.tags.stays

export function StaysPanel({ asset }: { asset: number }) {
  const [date, setDate] = useState(() => dateOf(Date.now() / 1000))
  const { from, to } = dayOf(date)
  const [stays, reload] = useStays(asset, from, to)
  return (
    <Panel
      title={words.title}
      aside={
        <TextInput
          type="date"
          aria-label={words.day}
          value={date}
          onChange={({ currentTarget: { value } }) => {
            if (isDate(value)) setDate(value)
          }}
        />
      }
    >
      {stays.kind === 'asking' && <Skeleton height={80} role="status" aria-label={texts.shared.loading} />}
      {stays.kind === 'failed' && <Failure error={stays.error} retry={reload} />}
      {stays.value?.length === 0 && <Text c="dimmed">{words.none}</Text>}
      {stays.value && stays.value.length > 0 && (
        <ol className={classes.stays}>
          {stays.value.map((stay) => (
            <li key={stay.from}>
              <span>
                {formatClockIn(stay.from, from, to)} –{' '}
                {stay.open ? texts.timeline.open : formatClockIn(stay.to, from, to)}
              </span>
              <span>{stay.gateway ?? words.gone}</span>
              <span>{formatDuration(stay.duration)}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
