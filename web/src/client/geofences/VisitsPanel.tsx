/** Who was in a geofence, when and how long. */
import { Button, NativeSelect, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAsked } from '../../shared/api.ts'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { formatExactTime } from '../../shared/times.ts'
import { formatDuration, formatShortTime } from '../measures.ts'
import { saveFile } from '../save-file.ts'
import { dateOf, dayOf, daysAway, isDate, zone } from '../timeline/day.ts'
import type { Fleet } from '../units/use-fleet.ts'
import classes from './GeofencesView.module.css'
import { type Crossing, type Geofence, listVisits, type Visit } from './geofences-api.ts'
import { useNews } from './use-news.ts'
import own from './VisitsPanel.module.css'
import { visitsCsv } from './visits-csv.ts'

const words = texts.geofences.visits
const daysMax = 400
const daysShown = 7
const shownAtOnce = 50

interface VisitsPanelProps {
  readonly geofence: Geofence
  readonly fleet: Fleet
  nameOf(unit: number): string
}

interface Wish {
  readonly unit: string
  readonly from: string
  readonly to: string
}

const faultOf = ({ from, to }: Wish): string | undefined => {
  if (from > to) return words.wrongSpan
  return daysAway(from, daysMax) <= to ? words.tooLong : undefined
}

export function VisitsPanel({ geofence, fleet, nameOf }: VisitsPanelProps) {
  const [wish, setWish] = useState<Wish>(() => {
    const to = dateOf(Date.now() / 1000)
    return { unit: '', from: daysAway(to, 1 - daysShown), to }
  })
  const fault = faultOf(wish)
  const question = useCallback(
    async (signal: AbortSignal) => {
      if (faultOf(wish)) return []
      const query = new URLSearchParams({
        geofence_id: geofence.id,
        from: String(dayOf(wish.from).from),
        to: String(dayOf(wish.to).to),
        ...(wish.unit && { unit_ids: wish.unit }),
      })
      // The newest is what is looked for most.
      return (await listVisits(query, signal)).toReversed()
    },
    [geofence.id, wish],
  )
  const [visits, reload] = useAsked(question)
  useNews(fleet, reload)
  const date = (field: 'from' | 'to') => (
    <TextInput
      type="date"
      size="xs"
      label={words[field]}
      value={wish[field]}
      onChange={({ currentTarget: { value } }) => {
        if (isDate(value)) setWish({ ...wish, [field]: value })
      }}
    />
  )
  return (
    <section className={classes.section} aria-label={words.title}>
      <Title order={2} className={classes.subtitle}>
        {words.title}
      </Title>
      <div className={own.choice}>
        <NativeSelect
          size="xs"
          label={words.unit}
          data={[
            { value: '', label: words.everyUnit },
            ...(fleet.units.value ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={wish.unit}
          onChange={({ currentTarget }) => setWish({ ...wish, unit: currentTarget.value })}
        />
        {date('from')}
        {date('to')}
      </div>
      {fault && <Notice tone="warning">{fault}</Notice>}
      {visits.kind === 'failed' && <Failure error={visits.error} retry={reload} />}
      {visits.kind === 'asking' && <Skeleton height={120} role="status" aria-label={texts.shared.loading} />}
      {!fault && visits.value?.length === 0 && <Text c="dimmed">{words.none}</Text>}
      {visits.value && visits.value.length > 0 && (
        <>
          <VisitTable visits={visits.value} nameOf={nameOf} />
          <div className={classes.buttons}>
            <Button
              variant="default"
              size="xs"
              onClick={() =>
                saveFile(
                  `visits-${wish.from}-${wish.to}.csv`,
                  visitsCsv(visits.value, geofence.name, zone(), nameOf),
                  'text/csv;charset=utf-8',
                )
              }
            >
              {words.file}
            </Button>
            <Text size="sm" c="dimmed">
              {texts.timeline.zone(zone())}
            </Text>
          </div>
        </>
      )}
    </section>
  )
}

function VisitTable({ visits, nameOf }: { visits: readonly Visit[]; nameOf: (unit: number) => string }) {
  const [shown, setShown] = useState(shownAtOnce)
  const seconds = visits.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
  return (
    <>
      <Text size="sm">{words.sum(visits.length, formatDuration(seconds))}</Text>
      <table className={own.table}>
        <thead>
          <tr>
            <th scope="col">{words.unit}</th>
            <th scope="col">{words.came}</th>
            <th scope="col">{words.left}</th>
            <th scope="col">{words.stayed}</th>
          </tr>
        </thead>
        <tbody>
          {visits.slice(0, shown).map(({ id, unit_id, from, to, duration, came, left }) => (
            <tr key={id}>
              <th scope="row">{nameOf(unit_id)}</th>
              <td title={evidence(came)}>
                {formatShortTime(from)} {came.seen_before === null && words.earlier}
              </td>
              <td title={left ? evidence(left) : undefined}>{to === null ? words.stillInside : formatShortTime(to)}</td>
              <td>{duration === null ? '–' : formatDuration(duration)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {visits.length > shown && (
        <Button variant="default" size="xs" onClick={() => setShown(shown + shownAtOnce)}>
          {words.more(Math.min(shownAtOnce, visits.length - shown))}
        </Button>
      )}
    </>
  )
}

const evidence = ({ seen_before, seen_after }: Crossing): string | undefined =>
  seen_before === null ? undefined : words.between(formatExactTime(seen_before), formatExactTime(seen_after))
