/** Below the map: today's activity of each unit, hour by hour. A click opens the timeline at that moment. */
import { UnstyledButton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, memo, useRef } from 'react'
import { ChevronIcon } from '../../../shared/content/Icons.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import { formatClockIn, formatKm } from '../../measures.ts'
import { timelineAddress } from '../../route.ts'
import { dateOf, dayOf } from '../../timeline/days/day.ts'
import { HourScale } from '../../timeline/days/HourScale.tsx'
import type { Unit } from '../../types.ts'
import { type UnitDay, useDays } from '../queries/use-days.ts'
import { useKept } from '../queries/use-kept.ts'
import classes from './TodayStrip.module.css'

const words = texts.client.units.today
const activities = ['driving', 'idling', 'stopped', 'silent'] as const
const laneHeight = 26

interface TodayStripProps {
  readonly all: readonly Unit[]
  readonly shown: readonly Unit[]
  readonly chosen: number | undefined
  readonly nowSeconds: number
}

export function TodayStrip({ all, shown, chosen, nowSeconds }: TodayStripProps) {
  const [isOpen, setIsOpen] = useKept('waymark.today', true)
  return (
    <section className={classes.strip} aria-label={words.title}>
      <div className={classes.head}>
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <ChevronIcon />
          {words.title}
        </UnstyledButton>
        {isOpen && (
          <ul className={classes.legend}>
            {activities.map((activity) => (
              <li key={activity} data-activity={activity}>
                {words.activities[activity]}
              </li>
            ))}
          </ul>
        )}
      </div>
      {isOpen && <Lanes all={all} shown={shown} chosen={chosen} nowSeconds={nowSeconds} />}
    </section>
  )
}

function Lanes({ all, shown, chosen, nowSeconds }: TodayStripProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const lanes = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => laneHeight,
    overscan: 4,
    initialRect: { width: 0, height: 6 * laneHeight },
  })
  const inSight = lanes.getVirtualItems()
  const date = dateOf(nowSeconds)
  const { from, to } = dayOf(date)
  const wanted = inSight.flatMap(({ index }) => shown[index]?.id ?? [])
  const days = useDays(all, wanted, nowSeconds, true)
  return (
    <>
      <div ref={scroller} className={classes.lanes}>
        <div style={{ position: 'relative', height: lanes.getTotalSize() }}>
          {inSight.map(({ index, key, start }) => {
            const unit = shown[index]
            return (
              unit && (
                <Lane
                  key={key}
                  unit={unit}
                  day={days.get(unit.id)}
                  date={date}
                  from={from}
                  to={to}
                  // A minute is less than a pixel.
                  minute={Math.floor(nowSeconds / 60)}
                  top={start}
                  isChosen={unit.id === chosen}
                />
              )
            )
          })}
        </div>
      </div>
      <div className={classes.scale}>
        <HourScale from={from} to={to} />
      </div>
    </>
  )
}

interface LaneProps {
  readonly unit: Unit
  readonly day: UnitDay | undefined
  readonly date: string
  readonly from: number
  readonly to: number
  readonly minute: number
  readonly top: number
  readonly isChosen: boolean
}

const Lane = memo(function Lane({ unit, day, date, from, to, minute, top, isChosen }: LaneProps) {
  const now = minute * 60
  const part = (at: number) => ((Math.min(Math.max(at, from), to) - from) / (to - from)) * 100
  const open = ({ clientX, detail, currentTarget }: MouseEvent<HTMLElement>) => {
    const bar = currentTarget.querySelector('[data-bar]')!.getBoundingClientRect()
    const at = from + Math.min(1, Math.max(0, (clientX - bar.left) / bar.width)) * (to - from)
    // A click by keyboard has no position on the lane.
    window.location.hash = timelineAddress(date, [unit.id], detail === 0 ? undefined : Math.min(at, now))
  }
  return (
    <UnstyledButton
      className={classes.lane}
      style={{ transform: `translateY(${top}px)` }}
      data-chosen={isChosen || undefined}
      aria-label={words.lane(unit.name, day?.trips ?? 0, formatKm(day?.distance ?? 0))}
      onClick={open}
    >
      <span className={classes.name}>{unit.name}</span>
      <span className={classes.bar} data-bar>
        {day?.parts.map(({ activity, from: begin, to: end, open: isOpen }) => {
          const until = isOpen ? Math.max(end, now) : end
          return (
            <i
              key={begin}
              data-activity={activity}
              style={{ left: `${part(begin)}%`, width: `${part(until) - part(begin)}%` }}
              title={`${words.activities[activity]} ${formatClockIn(begin, from, to)} – ${formatClockIn(until, from, to)}`}
            />
          )
        })}
        <span className={classes.now} style={{ left: `${part(now)}%` }} />
      </span>
    </UnstyledButton>
  )
})
