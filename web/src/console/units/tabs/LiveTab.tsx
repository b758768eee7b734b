import { Button, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useOperation } from '../../../api/queries.ts'
import { HealthIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { formatAddress, formatCoordinates } from '../../../shared/format/places.ts'
import { formatExactTime } from '../../../shared/format/times.ts'
import { useNow } from '../../../shared/format/use-now.ts'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { MapPane } from '../../../shared/map/MapPane.tsx'
import { to } from '../../../shared/router/router.ts'
import { words } from '../../../shared/texts/console.ts'
import { snapshotOf } from '../../../shared/units/snapshot.ts'
import { parameterName, readingsOf } from '../../../shared/units/telemetry.ts'
import { Columns, Empty, Facts, SmallTable } from '../../blocks/layout.tsx'
import { Time } from '../../blocks/values.tsx'
import { lengthText } from '../length.ts'
import type { UnitProps } from '../unit.ts'
import { hasTracker, protocolTitle } from '../unit.ts'
import classes from '../units.module.css'
import { markerOf } from '../use-positions.ts'
import { shown } from './FrameView.tsx'

const { live, page } = words.units
const { facts } = page
type Telemetry = Readonly<Record<string, { readonly ts: number; readonly value: unknown }>>

export function LiveTab({ unit }: UnitProps) {
  const telemetry = useOperation('getUnitsByIdTelemetry', { id: unit.id }, { everyMilliseconds: 3_000 })
  return (
    <Loaded query={telemetry} height={360}>
      {(known) =>
        Object.keys(known).length === 0 ? (
          <Empty
            icon={<HealthIcon />}
            title={unit.last_active === null ? live.none : live.hidden}
            action={
              unit.last_active === null &&
              hasTracker(unit) && (
                <Button component="a" href={to('/units/:id/:tab', { id: unit.id, tab: 'setup' })}>
                  {live.toSetup}
                </Button>
              )
            }
          >
            {unit.last_active === null ? live.noneText : live.hiddenText}
          </Empty>
        ) : (
          <>
            <Columns>
              <NowPanel unit={unit} telemetry={known} />
              <WherePanel unit={unit} telemetry={known} />
            </Columns>
            <TelemetryPanel telemetry={known} />
          </>
        )
      }
    </Loaded>
  )
}

function NowPanel({ unit, telemetry }: UnitProps & { telemetry: Telemetry }) {
  const snapshot = snapshotOf(unit.last_active, telemetry as never)
  const pretty = new Map(readingsOf(telemetry as never).map((reading) => [reading.key, reading.value]))
  const speed = telemetry['position.speed']?.value
  const { position } = snapshot
  const address = useOperation(
    'getConsoleUnitsByIdAddress',
    { id: unit.id },
    { isEnabled: position !== undefined, everyMilliseconds: 15_000 },
  ).data?.address
  return (
    <Panel title={live.state}>
      <Facts
        facts={[
          [facts.seen, <Time key="seen" at={unit.last_active} none={words.units.never} />],
          ...(typeof speed === 'number' ? ([[facts.speed, page.kmh(speed)]] as const) : []),
          ...(address ? ([[facts.address, formatAddress(address)]] as const) : []),
          ...(position ? ([[facts.position, formatCoordinates(position)]] as const) : []),
          ...(pretty.has('engine.ignition.status')
            ? ([[facts.ignition, pretty.get('engine.ignition.status')]] as const)
            : []),
          [facts.protocol, protocolTitle(unit.protocol_id)],
          [facts.kept, page.days(Math.round(unit.messages_ttl / 86_400))],
          ...(unit.device_link
            ? ([
                [
                  facts.link,
                  <a key="link" href={to('/units/:id', { id: unit.device_link })}>
                    {unit.device_link}
                  </a>,
                ],
              ] as const)
            : []),
          ...(unit.linked_devices && unit.linked_devices.length > 0
            ? ([
                [
                  facts.linked,
                  <a key="linked" href={to('/units', {}, { ids: unit.linked_devices.join(',') })}>
                    {unit.linked_devices.length}
                  </a>,
                ],
              ] as const)
            : []),
          ...(unit.description ? ([[facts.description, unit.description]] as const) : []),
        ]}
      />
    </Panel>
  )
}

const trailCount = 200

function WherePanel({ unit, telemetry }: UnitProps & { telemetry: Telemetry }) {
  const marker = markerOf(unit, snapshotOf(unit.last_active, telemetry as never))
  const isThere = marker !== undefined
  const messages = useOperation(
    'getUnitsByIdMessages',
    { id: unit.id, count: trailCount },
    { isEnabled: isThere, everyMilliseconds: 15_000 },
  ).data
  const trail = useMemo(
    () =>
      (messages ?? []).flatMap((message) => {
        const [latitude, longitude] = [message['position.latitude'], message['position.longitude']]
        return typeof latitude === 'number' && typeof longitude === 'number' ? [{ latitude, longitude }] : []
      }),
    [messages],
  )
  const [isFollowing, setIsFollowing] = useState(true)
  const key = marker && `${marker.latitude} ${marker.longitude} ${marker.state} ${marker.direction}`
  // Redrawn only if the unit has moved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the key of the marker matters.
  const markers = useMemo(() => (marker ? [marker] : []), [key])
  return (
    <Panel title={live.map}>
      {isThere ? (
        <div className={classes.mapBox}>
          <MapPane
            markers={markers}
            selected={unit.id}
            isFollowing={isFollowing}
            trail={trail}
            onSelect={() => setIsFollowing(true)}
            onLeave={() => setIsFollowing(false)}
          />
        </div>
      ) : (
        <p className={classes.line}>{live.noPosition}</p>
      )}
    </Panel>
  )
}

function TelemetryPanel({ telemetry }: { telemetry: Telemetry }) {
  const now = useNow(1_000)
  const [filter, setFilter] = useState('')
  const rows = useMemo(() => {
    const pretty = new Map(readingsOf(telemetry as never).map((reading) => [reading.key, reading]))
    return Object.entries(telemetry)
      .filter(([key]) => key !== 'position')
      .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
      .map(([key, { ts, value }]) => ({
        key,
        ts,
        name: parameterName(key),
        value: pretty.get(key)?.value ?? shown(value),
      }))
  }, [telemetry])
  const wanted = filter.trim().toLowerCase()
  const found = rows.filter(({ key, name }) => key.includes(wanted) || name.toLowerCase().includes(wanted))
  return (
    <Panel title={live.telemetry} aside={<span className={classes.quiet}>{page.refresh}</span>}>
      <div className={classes.stack}>
        <TextInput
          className={classes.filter}
          aria-label={live.filter}
          placeholder={live.filter}
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        {found.length === 0 ? (
          <p className={classes.line}>{live.noMatch}</p>
        ) : (
          <SmallTable label={live.telemetry} head={[live.parameter, live.value, live.age]}>
            {found.map(({ key, name, value, ts }) => (
              <tr key={key}>
                <td>
                  <div>{name}</div>
                  <span className={classes.mono}>{key}</span>
                </td>
                <td>{value}</td>
                <td>
                  <time dateTime={new Date(ts * 1000).toISOString()} title={formatExactTime(ts)}>
                    {lengthText(now - ts)}
                  </time>
                </td>
              </tr>
            ))}
          </SmallTable>
        )}
      </div>
    </Panel>
  )
}
