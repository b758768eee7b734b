/** One value of a unit over time: which, and how far back. The numbers below repeat what the curve shows. */
import { NativeSelect, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useOperation } from '../../../api/queries.ts'
import { LineChart } from '../../../shared/charts/LineChart.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { quantityIn, withUnit } from '../../../shared/format/quantities.ts'
import { formatTime } from '../../../shared/format/times.ts'
import { locale, texts } from '../../../shared/texts/texts.ts'
import details from '../card/UnitDetails.module.css'
import classes from './ParameterPanel.module.css'

const words = texts.client.units.history
const spans = [1, 7, 31] as const
type Span = (typeof spans)[number]
/** Intervals are five minutes for a day, and two and a half hours for a month. */
const silenceShare = 12

export interface Choice {
  /** A parameter, or the id of a sensor. */
  readonly key: string
  readonly name: string
  readonly measure: string
  readonly decimals: number
  readonly isSensor?: boolean
}

interface Piece {
  readonly min: number
  readonly max: number
  readonly average: number
}

/** The minimum in litres per 100 km is the maximum in miles per gallon. */
function inUnit<One extends Piece>(piece: One, of: (value: number) => number): One {
  const [min, max] = [of(piece.min), of(piece.max)].sort((a, b) => a - b) as [number, number]
  return { ...piece, min, max, average: of(piece.average) }
}

export function ParameterPanel({ unit, choices }: { unit: number; choices: readonly Choice[] }) {
  const [key, setKey] = useState<string>()
  const [days, setDays] = useState<Span>(1)
  const chosen = choices.find((one) => one.key === key) ?? choices[0]
  const span = useMemo(() => {
    const to = Math.ceil(Date.now() / 1000)
    return { from: to - days * 86_400, to }
  }, [days])
  const parameter = useOperation(
    'getClientUnitsByIdParameter',
    { id: unit, name: chosen?.key ?? '', ...span },
    { isEnabled: chosen !== undefined && !chosen.isSensor },
  )
  const sensor = useOperation(
    'getClientUnitSensorsByIdValues',
    { id: chosen?.key ?? '', ...span },
    { isEnabled: chosen?.isSensor === true },
  )
  if (!chosen) return null
  const { of, unit: measure } = quantityIn(chosen.measure)
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: chosen.decimals })
  const format = (value: number) => withUnit(value, measure, chosen.decimals)
  return (
    <section className={classes.panel} aria-label={words.title}>
      <Title order={3} className={classes.title}>
        {words.title}
      </Title>
      <div className={classes.choice}>
        <NativeSelect
          size="xs"
          label={words.value}
          data={choices.map((one) => ({ value: one.key, label: one.name }))}
          value={chosen.key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          label={words.days}
          data={spans.map((one) => ({ value: String(one), label: words.spans[one] }))}
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value) as Span)}
        />
      </div>
      {chosen.isSensor ? (
        <Loaded query={sensor} height={150}>
          {({ parts }) => <Course {...{ chosen, format, number, span }} pieces={parts.map((one) => inUnit(one, of))} />}
        </Loaded>
      ) : (
        <Loaded query={parameter} height={150}>
          {({ values }) => (
            <Course {...{ chosen, format, number, span }} pieces={values.map((one) => inUnit(one, of))} />
          )}
        </Loaded>
      )}
    </section>
  )
}

interface CourseProps {
  readonly chosen: Choice
  readonly pieces: readonly (Piece & { readonly at: number; readonly count: number })[]
  readonly span: { readonly from: number; readonly to: number }
  readonly number: Intl.NumberFormat
  format(value: number): string
}

function Course({ chosen, pieces, span: { from, to }, number, format }: CourseProps) {
  if (pieces.length === 0) return <Text c="dimmed">{words.none}</Text>
  const least = Math.min(...pieces.map(({ min }) => min))
  const most = Math.max(...pieces.map(({ max }) => max))
  const count = pieces.reduce((sum, piece) => sum + piece.count, 0)
  const average = pieces.reduce((sum, piece) => sum + piece.average * piece.count, 0) / count
  return (
    <>
      <LineChart
        label={words.graph(chosen.name, format(least), format(most))}
        pieces={pieces}
        from={from}
        to={to}
        silence={((to - from) / 300) * silenceShare}
        ends={[formatTime(from), formatTime(to)]}
        format={format}
      />
      <dl className={details.facts}>
        {[
          [words.least, format(least)],
          [words.average, format(average)],
          [words.most, format(most)],
        ].map(([name, value]) => (
          <div key={name} className={details.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <details className={classes.table}>
        <summary>{words.table}</summary>
        <table>
          <thead>
            <tr>
              {[words.time, words.least, words.average, words.most].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pieces.toReversed().map((piece) => (
              <tr key={piece.at}>
                <td>{formatTime(piece.at)}</td>
                <td>{number.format(piece.min)}</td>
                <td>{number.format(piece.average)}</td>
                <td>{number.format(piece.max)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
