/** Everything known about a unit, and less frequent actions. */
import { Skeleton, Text, Title } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useOperation } from '../../../api/queries.ts'
import { DevicePicture } from '../../../shared/content/DevicePicture.tsx'
import { formatAgo, formatExactTime } from '../../../shared/format/times.ts'
import { texts } from '../../../shared/texts/texts.ts'
import { compassPoint, type Snapshot, type Telemetry } from '../../../shared/units/snapshot.ts'
import { type Reading, readingsOf } from '../../../shared/units/telemetry.ts'
import { May } from '../../blocks/May.tsx'
import { LatestEvents } from '../../inbox/LatestEvents.tsx'
import { formatKmh } from '../../measures.ts'
import type { Sensor } from '../../sensors/draft.ts'
import { valueText } from '../../sensors/value.ts'
import type { Unit } from '../../types.ts'
import { CommandsPanel } from '../commands/CommandsPanel.tsx'
import { ExtraFields } from '../extra/ExtraFields.tsx'
import { FuelPanel } from '../fuel/FuelPanel.tsx'
import { LinksPanel } from '../links/LinksPanel.tsx'
import { readTelemetry } from '../queries/use-fleet.ts'
import { ToolsPanel } from '../tools/ToolsPanel.tsx'
import classes from './UnitDetails.module.css'

const words = texts.client.units

const EditUnit = lazy(async () => ({ default: (await import('../own/EditUnit.tsx')).EditUnit }))

const ParameterPanel = lazy(async () => ({
  default: (await import('../history/ParameterPanel.tsx')).ParameterPanel,
}))

/** Values that can be drawn over time: first the speed, which is not among the readings, then sensors. */
const drawnOf = (readings: readonly Reading[], hasPosition: boolean, sensors: readonly Sensor[]) => [
  ...(hasPosition ? [{ key: 'position.speed', name: words.speedName, measure: 'km/h', decimals: 1 }] : []),
  ...sensors.map(({ id, name, measure, decimals }) => ({ key: id, name, measure, decimals, isSensor: true })),
  ...readings.flatMap(({ key, name, measure }) => (measure === undefined ? [] : [{ key, name, measure, decimals: 2 }])),
]

interface UnitDetailsProps {
  readonly unit: Unit
  readonly snapshot: Snapshot
  readonly nowSeconds: number
  readonly modules: readonly string[]
  readonly isGuest: boolean
  readonly isOwner: boolean
  readonly mayCommand: boolean
  /** How often the commands were opened from elsewhere; each time they are shown again. */
  readonly commandsAsked: number
}

export function UnitDetails({
  unit,
  snapshot,
  nowSeconds,
  modules,
  isGuest,
  isOwner,
  mayCommand,
  commandsAsked,
}: UnitDetailsProps) {
  const telemetry = useTelemetry(unit.id, snapshot.positionAt)
  const sensors =
    useOperation(
      'getClientUnitsByIdSensors',
      { id: unit.id },
      { isEnabled: modules.includes('fuel'), everyMilliseconds: sensorsEveryMs },
    ).data ?? []
  const { position, positionAt, seenAt } = snapshot
  const readings = telemetry ? readingsOf(telemetry) : undefined
  return (
    <div className={classes.details}>
      <div className={classes.device}>
        <DevicePicture model={unit.hw_id} size={40} />
        <dl className={classes.facts}>
          <Fact name={words.lastSeen} title={seenAt === null ? undefined : formatExactTime(seenAt)}>
            {seenAt === null ? texts.shared.never : formatAgo(seenAt, nowSeconds)}
          </Fact>
          {position && (
            <Fact name={words.position} title={positionAt === undefined ? undefined : formatExactTime(positionAt)}>
              {position.latitude.toFixed(5)}, {position.longitude.toFixed(5)}
            </Fact>
          )}
          {position?.speed !== undefined && <Fact name={words.speedName}>{formatKmh(position.speed)}</Fact>}
          {position?.direction !== undefined && (
            <Fact name={words.direction}>
              {words.compass[compassPoint(position.direction)]} ({Math.round(position.direction)}°)
            </Fact>
          )}
          <Fact name={words.ident}>{unit.ident}</Fact>
        </dl>
      </div>
      {modules.includes('unit_event') && <LatestEvents unit={unit.id} modules={modules} />}
      <May to="arrange">
        <ExtraFields key={JSON.stringify(unit.extra_data)} unit={unit} />
      </May>
      <SensorValues sensors={sensors} />
      <section aria-label={words.values}>
        <Title order={3} className={classes.subtitle}>
          {words.values}
        </Title>
        {readings?.length === 0 && <Text c="dimmed">{words.noValues}</Text>}
        <dl className={classes.facts}>
          {readings?.map(({ key, name, value, at }) => (
            <Fact key={key} name={name} title={`${key} · ${formatExactTime(at)}`}>
              {value}
            </Fact>
          ))}
        </dl>
      </section>
      {modules.includes('timeline') && readings && readings.length > 0 && (
        <Suspense fallback={<Skeleton height={150} />}>
          <ParameterPanel unit={unit.id} choices={drawnOf(readings, position !== undefined, sensors)} />
        </Suspense>
      )}
      {modules.includes('fuel') && <FuelPanel unit={unit.id} />}
      {modules.includes('command') && (
        <CommandsPanel key={commandsAsked} unit={unit.id} mayCommand={mayCommand} isAskedFor={commandsAsked > 0} />
      )}
      {modules.includes('tools') && <ToolsPanel unit={unit.id} />}
      <May to="share">{!isGuest && <LinksPanel unit={unit.id} modules={modules} />}</May>
      {isOwner && (
        <Suspense fallback={<Skeleton height={60} />}>
          <EditUnit unit={unit} />
        </Suspense>
      )}
    </div>
  )
}

const Fact = ({ name, title, children }: { name: string; title?: string; children: React.ReactNode }) => (
  <div className={classes.fact} title={title}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** The last values of the client's own sensors. */
function SensorValues({ sensors }: { sensors: readonly Sensor[] }) {
  if (sensors.length === 0) return null
  return (
    <section aria-label={texts.sensors.title}>
      <Title order={3} className={classes.subtitle}>
        {texts.sensors.title}
      </Title>
      <dl className={classes.facts}>
        {sensors.map((sensor) => (
          <Fact key={sensor.id} name={sensor.name} title={sensor.at === null ? undefined : formatExactTime(sensor.at)}>
            {sensor.value === null ? texts.sensors.noValue : valueText(sensor)}
          </Fact>
        ))}
      </dl>
    </section>
  )
}

const sensorsEveryMs = 10_000
const askEveryMs = 2_000

/** Refreshed after a new position, at most every two seconds. */
function useTelemetry(unit: number, positionAt: number | undefined): Telemetry | undefined {
  const [found, setFound] = useState<{ unit: number; telemetry: Telemetry; atMs: number }>()
  const known = found?.unit === unit ? found : undefined
  const askedAtMs = known?.atMs ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position is what makes it ask; `askedAtMs` only slows it down.
  useEffect(() => {
    const stop = new AbortController()
    const read = () =>
      readTelemetry(unit, stop.signal)
        .then((telemetry) => setFound({ unit, telemetry, atMs: Date.now() }))
        .catch(() => {})
    const timer = setTimeout(() => void read(), Math.max(0, askedAtMs + askEveryMs - Date.now()))
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [unit, positionAt])
  return known?.telemetry
}
