/** How long assets, categories or labels were where, by day: as bars, as a table, as a file, and on paper. */
import { Button, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAsked } from '../../shared/api.ts'
import { Failure, Notice } from '../../shared/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { useLabels } from '../assets/tags-api.ts'
import { ClientPage } from '../ClientPage.tsx'
import { get, type Me } from '../client-api.ts'
import figures from '../Figures.module.css'
import { formatDuration, formatHours } from '../measures.ts'
import { nameOfPeriod } from '../statistics/period.ts'
import { dateOf, dayOf, daysAway, isDate, zone } from '../timeline/day.ts'
import classes from './DwellView.module.css'

const words = texts.tags.dwell
const daysMax = 62

interface Named {
  readonly id: string | null
  readonly name: string | null
}

interface Report {
  readonly tz: string
  readonly days: readonly { readonly date: string }[]
  readonly rows: readonly {
    readonly of: Named
    readonly at: Named
    readonly seconds: number
    readonly stays: number
    readonly by_day: readonly number[]
  }[]
}

const subjects = ['asset', 'category', 'label'] as const
const places = ['gateway', 'room', 'floor', 'building', 'geofence'] as const

interface Wish {
  readonly of: (typeof subjects)[number]
  readonly at: (typeof places)[number]
  readonly from: string
  readonly to: string
  readonly label: string
}

const firstWish = (): Wish => {
  const to = dateOf(Date.now() / 1000)
  return { of: 'asset', at: 'gateway', from: daysAway(to, -6), to, label: '' }
}

const faultOf = ({ from, to }: Wish): string | undefined => {
  if (from > to) return texts.statistics.wrongSpan
  return daysAway(from, daysMax) <= to ? words.tooLong : undefined
}

function addressOf({ of, at, from, to, label }: Wish, format: 'json' | 'csv'): string {
  const query = new URLSearchParams({ of, at, format, tz: zone() })
  query.set('from', String(dayOf(from).from))
  query.set('to', String(dayOf(to).to))
  if (label) query.set('label_id', label)
  return `/dwell-report?${query}`
}

export function DwellView({ me }: { me: Me }) {
  const [wish, setWish] = useState(firstWish)
  const [labels] = useLabels()
  const fault = faultOf(wish)
  const question = useCallback(
    async (signal: AbortSignal) => (faultOf(wish) ? undefined : get<Report>(addressOf(wish, 'json'), signal)),
    [wish],
  )
  const [report, reload] = useAsked(question)
  const has = (module: string) => me.modules.includes(module)
  const held = places.filter(
    (place) => place === 'gateway' || (place === 'geofence' ? has('geofence') : has('building')),
  )
  const date = (field: 'from' | 'to') => (
    <TextInput
      type="date"
      label={texts.statistics[field]}
      value={wish[field]}
      onChange={({ currentTarget: { value } }) => {
        if (isDate(value)) setWish({ ...wish, [field]: value })
      }}
    />
  )
  return (
    <ClientPage
      title={words.title}
      isWide
      aside={
        <div className={classes.aside}>
          {!fault && (
            <Button component="a" variant="default" size="xs" href={`/client${addressOf(wish, 'csv')}`} download>
              {texts.statistics.file}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={() => window.print()}>
            {texts.timeline.print}
          </Button>
        </div>
      }
    >
      <div className={classes.choice}>
        <NativeSelect
          label={words.of}
          data={subjects.map((value) => ({ value, label: words.subjects[value] }))}
          value={wish.of}
          onChange={({ currentTarget }) => setWish({ ...wish, of: currentTarget.value as Wish['of'] })}
        />
        <NativeSelect
          label={words.at}
          data={held.map((value) => ({ value, label: words.places[value] }))}
          value={wish.at}
          onChange={({ currentTarget }) => setWish({ ...wish, at: currentTarget.value as Wish['at'] })}
        />
        <NativeSelect
          label={texts.tags.label}
          data={[
            { value: '', label: texts.tags.every },
            ...(labels.value ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={wish.label}
          onChange={({ currentTarget }) => setWish({ ...wish, label: currentTarget.value })}
        />
        {date('from')}
        {date('to')}
      </div>
      {fault && <Notice tone="warning">{fault}</Notice>}
      {report.kind === 'failed' && <Failure error={report.error} retry={reload} />}
      {report.kind === 'asking' && <Skeleton height={320} role="status" aria-label={texts.shared.loading} />}
      {report.value && <Rows report={report.value} wish={wish} />}
    </ClientPage>
  )
}

function Rows({ report, wish }: { report: Report; wish: Wish }) {
  const { rows, tz } = report
  // What is asked for most is what happened last: when not all days fit, the oldest are out of sight.
  const days = report.days.map(({ date }, index) => ({ date, index })).toReversed()
  if (rows.length === 0) return <Text c="dimmed">{words.empty}</Text>
  const most = Math.max(...rows.map(({ seconds }) => seconds), 1)
  const subjectName = ({ name }: Named) => name ?? words.without[wish.of]
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard. */}
      <section className={figures.scroll} tabIndex={0} aria-label={words.title}>
        <table className={`${figures.table} ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col">{words.subjects[wish.of]}</th>
              <th scope="col">{words.places[wish.at]}</th>
              <td className={`${figures.bar} ${classes.bar}`} aria-hidden="true" />
              <th scope="col">{words.time}</th>
              <th scope="col">{words.stays}</th>
              {days.map(({ date }) => (
                <th scope="col" key={date} className={classes.day}>
                  {nameOfPeriod(date, 'day')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ of, at, seconds, stays, by_day }, index) => (
              <tr key={`${of.id} ${at.id}`} data-first={of.id !== rows[index - 1]?.of.id || undefined}>
                <th scope="row">{subjectName(of)}</th>
                <td className={classes.place}>{at.name ?? words.gone}</td>
                <td className={`${figures.bar} ${classes.bar}`} aria-hidden="true">
                  <span style={{ width: `${(seconds / most) * 100}%` }} />
                </td>
                <td>{formatDuration(seconds)}</td>
                <td>{stays}</td>
                {days.map(({ date, index: day }) => (
                  <td key={date}>{by_day[day] ? formatHours(by_day[day]) : '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Text size="sm" c="dimmed">
        {words.explain} {words.hours} {texts.timeline.zone(tz)}
      </Text>
    </>
  )
}
