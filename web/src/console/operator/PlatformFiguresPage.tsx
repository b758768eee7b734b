/** The installation over time: who uses it, what is stored, and the trend. */
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OperatorPlatformFigures } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { BarChart } from '../../shared/charts/BarChart.tsx'
import { LineChart } from '../../shared/charts/LineChart.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatCalendarDay } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { figures as common } from '../../shared/texts/console-figures.ts'
import { operator } from '../../shared/texts/operator.ts'
import { locale } from '../../shared/texts/texts.ts'
import { formatBytes } from '../blocks/bytes.ts'
import { Columns, PageBody, PageHead, SmallTable } from '../blocks/layout.tsx'
import { Figure, Figures } from '../blocks/standing.tsx'
import shown from '../figures/figures.module.css'
import { GrowthPanel } from '../figures/Growth.tsx'
import classes from './operator.module.css'

const { figures: texts } = operator
const number = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 0 })
const daySeconds = 86_400
/** More bars would be too thin to read; the table has the others. */
const barsShown = 12

type Days = OperatorPlatformFigures['days']
type Forecast = OperatorPlatformFigures['forecast']

export function PlatformFiguresPage() {
  const query = useOperation('getOperatorFigures', undefined)
  return (
    <PageBody>
      <PageHead title={texts.title} detail={texts.zone} />
      <Loaded query={query} height={480}>
        {({ clients, units, days, forecast, dealers, dealers_total: total }) => (
          <>
            <Columns>
              <GrowthPanel kind="clients" months={clients} isOfPlatform />
              <GrowthPanel kind="units" months={units} isOfPlatform />
            </Columns>
            <Panel title={texts.storage.title}>
              <StorageFigures days={days} forecast={forecast} />
              <DayChart days={days} of="bytes" label={texts.storage.chart} format={formatBytes} />
              <p className={shown.hint}>{texts.storage.hint}</p>
              <DayTable days={days} />
            </Panel>
            <Columns>
              <Panel title={texts.messages.title}>
                <DayChart days={days} of="messages" label={texts.messages.chart} format={number} />
              </Panel>
              <Panel title={texts.active.title}>
                <DayChart days={days} of="active_units" label={texts.active.chart} format={number} />
                <p className={shown.hint}>{texts.active.hint}</p>
              </Panel>
            </Columns>
            <DealersPanel dealers={dealers} total={total} />
          </>
        )}
      </Loaded>
    </PageBody>
  )
}

function StorageFigures({ days, forecast }: { days: Days; forecast: Forecast }) {
  const last = days.at(-1)
  return (
    <>
      {last && (
        <Figures>
          <Figure name={texts.now} value={formatBytes(last.bytes)} />
          {forecast && (
            <>
              <Figure name={texts.perDay} value={signedBytes(forecast.bytes_a_day)} detail={texts.perDayHint} />
              <Figure
                name={texts.later(forecast.days)}
                value={formatBytes(forecast.bytes_later)}
                detail={texts.laterHint}
              />
            </>
          )}
        </Figures>
      )}
      {!forecast && <p className={shown.hint}>{texts.noForecast}</p>}
    </>
  )
}

const signedBytes = (bytes: number): string => {
  const sign = bytes < 0 ? '−' : bytes > 0 ? '+' : ''
  return `${sign}${formatBytes(Math.abs(bytes))}`
}

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000

interface DayChartProps {
  readonly days: Days
  readonly of: 'bytes' | 'messages' | 'active_units'
  label(from: string, to: string): string
  format(value: number): string
}

function DayChart({ days, of, label, format }: DayChartProps) {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || first === last) return <p className={shown.hint}>{texts.young}</p>
  return (
    <LineChart
      label={label(format(first[of]), format(last[of]))}
      pieces={days.map((one) => ({ at: startOf(one.day), min: one[of], max: one[of], average: one[of] }))}
      from={startOf(first.day)}
      to={startOf(last.day)}
      silence={daySeconds * 1.5}
      ends={[formatCalendarDay(first.day), formatCalendarDay(last.day)]}
      format={format}
    />
  )
}

const Cells = ({ values }: { values: readonly ReactNode[] }) =>
  values.map((value, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order.
    <td key={index} className={classes.number}>
      {value}
    </td>
  ))

const DayTable = ({ days }: { days: Days }) => (
  <details className={shown.table}>
    <summary>{common.growth.table}</summary>
    <SmallTable label={texts.days} head={texts.dayHead}>
      {days.toReversed().map((one) => (
        <tr key={one.day}>
          <td>{formatCalendarDay(one.day)}</td>
          <Cells values={[...countsOf(one), formatBytes(one.bytes)]} />
        </tr>
      ))}
    </SmallTable>
  </details>
)

const countsOf = ({ accounts, units, active_units, messages }: Omit<Days[number], 'day'>) =>
  [accounts, units, active_units, messages].map(number)

type Dealers = OperatorPlatformFigures['dealers']

function DealersPanel({ dealers, total }: { dealers: Dealers; total: number }) {
  const days = dealers.find(({ forecast }) => forecast)?.forecast?.days
  const head = texts.dealers.head(days ?? 90)
  return (
    <Panel title={texts.dealers.title}>
      {dealers.length === 0 ? (
        <p className={shown.hint}>{texts.dealers.none}</p>
      ) : (
        <>
          <BarChart
            label={texts.dealers.chart}
            bars={dealers.slice(0, barsShown).map(({ id, name, bytes }) => ({
              ...{ key: String(id), name, value: bytes, text: formatBytes(bytes) },
              address: to('/dealers/:id', { id }),
            }))}
          />
          <SmallTable label={texts.dealers.title} head={head}>
            {dealers.map(({ id, name, forecast, bytes, ...one }) => (
              <tr key={id}>
                <td>
                  <Anchor inherit href={to('/dealers/:id', { id })}>
                    {name}
                  </Anchor>
                </td>
                <Cells
                  values={[
                    ...countsOf({ ...one, bytes }),
                    formatBytes(bytes),
                    forecast ? signedBytes(forecast.bytes_a_day) : words.times.none,
                    forecast ? formatBytes(forecast.bytes_later) : words.times.none,
                  ]}
                />
              </tr>
            ))}
          </SmallTable>
          {total > dealers.length && <p className={shown.hint}>{common.first(dealers.length, total)}</p>}
        </>
      )}
    </Panel>
  )
}
