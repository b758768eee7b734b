/** Dwell times of assets, categories or labels by day: as bars, as a table, as a file, and on paper. */
import { Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { addressOf } from '../../api/call.ts'
import type { ClientDwellReport, ClientReportName } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { DateInput } from '../blocks/DateInput.tsx'
import figures from '../blocks/Figures.module.css'
import { ClientPage } from '../frame/ClientPage.tsx'
import { formatHours, formatTotal } from '../measures.ts'
import { nameOfPeriod } from '../statistics/period.ts'
import { dateOf, dayOf, daysAway, zone } from '../timeline/days/day.ts'
import type { Me } from '../types.ts'
import classes from './DwellView.module.css'

const words = texts.tags.dwell
const daysMax = 62

const subjects = ['asset', 'category', 'label'] as const
const places = ['gateway', 'room', 'floor', 'building', 'geofence'] as const

interface Choice {
  readonly of: (typeof subjects)[number]
  readonly at: (typeof places)[number]
  readonly from: string
  readonly to: string
  readonly label: string
}

const firstChoice = (): Choice => {
  const to = dateOf(Date.now() / 1000)
  return { of: 'asset', at: 'gateway', from: daysAway(to, -6), to, label: '' }
}

const faultOf = ({ from, to }: Choice): string | undefined => {
  if (from > to) return texts.statistics.wrongSpan
  return daysAway(from, daysMax) <= to ? words.tooLong : undefined
}

const paramsOf = ({ of, at, from, to, label }: Choice) => ({
  ...{ of, at, tz: zone(), from: dayOf(from).from, to: dayOf(to).to },
  ...(label && { label_id: label }),
})

export function DwellView({ me }: { me: Me }) {
  const [choice, setChoice] = useState(firstChoice)
  const labels = useOperation('getClientLabels', undefined).data ?? []
  const fault = faultOf(choice)
  const query = useOperation('getClientDwellReport', paramsOf(choice), { isEnabled: !fault })
  const file = addressOf('/client/dwell-report', { ...paramsOf(choice), format: 'csv' })
  const has = (module: string) => me.modules.includes(module)
  const held = places.filter(
    (place) => place === 'gateway' || (place === 'geofence' ? has('geofence') : has('building')),
  )
  const date = (field: 'from' | 'to') => (
    <DateInput
      label={texts.statistics[field]}
      value={choice[field]}
      onChange={(value) => setChoice({ ...choice, [field]: value })}
    />
  )
  return (
    <ClientPage
      title={words.title}
      aside={
        <div className={classes.aside}>
          <Button component="a" variant="default" size="xs" href="#/reports">
            {texts.reports.all}
          </Button>
          {!fault && (
            <Button component="a" variant="default" size="xs" href={file} download>
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
          value={choice.of}
          onChange={({ currentTarget }) => setChoice({ ...choice, of: currentTarget.value as Choice['of'] })}
        />
        <NativeSelect
          label={words.at}
          data={held.map((value) => ({ value, label: words.places[value] }))}
          value={choice.at}
          onChange={({ currentTarget }) => setChoice({ ...choice, at: currentTarget.value as Choice['at'] })}
        />
        <NativeSelect
          label={texts.tags.label}
          data={[{ value: '', label: texts.tags.every }, ...labels.map(({ id, name }) => ({ value: id, label: name }))]}
          value={choice.label}
          onChange={({ currentTarget }) => setChoice({ ...choice, label: currentTarget.value })}
        />
        {date('from')}
        {date('to')}
      </div>
      {fault ? (
        <Notice tone="warning">{fault}</Notice>
      ) : (
        <Loaded query={query} height={320}>
          {(report) => <Rows report={report} choice={choice} />}
        </Loaded>
      )}
    </ClientPage>
  )
}

function Rows({ report, choice }: { report: ClientDwellReport; choice: Choice }) {
  const { rows, tz } = report
  // The latest days matter most: if not all fit, the oldest are out of view.
  const days = report.days.map(({ date }, index) => ({ date, index })).toReversed()
  if (rows.length === 0) return <Text c="dimmed">{words.empty}</Text>
  const most = Math.max(...rows.map(({ seconds }) => seconds), 1)
  const subjectName = ({ name }: ClientReportName) => name ?? words.without[choice.of]
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard. */}
      <section className={figures.scroll} tabIndex={0} aria-label={words.title}>
        <table className={`${figures.table} ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col">{words.subjects[choice.of]}</th>
              <th scope="col">{words.places[choice.at]}</th>
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
                <td>{formatTotal(seconds)}</td>
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
        {words.explain} {words.hours} {texts.timeline.zone(tz)}.
      </Text>
    </>
  )
}
