/** The driving score of the last days: as a number, by day, and every point with its event. */
import '../styles.ts'
import { Anchor, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '../../api/call.ts'
import { useOperation } from '../../api/queries.ts'
import { BarChart } from '../../shared/charts/BarChart.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatTime } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { driverTexts as words } from '../../shared/texts/drivers.ts'
import { formatDuration, formatKm, formatKmh } from '../measures.ts'
import { timelineAddress } from '../route.ts'
import { nameOfPeriod } from '../statistics/period.ts'
import { dateOf } from '../timeline/days/day.ts'
import { formulaText } from './formula.ts'
import { lastDays, numberText } from './period.ts'
import classes from './ScorePanel.module.css'

type Score = AnswerOf<'getClientDriversByIdScore'>
type ScoreEvent = Score['events'][number]

export function ScorePanel({ driver, nameOf }: { driver: string; nameOf: (unit: number) => string }) {
  const [period] = useState(lastDays)
  const query = useOperation('getClientDriversByIdScore', { id: driver, ...period })
  return (
    <Panel title={`${words.score} · ${words.period}`}>
      <Loaded query={query} height={200}>
        {(score) =>
          score.score === null ? <Text c="dimmed">{words.noScore}</Text> : <Details score={score} nameOf={nameOf} />
        }
      </Loaded>
    </Panel>
  )
}

function Details({ score, nameOf }: { score: Score; nameOf: (unit: number) => string }) {
  return (
    <>
      <p className={classes.score}>{words.ofHundred(numberText(score.score ?? 0))}</p>
      <Text c="dimmed">{words.driven(formatKm(score.distance), score.trips)}</Text>
      <Bars days={score.days} />
      {score.lost.length === 0 ? (
        <Text>{words.lostNothing}</Text>
      ) : (
        <>
          <Table aria-label={words.reason} className={classes.reasons}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.reason}</Table.Th>
                <Table.Th>{words.eventsHead}</Table.Th>
                <Table.Th>{words.points}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {score.lost.map(({ reason, events, points }) => (
                <Table.Tr key={reason}>
                  <Table.Td>{words.reasons[reason]}</Table.Td>
                  <Table.Td>{events}</Table.Td>
                  <Table.Td>−{numberText(points)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <details>
            <summary className={classes.why}>{words.why}</summary>
            <ul className={classes.events}>
              {score.events.toReversed().map((event) => (
                <li key={`${event.reason} ${event.unit_id} ${event.from}`}>
                  <Anchor href={timelineAddress(dateOf(event.from), [event.unit_id], event.from)}>
                    {formatTime(event.from)}
                  </Anchor>
                  <span>{words.reasons[event.reason]}</span>
                  <span className={classes.quiet}>{aboutOf(event, nameOf)}</span>
                  <strong>−{numberText(event.points)}</strong>
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
      <Text size="sm" c="dimmed">
        {formulaText()}
      </Text>
    </>
  )
}

function aboutOf(event: ScoreEvent, nameOf: (unit: number) => string): string {
  const { speed, limit, posted, street, seconds, reason } = event
  const over = posted ? words.tooFast : words.fasterThanUsual
  return [
    nameOf(event.unit_id),
    reason === 'speeding' && speed !== null && limit !== null && over(formatKmh(speed), formatKmh(limit)),
    street,
    seconds > 0 && formatDuration(seconds),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Bars({ days }: { days: Score['days'] }) {
  const bars = days.flatMap(({ date, score }) =>
    score === null ? [] : [{ key: date, name: nameOfPeriod(date, 'day'), value: score, text: numberText(score) }],
  )
  return bars.length < 2 ? null : <BarChart label={words.byDay} bars={bars} isNewestLast />
}
