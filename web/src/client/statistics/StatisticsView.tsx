/** Distance, duration and speed by day, week or month, for all units, a group or one. */
import { Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { saveCsv } from '../../shared/files/save-file.ts'
import { texts } from '../../shared/texts/texts.ts'
import { DateInput } from '../blocks/DateInput.tsx'
import figures from '../blocks/Figures.module.css'
import { ClientPage } from '../frame/ClientPage.tsx'
import { formatKm, formatKmh, formatTotal } from '../measures.ts'
import { dateOf, dayOf, daysAway, zone } from '../timeline/days/day.ts'
import type { Group } from '../types.ts'
import type { Fleet } from '../units/queries/use-fleet.ts'
import { csvOf } from './csv.ts'
import { FigureTable } from './FigureTable.tsx'
import { figuresOfGroups, isInSeveral } from './groups.ts'
import { type Figures, hasData, nameOfPeriod, type Period, type Statistics } from './period.ts'
import { StatisticsChart } from './StatisticsChart.tsx'
import classes from './StatisticsView.module.css'

const words = texts.statistics
const daysMax = 400
/** The initial number of days for each period. */
const daysShown: Readonly<Record<Period, number>> = { day: 14, week: 84, month: 365 }

interface Choice {
  readonly by: Period
  readonly from: string
  readonly to: string
  /** `unit_ids=7`, `group_id=…`, or nothing for all. */
  readonly of: string
}

const choiceOf = (by: Period, of: string): Choice => {
  const to = dateOf(Date.now() / 1000)
  return { by, of, from: daysAway(to, 1 - daysShown[by]), to }
}

const faultOf = ({ from, to }: Choice): string | undefined => {
  if (from > to) return words.wrongSpan
  return daysAway(from, daysMax) <= to ? words.tooLong : undefined
}

export function StatisticsView({ fleet }: { fleet: Fleet }) {
  const [choice, setChoice] = useState(() => choiceOf('day', ''))
  const groups = useOperation('getClientGroups', undefined).data ?? []
  const units = fleet.units.data ?? []
  const fault = faultOf(choice)
  const { by, of, from, to } = choice
  const query = useOperation(
    'getClientStatistics',
    { ...Object.fromEntries(new URLSearchParams(of)), by, tz: zone(), from: dayOf(from).from, to: dayOf(to).to },
    { isEnabled: !fault },
  )
  const nameOf = (id: number) => units.find((unit) => unit.id === id)?.name ?? String(id)
  const date = (field: 'from' | 'to') => (
    <DateInput
      label={words[field]}
      value={choice[field]}
      onChange={(value) => setChoice({ ...choice, [field]: value })}
    />
  )
  return (
    <ClientPage
      title={words.title}
      aside={
        query.data &&
        !fault && <FileButton statistics={query.data} nameOf={nameOf} fileName={`statistics-${from}-${to}.csv`} />
      }
    >
      <div className={classes.choice}>
        <NativeSelect
          label={words.by}
          data={(['day', 'week', 'month'] as const).map((value) => ({ value, label: words.periods[value] }))}
          value={by}
          onChange={({ currentTarget }) => setChoice(choiceOf(currentTarget.value as Period, of))}
        />
        <NativeSelect
          label={words.of}
          data={[
            { value: '', label: words.everything },
            ...groups.map(({ id, name }) => ({ value: `group_id=${id}`, label: words.group(name) })),
            ...units.map(({ id, name }) => ({ value: `unit_ids=${id}`, label: name })),
          ]}
          value={of}
          onChange={({ currentTarget }) => setChoice({ ...choice, of: currentTarget.value })}
        />
        {date('from')}
        {date('to')}
      </div>
      {fault ? (
        <Notice tone="warning">{fault}</Notice>
      ) : (
        <Loaded query={query} height={320}>
          {(statistics) => <Tables statistics={statistics} groups={groups} nameOf={nameOf} />}
        </Loaded>
      )}
    </ClientPage>
  )
}

interface FileButtonProps {
  readonly statistics: Statistics
  readonly fileName: string
  nameOf(unit: number): string
}

const FileButton = ({ statistics, nameOf, fileName }: FileButtonProps) => (
  <Button variant="default" size="xs" onClick={() => saveCsv(fileName, csvOf(statistics, nameOf))}>
    {words.file}
  </Button>
)

interface TablesProps {
  readonly statistics: Statistics
  readonly groups: readonly Group[]
  nameOf(unit: number): string
}

function Tables({ statistics, groups, nameOf }: TablesProps) {
  const { periods, total, units, by, tz } = statistics
  if (total.distance === 0 && total.trips === 0 && total.stop_seconds === 0)
    return <Text c="dimmed">{words.empty}</Text>
  // Newest first; days before the first tracker are left out.
  const shown = periods.filter(hasData).toReversed()
  const byGroup = units.length > 1 && groups.length > 0 ? figuresOfGroups(units, groups) : []
  return (
    <>
      <Sums total={total} of={words.sumOf(units.length, nameOf(units[0]?.unit_id ?? 0))} />
      <StatisticsChart statistics={statistics} groups={byGroup} nameOf={nameOf} />
      <FigureTable
        title={words.byPeriod}
        first={words.columns.period}
        rows={shown.map((period) => ({ key: period.date, name: nameOfPeriod(period.date, by), figures: period }))}
        total={total}
      />
      {byGroup.length > 0 && (
        <FigureTable
          title={words.byGroup}
          first={words.columns.group}
          rows={byGroup.toSorted((a, b) => b.figures.distance - a.figures.distance)}
          total={total}
        />
      )}
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
        {[
          units.length > 1 && words.addedUp,
          byGroup.length > 0 && isInSeveral(units, groups) && words.inSeveral,
          shown.length < periods.length && words.leftOut,
          `${texts.timeline.zone(tz)}.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
    </>
  )
}

const Sums = ({ total, of }: { total: Figures; of: string }) => (
  <div>
    <h2 className={figures.title}>{of}</h2>
    <dl className={classes.sums}>
      {[
        [words.columns.distance, formatKm(total.distance)],
        [words.columns.trips, String(total.trips)],
        [words.columns.moving, formatTotal(total.moving_seconds)],
        [words.columns.idle, formatTotal(total.idle_seconds)],
        [words.columns.topSpeed, formatKmh(total.max_speed)],
      ].map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </div>
)
