/** How far, how long and how fast, by day, week or month, of all units, a group or one. */
import { Button, NativeSelect, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAsked } from '../../shared/api.ts'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { type Figures, get, type Period, type Statistics } from '../client-api.ts'
import { formatDuration, formatKm, formatKmh } from '../measures.ts'
import { saveFile } from '../save-file.ts'
import { dateOf, dayOf, daysAway, isDate, zone } from '../timeline/day.ts'
import { useGroups } from '../units/groups/use-groups.ts'
import type { Fleet } from '../units/use-fleet.ts'
import { csvOf } from './csv.ts'
import { FigureTable } from './FigureTable.tsx'
import { nameOfPeriod } from './period.ts'
import classes from './StatisticsView.module.css'

const words = texts.statistics
const daysMax = 400
/** What is worth seeing at first of each. */
const daysShown: Readonly<Record<Period, number>> = { day: 14, week: 84, month: 365 }

interface Wish {
  readonly by: Period
  readonly from: string
  readonly to: string
  /** `unit_ids=7`, `group_id=…`, or nothing for all. */
  readonly of: string
}

const wishOf = (by: Period, of: string): Wish => {
  const to = dateOf(Date.now() / 1000)
  return { by, of, from: daysAway(to, 1 - daysShown[by]), to }
}

const faultOf = ({ from, to }: Wish): string | undefined => {
  if (from > to) return words.wrongSpan
  return daysAway(from, daysMax) <= to ? words.tooLong : undefined
}

export function StatisticsView({ fleet }: { fleet: Fleet }) {
  const [wish, setWish] = useState(() => wishOf('day', ''))
  const [groups] = useGroups()
  const units = fleet.units.value ?? []
  const fault = faultOf(wish)
  const { by, of, from, to } = wish
  const question = useCallback(
    async (signal: AbortSignal) => {
      if (faultOf({ by, of, from, to })) return undefined
      const query = new URLSearchParams(of)
      query.set('by', by)
      query.set('tz', zone())
      query.set('from', String(dayOf(from).from))
      query.set('to', String(dayOf(to).to))
      return get<Statistics>(`/statistics?${query}`, signal)
    },
    [by, of, from, to],
  )
  const [asked, reload] = useAsked(question)
  const nameOf = (id: number) => units.find((unit) => unit.id === id)?.name ?? String(id)
  const date = (field: 'from' | 'to') => (
    <TextInput
      type="date"
      label={words[field]}
      value={wish[field]}
      onChange={({ currentTarget: { value } }) => {
        if (isDate(value)) setWish({ ...wish, [field]: value })
      }}
    />
  )
  return (
    <main className={classes.view}>
      <div className={classes.head}>
        <Title order={1} className={classes.title}>
          {words.title}
        </Title>
        {asked.value && (
          <FileButton statistics={asked.value} nameOf={nameOf} fileName={`statistics-${from}-${to}.csv`} />
        )}
      </div>
      <div className={classes.choice}>
        <NativeSelect
          label={words.by}
          data={(['day', 'week', 'month'] as const).map((value) => ({ value, label: words.periods[value] }))}
          value={by}
          onChange={({ currentTarget }) => setWish(wishOf(currentTarget.value as Period, of))}
        />
        <NativeSelect
          label={words.of}
          data={[
            { value: '', label: words.everything },
            ...(groups.value ?? []).map(({ id, name }) => ({ value: `group_id=${id}`, label: words.group(name) })),
            ...units.map(({ id, name }) => ({ value: `unit_ids=${id}`, label: name })),
          ]}
          value={of}
          onChange={({ currentTarget }) => setWish({ ...wish, of: currentTarget.value })}
        />
        {date('from')}
        {date('to')}
      </div>
      {fault && <Notice tone="warning">{fault}</Notice>}
      {asked.kind === 'failed' && <Failure error={asked.error} retry={reload} />}
      {asked.kind === 'asking' && <Skeleton height={320} role="status" aria-label={texts.shared.loading} />}
      {asked.value && <Tables statistics={asked.value} nameOf={nameOf} />}
    </main>
  )
}

interface FileButtonProps {
  readonly statistics: Statistics
  readonly fileName: string
  nameOf(unit: number): string
}

const FileButton = ({ statistics, nameOf, fileName }: FileButtonProps) => (
  <Button
    variant="default"
    size="xs"
    onClick={() => saveFile(fileName, csvOf(statistics, nameOf), 'text/csv;charset=utf-8')}
  >
    {words.file}
  </Button>
)

function Tables({ statistics, nameOf }: { statistics: Statistics; nameOf: (unit: number) => string }) {
  const { periods, total, units, by, tz } = statistics
  if (total.distance === 0 && total.trips === 0 && total.stop_seconds === 0)
    return <Text c="dimmed">{words.empty}</Text>
  return (
    <>
      <Sums total={total} />
      <FigureTable
        title={words.byPeriod}
        first={words.columns.period}
        rows={periods.map((period) => ({ key: period.date, name: nameOfPeriod(period.date, by), figures: period }))}
        total={total}
      />
      {units.length > 1 && (
        <FigureTable
          title={words.byUnit}
          first={words.columns.unit}
          rows={units
            .toSorted((a, b) => b.total.distance - a.total.distance)
            .map((unit) => ({ key: String(unit.unit_id), name: nameOf(unit.unit_id), figures: unit.total }))}
          total={total}
        />
      )}
      <Text size="sm" c="dimmed">
        {texts.timeline.zone(tz)}
      </Text>
    </>
  )
}

const Sums = ({ total }: { total: Figures }) => (
  <dl className={classes.sums}>
    {[
      [words.columns.distance, formatKm(total.distance)],
      [words.columns.trips, String(total.trips)],
      [words.columns.moving, formatDuration(total.moving_seconds)],
      [words.columns.topSpeed, formatKmh(total.max_speed)],
    ].map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
