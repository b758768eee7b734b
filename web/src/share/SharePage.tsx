/** The positions of units, for anyone with the link. On a phone the map is above the list. */
import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { Failure, Notice } from '../shared/feedback/Notice.tsx'
import { formatAddress } from '../shared/format/places.ts'
import { formatQuantity } from '../shared/format/quantities.ts'
import { formatAgo, formatDeadline, formatDuration } from '../shared/format/times.ts'
import { useNow } from '../shared/format/use-now.ts'
import { timeFormat } from '../shared/format/write-time.ts'
import { Frame } from '../shared/layout/Frame.tsx'
import { LegalLinks } from '../shared/layout/LegalLinks.tsx'
import { MapWithSide } from '../shared/layout/MapWithSide.tsx'
import { Panel } from '../shared/layout/Panel.tsx'
import { site } from '../shared/layout/site.ts'
import type { DrawnGeofence } from '../shared/map/geofence-layers.ts'
import { MapPane } from '../shared/map/MapPane.tsx'
import type { Marker } from '../shared/map/markers/marker.ts'
import { texts } from '../shared/texts/texts.ts'
import { StateDot } from '../shared/units/StateDot.tsx'
import classes from './SharePage.module.css'
import type { Arrival, Shared, SharedUnit } from './shared.ts'
import { useShared } from './use-shared.ts'

const words = texts.share

export function SharePage({ secret }: { secret: string }) {
  const following = useShared(secret)
  const title = following.kind === 'here' ? (following.shared.title ?? words.title) : words.title
  useEffect(() => {
    document.title = title
  }, [title])
  if (following.kind === 'asking') return <Coming />
  if (following.kind === 'here') return <Live shared={following.shared} isBroken={following.isBroken} title={title} />
  return (
    <Frame title={title}>
      {following.kind === 'over' && (
        <Panel title={words.over.title} order={1}>
          <Text c="dimmed">{words.over.sentence}</Text>
        </Panel>
      )}
      {following.kind === 'failed' && <Failure error={following.error} retry={() => window.location.reload()} />}
    </Frame>
  )
}

/** The outline of the page, so that nothing jumps when it loads. */
const Coming = () => (
  <MapWithSide map={<Skeleton height="100%" radius={0} />} loading={texts.shared.loading}>
    <div className={classes.head}>
      <Skeleton height={28} width="45%" mb="md" />
      <Skeleton height={22} width="70%" mb="xs" />
      <Skeleton height={14} width="50%" mb="lg" />
      <Skeleton height={48} />
    </div>
  </MapWithSide>
)

function Live({ shared, isBroken, title }: { shared: Shared; isBroken: boolean; title: string }) {
  const { units, show_trail, destination, provider } = shared
  // A single unit needs no choice.
  const [chosen, setChosen] = useState(units.length === 1 ? units[0]?.id : undefined)
  const [isFollowing, setFollowing] = useState(true)
  const nowSeconds = useNow()
  const markers = useMemo(
    () =>
      units.flatMap(({ id, name, state, position }): Marker[] => {
        if (!position) return []
        const { latitude, longitude, direction = 0 } = position
        return [{ id, name, state, latitude, longitude, direction }]
      }),
    [units],
  )
  const trail = useMemo(
    () =>
      (show_trail ? (units.find(({ id }) => id === chosen)?.trail ?? []) : []).map(
        ([, latitude = 0, longitude = 0]) => ({
          latitude,
          longitude,
        }),
      ),
    [units, chosen, show_trail],
  )
  const goal = useMemo(
    () => (destination ? [drawnGoal(destination, provider.colour)] : []),
    [destination, provider.colour],
  )
  const choose = (id: number) => {
    setChosen(id)
    setFollowing(true)
  }
  return (
    <MapWithSide
      map={
        <MapPane
          markers={markers}
          selected={chosen}
          isFollowing={isFollowing}
          trail={trail}
          geofences={goal}
          onSelect={choose}
          onLeave={() => setFollowing(false)}
        />
      }
    >
      <header className={classes.head} style={provider.colour ? { borderTopColor: provider.colour } : undefined}>
        <p className={classes.provider}>
          {provider.logo && <img src={provider.logo} alt="" className={classes.logo} />}
          <span>{words.by(provider.name)}</span>
        </p>
        <h1>{title}</h1>
        {destination && <p className={classes.destination}>{words.to(destination.name)}</p>}
        <Text size="sm" c="dimmed">
          {words.until(formatDeadline(shared.until))}
        </Text>
      </header>
      {isBroken && (
        <div className={classes.notice}>
          <Notice tone="warning">{words.broken}</Notice>
        </div>
      )}
      <ul className={classes.list} aria-label={words.units}>
        {units.map((unit) => (
          <li key={unit.id}>
            <Row unit={unit} isChosen={unit.id === chosen} nowSeconds={nowSeconds} onChoose={choose} />
          </li>
        ))}
      </ul>
      <LegalLinks links={site} />
    </MapWithSide>
  )
}

interface RowProps {
  readonly unit: SharedUnit
  readonly isChosen: boolean
  readonly nowSeconds: number
  onChoose(id: number): void
}

const Row = ({ unit, isChosen, nowSeconds, onChoose }: RowProps) => {
  const { id, name, state, position, address, timestamp, arrival } = unit
  return (
    <UnstyledButton className={classes.row} aria-pressed={isChosen} onClick={() => onChoose(id)}>
      <span className={classes.name}>{name}</span>
      <StateDot state={state} />
      {arrival && <ArrivalLines arrival={arrival} isMoving={state === 'moving'} nowSeconds={nowSeconds} />}
      {position && address && <span className={classes.place}>{formatAddress(address)}</span>}
      <span className={classes.quiet}>
        {timestamp === null ? words.noPosition : words.at(formatAgo(Math.min(timestamp, nowSeconds), nowSeconds))}
      </span>
      {state === 'moving' && position?.speed !== undefined && (
        <span className={classes.speed}>{formatQuantity(position.speed, 'km/h', 0)}</span>
      )}
    </UnstyledButton>
  )
}

const clock = timeFormat({ hour: '2-digit', minute: '2-digit' })
const weekday = timeFormat({ weekday: 'long', day: 'numeric', month: 'long' })
const daySeconds = 86_400

interface ArrivalLinesProps {
  readonly arrival: Arrival
  readonly isMoving: boolean
  readonly nowSeconds: number
}

/** A stationary unit has no arrival time, but still a distance. */
function ArrivalLines({ arrival, isMoving, nowSeconds }: ArrivalLinesProps) {
  const { arrived, distance, seconds, about } = arrival
  if (arrived) return <span className={classes.arrives}>{words.arrived}</span>
  const at = nowSeconds + seconds
  const time = clock(at)
  const day = weekday(at)
  const otherDay = day === weekday(nowSeconds) && seconds < daySeconds ? undefined : day
  const far = formatQuantity(distance / 1000, 'km', 1)
  return (
    <span className={classes.arrival}>
      {isMoving && <span className={classes.arrives}>{words[about ? 'arrivesAbout' : 'arrives'](time, otherDay)}</span>}
      <span className={isMoving ? classes.left : classes.away}>
        {words[about ? 'leftAbout' : 'left'](far, formatDuration(Math.max(seconds, 60)))}
      </span>
    </span>
  )
}

const goalColour = '#2f8768'

const drawnGoal = (goal: NonNullable<Shared['destination']>, colour: string | null): DrawnGeofence => ({
  id: 'destination',
  name: goal.name,
  colour: colour ?? goalColour,
  shape: { type: 'circle', center: goal, radius: goal.radius },
})
