/** Bars, graph and cursor over one scale of hours. */
import { Button, NativeSelect } from '@mantine/core'
import { texts } from '../../../shared/texts/texts.ts'
import { formatExactClock, formatKmh, formatSpeedNumber } from '../../measures.ts'
import type { Unit } from '../../types.ts'
import { colours } from '../colours.ts'
import { SpeedGraph } from '../speed/SpeedGraph.tsx'
import { type Speeding, type Timeline, type Trip, valueAt } from '../track/track.ts'
import { paces, type Replay } from '../track/use-replay.ts'
import { DayBars } from './DayBars.tsx'
import classes from './DayStrip.module.css'
import { HourScale } from './HourScale.tsx'

const words = texts.timeline

interface DayStripProps {
  readonly units: readonly Unit[]
  readonly days: readonly Timeline[]
  readonly speeding: readonly Speeding[]
  readonly from: number
  readonly to: number
  readonly replay: Replay
  readonly chosen: string | undefined
  onChoose(trip: Trip): void
}

export function DayStrip({ units, days, speeding, from, to, replay, chosen, onChoose }: DayStripProps) {
  const speeds = days.map(({ series }) => valueAt(series['position.speed'] ?? [], replay.at))
  const limits = days.map(({ unit_id }) =>
    limitText(speeding.find((one) => one.unit === unit_id && isAt(one, replay.at))),
  )
  const speedText = speeds
    .flatMap((speed, index) => (speed === undefined ? [] : `${formatKmh(speed)} ${limits[index]}`.trim()))
    .join(', ')
  return (
    <section className={classes.strip} aria-label={words.cursor}>
      <div className={classes.tools}>
        <Button size="xs" onClick={replay.toggle} disabled={days.every(({ track }) => track.length === 0)}>
          {replay.isPlaying ? words.pause : words.play}
        </Button>
        <NativeSelect
          size="xs"
          aria-label={words.pace}
          data={paces.map((pace) => ({ value: String(pace), label: words.times(pace) }))}
          value={String(replay.pace)}
          onChange={({ currentTarget }) => replay.setPace(Number(currentTarget.value))}
        />
        <output className={classes.now}>
          <strong>{formatExactClock(replay.at)}</strong>
          {speeds.map((speed, index) => (
            <span key={days[index]!.unit_id} className={classes.speed}>
              <i style={{ background: colours[index] }} />
              {speed === undefined ? '–' : formatKmh(speed)}
              {limits[index] !== '' && <span className={classes.fast}>{limits[index]}</span>}
            </span>
          ))}
        </output>
      </div>
      {days.map((day, index) => (
        <DayBars
          key={day.unit_id}
          name={units.find(({ id }) => id === day.unit_id)?.name ?? ''}
          colour={colours[index]!}
          trips={day.trips}
          from={from}
          to={to}
          cursor={replay.at}
          chosen={chosen}
          onChoose={onChoose}
        />
      ))}
      <SpeedGraph
        lines={days.map((day, index) => ({
          unit: day.unit_id,
          colour: colours[index]!,
          samples: day.series['position.speed'] ?? [],
        }))}
        from={from}
        to={to}
        cursor={replay.at}
        onCursor={replay.setAt}
      />
      <input
        className={classes.slider}
        type="range"
        aria-label={words.cursor}
        aria-valuetext={words.cursorAt(formatExactClock(replay.at), speedText)}
        min={from}
        max={to}
        step={30}
        value={replay.at}
        onChange={({ currentTarget }) => replay.setAt(Number(currentTarget.value))}
      />
      <HourScale from={from} to={to} />
    </section>
  )
}

const isAt = ({ from, to }: Speeding, at: number): boolean => at >= from && at <= to

/** The limit of the road at the worst moment of the stretch. */
const limitText = (one: Speeding | undefined): string =>
  one ? words[one.posted ? 'inA' : 'usual'](formatSpeedNumber(one.limit)) : ''
