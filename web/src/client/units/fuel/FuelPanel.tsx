/** What is in the tank, what was filled and drained, and what was used. */
import { NativeSelect, Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useOperation } from '../../../api/queries.ts'
import { LineChart } from '../../../shared/charts/LineChart.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { quantityIn, withUnit } from '../../../shared/format/quantities.ts'
import { formatTime } from '../../../shared/format/times.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { formatAmount } from '../../measures.ts'
import { type Sample, silenceSeconds } from '../../timeline/track/track.ts'
import type { Fuel } from '../../types.ts'
import details from '../card/UnitDetails.module.css'
import classes from './FuelPanel.module.css'

const words = texts.fleet.fuel
const kinds: Readonly<Record<string, string>> = { filling: words.filling, drain: words.drain }
const spans = [1, 7, 30] as const
type Span = (typeof spans)[number]

export function FuelPanel({ unit }: { unit: number }) {
  const [days, setDays] = useState<Span>(1)
  const span = useMemo(() => {
    const to = Math.ceil(Date.now() / 1000)
    return { from: to - days * 86_400, to }
  }, [days])
  const fuel = useOperation('getClientUnitsByIdFuel', { id: unit, ...span })
  return (
    <section className={classes.panel} aria-label={words.title}>
      <div className={classes.head}>
        <Title order={3} className={classes.title}>
          {words.title}
        </Title>
        <NativeSelect
          size="xs"
          aria-label={words.days}
          data={spans.map((span) => ({ value: String(span), label: words.spans[span] }))}
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value) as Span)}
        />
      </div>
      <Loaded query={fuel} height={90}>
        {(known) => <Tank fuel={known} />}
      </Loaded>
    </section>
  )
}

function Tank({ fuel }: { fuel: Fuel }) {
  const { consumed, events, from, to } = fuel
  const level = fuel.level as readonly Sample[]
  const { of, unit } = quantityIn(fuel.unit ?? '')
  const amount = (value: number) => formatAmount(value, fuel.unit ?? '')
  if (level.length === 0 && !consumed) return <Text c="dimmed">{words.none}</Text>
  const values = level.map(([, value]) => value)
  const facts = [
    level.length > 0 && [words.level, amount(values.at(-1)!)],
    consumed && [
      words.consumed,
      `${formatAmount(consumed.amount, consumed.unit)} (${consumed.counted ? words.counted : words.estimated})`,
    ],
    consumed &&
      consumed.per_100_km !== null && [words.consumption, formatAmount(consumed.per_100_km, `${consumed.unit}/100 km`)],
  ].filter((fact) => Array.isArray(fact))
  return (
    <>
      {level.length > 1 && (
        <LineChart
          label={words.graph(amount(Math.min(...values)), amount(Math.max(...values)))}
          pieces={level.map(([at, raw]) => {
            const value = of(raw)
            return { at, min: value, max: value, average: value }
          })}
          from={from}
          to={to}
          silence={silenceSeconds}
          ends={[formatTime(from), formatTime(to)]}
          format={(value) => withUnit(value, unit, 1)}
        />
      )}
      <dl className={details.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={details.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {events.map(({ kind, at, amount: changed, level_before, level_after }) => (
          <div key={at} className={details.fact}>
            <dt>
              {kinds[kind] ?? kind}, {formatTime(at)}
            </dt>
            <dd>
              <strong>{amount(changed)}</strong> {words.change(amount(level_before), amount(level_after))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
