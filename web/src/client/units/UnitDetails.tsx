import { ActionIcon, Skeleton, Switch, Text, Title } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { DevicePicture } from '../../shared/content/DevicePicture.tsx'
import { BackIcon } from '../../shared/content/Icons.tsx'
import { formatAgo, formatExactTime } from '../../shared/format/times.ts'
import { texts } from '../../shared/texts/texts.ts'
import { StateDot } from '../../shared/units/StateDot.tsx'
import { compassPoint, type Snapshot, stateOf, stoppedSinceOf, type Telemetry } from '../../shared/units/snapshot.ts'
import { readingsOf } from '../../shared/units/telemetry.ts'
import { LatestEvents } from '../events/LatestEvents.tsx'
import { May, useMay } from '../May.tsx'
import { formatDuration, formatKmh } from '../measures.ts'
import type { Unit } from '../types.ts'
import { CommandsPanel } from './commands/CommandsPanel.tsx'
import { ExtraFields } from './extra/ExtraFields.tsx'
import { cardFieldsOf } from './extra/extra.ts'
import { FuelPanel } from './fuel/FuelPanel.tsx'
import { LinksPanel } from './links/LinksPanel.tsx'
import { commandsPart, QuickActions } from './QuickActions.tsx'
import { ToolsPanel } from './tools/ToolsPanel.tsx'
import classes from './UnitDetails.module.css'
import { readTelemetry } from './use-fleet.ts'

const words = texts.client.units

const EditUnit = lazy(async () => ({ default: (await import('./own/EditUnit.tsx')).EditUnit }))

interface UnitDetailsProps {
  readonly unit: Unit
  readonly snapshot: Snapshot
  readonly nowSeconds: number
  readonly isFollowing: boolean
  readonly modules: readonly string[]
  /** A dealer who sees commands but cannot send any. */
  readonly isGuest: boolean
  /** The client whose account and unit it is. */
  readonly isOwner: boolean
  /** Undefined unless the unit is known to stand still. */
  readonly standingSince: number | undefined
  onFollow(isFollowing: boolean): void
}

export function UnitDetails({
  unit,
  snapshot,
  nowSeconds,
  isFollowing,
  modules,
  isGuest,
  isOwner,
  standingSince,
  onFollow,
}: UnitDetailsProps) {
  const telemetry = useTelemetry(unit.id, snapshot.positionAt)
  const { position, positionAt, seenAt } = snapshot
  const state = stateOf(snapshot, nowSeconds)
  const stoppedSince = stoppedSinceOf(state, standingSince)
  const readings = telemetry ? readingsOf(telemetry) : undefined
  const mayCommand = useMay('command') && !isGuest
  const title = useRef<HTMLHeadingElement>(null)
  // The chosen row is gone, so the keyboard focus moves here.
  useEffect(() => title.current?.focus(), [])
  return (
    <article className={classes.details} aria-label={unit.name}>
      <div className={classes.head}>
        <ActionIcon component="a" href="#/units" variant="subtle" color="gray" aria-label={words.all} title={words.all}>
          <BackIcon />
        </ActionIcon>
        <DevicePicture model={unit.hw_id} size={40} />
        <div className={classes.names}>
          <Title order={2} className={classes.name} tabIndex={-1} ref={title}>
            {unit.name}
          </Title>
          <StateDot state={state} />
          {stoppedSince !== undefined && (
            <Text size="sm" component="span" className={classes.stopped}>
              {words.stopped(formatDuration(nowSeconds - stoppedSince))}
            </Text>
          )}
        </div>
        {position?.speed !== undefined && <span className={classes.speed}>{formatKmh(position.speed)}</span>}
      </div>
      {unit.description && <Text size="sm">{unit.description}</Text>}
      {position ? (
        <Switch
          checked={isFollowing}
          onChange={({ currentTarget }) => onFollow(currentTarget.checked)}
          label={words.follow}
        />
      ) : (
        <Text c="dimmed">{words.noPosition}</Text>
      )}
      <QuickActions unit={unit.id} modules={modules} mayCommand={mayCommand} nowSeconds={nowSeconds} />
      <dl className={classes.facts}>
        <Fact name={words.lastSeen} title={seenAt === null ? undefined : formatExactTime(seenAt)}>
          {seenAt === null ? texts.shared.never : formatAgo(seenAt, nowSeconds)}
        </Fact>
        {position && (
          <Fact name={words.position} title={positionAt === undefined ? undefined : formatExactTime(positionAt)}>
            {position.latitude.toFixed(5)}, {position.longitude.toFixed(5)}
          </Fact>
        )}
        {position?.direction !== undefined && (
          <Fact name={words.direction}>
            {words.compass[compassPoint(position.direction)]} ({Math.round(position.direction)}°)
          </Fact>
        )}
        {cardFieldsOf(unit).map(({ label, value }) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
        <Fact name={words.ident}>{unit.ident}</Fact>
      </dl>
      {modules.includes('unit_event') && <LatestEvents unit={unit.id} modules={modules} />}
      <May to="arrange">
        <ExtraFields key={JSON.stringify(unit.extra_data)} unit={unit} />
      </May>
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
      {modules.includes('fuel') && <FuelPanel unit={unit.id} />}
      {modules.includes('command') && (
        <div id={commandsPart}>
          <CommandsPanel unit={unit.id} mayCommand={mayCommand} />
        </div>
      )}
      {modules.includes('tools') && <ToolsPanel unit={unit.id} />}
      <May to="share">{!isGuest && <LinksPanel unit={unit.id} modules={modules} />}</May>
      {isOwner && (
        <Suspense fallback={<Skeleton height={60} />}>
          <EditUnit unit={unit} />
        </Suspense>
      )}
    </article>
  )
}

const Fact = ({ name, title, children }: { name: string; title?: string; children: React.ReactNode }) => (
  <div className={classes.fact} title={title}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const askEveryMs = 2_000

/** Asked again after a new position, but not more often than every other second. */
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
