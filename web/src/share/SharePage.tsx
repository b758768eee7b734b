/** The positions of units, for anybody with the link. On a phone the map is above the list. */
import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { Failure, Notice } from '../shared/feedback/Notice.tsx'
import { formatAddress } from '../shared/format/places.ts'
import { formatAgo, formatDeadline } from '../shared/format/times.ts'
import { useNow } from '../shared/format/use-now.ts'
import { Frame } from '../shared/layout/Frame.tsx'
import { Panel } from '../shared/layout/Panel.tsx'
import { MapPane } from '../shared/map/MapPane.tsx'
import type { Marker } from '../shared/map/units-map.ts'
import { texts } from '../shared/texts/texts.ts'
import { StateDot } from '../shared/units/StateDot.tsx'
import classes from './SharePage.module.css'
import type { Shared, SharedUnit } from './shared.ts'
import { useShared } from './use-shared.ts'

const words = texts.share

export function SharePage({ secret }: { secret: string }) {
  const following = useShared(secret)
  const title = following.kind === 'here' ? (following.shared.title ?? words.title) : words.title
  useEffect(() => {
    document.title = title
  }, [title])
  if (following.kind === 'here') return <Live shared={following.shared} isBroken={following.isBroken} title={title} />
  return (
    <Frame title={title}>
      {following.kind === 'asking' && (
        <Skeleton height={240} radius="lg" role="status" aria-label={texts.shared.loading} />
      )}
      {following.kind === 'over' && (
        <Panel title={words.over.title} order={1}>
          <Text c="dimmed">{words.over.sentence}</Text>
        </Panel>
      )}
      {following.kind === 'failed' && <Failure error={following.error} retry={() => window.location.reload()} />}
    </Frame>
  )
}

function Live({ shared, isBroken, title }: { shared: Shared; isBroken: boolean; title: string }) {
  const { units, show_trail } = shared
  // Of one unit alone there is nothing to choose.
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
  const choose = (id: number) => {
    setChosen(id)
    setFollowing(true)
  }
  return (
    <main className={classes.view}>
      <div className={classes.map}>
        <MapPane
          markers={markers}
          selected={chosen}
          isFollowing={isFollowing}
          trail={trail}
          onSelect={choose}
          onLeave={() => setFollowing(false)}
        />
      </div>
      <div className={classes.side}>
        <header className={classes.head}>
          <h1>{title}</h1>
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
      </div>
    </main>
  )
}

interface RowProps {
  readonly unit: SharedUnit
  readonly isChosen: boolean
  readonly nowSeconds: number
  onChoose(id: number): void
}

const Row = ({ unit: { id, name, state, position, address, timestamp }, isChosen, nowSeconds, onChoose }: RowProps) => (
  <UnstyledButton className={classes.row} aria-pressed={isChosen} onClick={() => onChoose(id)}>
    <span className={classes.name}>{name}</span>
    <StateDot state={state} />
    {position && address && <span className={classes.place}>{formatAddress(address)}</span>}
    <span className={classes.quiet}>
      {timestamp === null ? words.noPosition : words.at(formatAgo(Math.min(timestamp, nowSeconds), nowSeconds))}
    </span>
    {state === 'moving' && (
      <span className={classes.speed}>{texts.client.units.speed(Math.round(position?.speed ?? 0))}</span>
    )}
  </UnstyledButton>
)
