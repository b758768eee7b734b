/** What is in the tank, what was filled and drained, and what was used. */
import { NativeSelect, Skeleton, Text, Title } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAsked } from '../../../shared/api.ts'
import { Failure } from '../../../shared/Notice.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { formatTime } from '../../../shared/times.ts'
import { type Fuel, get } from '../../client-api.ts'
import { formatAmount } from '../../measures.ts'
import { graphHeight, graphWidth, pathOf, topOf } from '../../timeline/graph.ts'
import classes from './FuelPanel.module.css'

const words = texts.fleet.fuel
const spans = [1, 7, 30] as const
type Span = (typeof spans)[number]

interface Asked extends Fuel {
  readonly from: number
  readonly to: number
}

export function FuelPanel({ unit }: { unit: number }) {
  const [days, setDays] = useState<Span>(1)
  const question = useCallback(
    async (signal: AbortSignal) => {
      const to = Math.ceil(Date.now() / 1000)
      return get<Asked>(`/units/${unit}/fuel?from=${to - days * 86_400}&to=${to}`, signal)
    },
    [unit, days],
  )
  const [asked, reload] = useAsked(question)
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
      {asked.kind === 'asking' && <Skeleton height={90} role="status" aria-label={texts.shared.loading} />}
      {asked.kind === 'failed' && <Failure error={asked.error} retry={reload} />}
      {asked.value && <Tank fuel={asked.value} />}
    </section>
  )
}

function Tank({ fuel }: { fuel: Asked }) {
  const { level, consumed, events, from, to } = fuel
  const unit = fuel.unit ?? ''
  const amount = (value: number) => formatAmount(value, unit)
  if (level.length === 0 && !consumed) return <Text c="dimmed">{words.none}</Text>
  const values = level.map(([, value]) => value)
  const facts = [
    level.length > 0 && [words.level, amount(values.at(-1)!)],
    consumed && [
      words.consumed,
      `${formatAmount(consumed.amount, consumed.unit)} (${consumed.counted ? words.counted : words.estimated})`,
    ],
    consumed && consumed.per_100_km !== null && [words.per100, formatAmount(consumed.per_100_km, consumed.unit)],
  ].filter((fact) => Array.isArray(fact))
  return (
    <>
      {level.length > 1 && (
        <svg
          className={classes.graph}
          role="img"
          aria-label={words.graph(amount(Math.min(...values)), amount(Math.max(...values)))}
          viewBox={`0 0 ${graphWidth} ${graphHeight}`}
          preserveAspectRatio="none"
        >
          <path d={pathOf(level, from, to, unit === '%' ? 100 : topOf(values))} />
        </svg>
      )}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {events.map(({ kind, at, amount: changed, level_before, level_after }) => (
          <div key={at}>
            <dt>
              {words[kind]}, {formatTime(at)}
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
