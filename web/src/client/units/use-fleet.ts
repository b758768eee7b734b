/** The client's units with what is known of each: asked once, then kept up to date by the live stream. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.ts'
import { ask, Refused } from '../../shared/api.ts'
import { locale } from '../../shared/texts/texts.ts'
import {
  isStanding,
  type PositionEvent,
  type Snapshot,
  snapshotOf,
  type Telemetry,
  withPosition,
} from '../../shared/units/snapshot.ts'
import { endSession } from '../session.ts'
import type { Unit } from '../types.ts'
import { type LiveState, openLive } from './live.ts'
import { keepQueriesFresh } from './live-queries.ts'

export interface Fleet {
  readonly units: UseQueryResult<readonly Unit[]>
  readonly snapshots: ReadonlyMap<number, Snapshot>
  readonly live: LiveState
  /** Every position that comes, to whoever wants to hear it; counted up when some are missing. */
  readonly stream: PositionStream
}

export interface PositionStream {
  readonly resets: number
  subscribe(hear: (positions: readonly PositionEvent[]) => void): () => void
}

export const readTelemetry = (unit: number, signal?: AbortSignal): Promise<Telemetry> =>
  call('getClientUnitsByIdTelemetry', { id: unit }, undefined, signal)

const byName = new Intl.Collator(locale, { numeric: true })
const listUnits = async ({ signal }: { signal: AbortSignal }): Promise<readonly Unit[]> =>
  (await call('getClientUnits', {}, undefined, signal)).toSorted((a, b) => byName.compare(a.name, b.name))

/**
 * The list is asked for when something says that it has changed, never by the way: thousands of units are not listed again
 * because somebody looked at another window or renamed a group.
 */
const unitsQuery = {
  queryKey: ['fleet'],
  queryFn: listUnits,
  staleTime: 'static',
  // Each list is a new one, after which the engines are asked about again.
  structuralSharing: false,
} as const
export const reloadUnits = (): Promise<void> => queryClient.refetchQueries({ queryKey: unitsQuery.queryKey })

/** As many as a browser asks one server at a time. */
const readersMax = 6
/** Positions come with the stream, for all; of the engine is asked for so many, those heard of last. */
const askedMax = 200
const engineEveryMs = 10_000
/** Of those that stand, so many at a time: the first snapshot of a large fleet has thousands. */
const engineMax = 20

async function readAll(units: readonly Unit[], signal: AbortSignal, tell: (unit: Unit, telemetry: Telemetry) => void) {
  const waiting = units
    .filter(({ last_active }) => last_active !== null)
    .sort((a, b) => (a.last_active ?? 0) - (b.last_active ?? 0))
    .slice(-askedMax)
  const read = async () => {
    for (let unit = waiting.pop(); unit && !signal.aborted; unit = waiting.pop()) {
      // A unit that was removed a moment ago is no reason to leave out the others.
      const telemetry = await readTelemetry(unit.id, signal).catch(() => undefined)
      if (telemetry && !signal.aborted) tell(unit, telemetry)
    }
  }
  await Promise.all(Array.from({ length: readersMax }, read))
}

/** Whoever was refused here is over, and is not sent to the login page before the stream says why. */
const isOver = () =>
  ask('GET', '/client/me').then(
    () => false,
    (error) => error instanceof Refused && error.status === 401,
  )

export function useFleet(): Fleet {
  const units = useQuery(unitsQuery)
  const [live, setLive] = useState<LiveState>('connecting')
  const [snapshots, update] = useSnapshots()
  const list = units.data

  useEffect(() => {
    if (!list) return
    const stop = new AbortController()
    update((all) => {
      for (const unit of list) all.set(unit.id, { ...all.get(unit.id), seenAt: unit.last_active })
    })
    void readAll(list, stop.signal, (unit, telemetry) => update((all) => learn(all, unit.id, telemetry)))
    return () => stop.abort()
  }, [list, update])

  const askedAtMs = useRef(new Map<number, number>())
  /** Positions say nothing of the engine, which only matters while a unit stands. */
  const askAboutEngine = useCallback(
    (unit: number) => {
      if (Date.now() - (askedAtMs.current.get(unit) ?? 0) < engineEveryMs) return
      askedAtMs.current.set(unit, Date.now())
      readTelemetry(unit).then(
        (telemetry) => update((all) => learn(all, unit, telemetry)),
        () => {},
      )
    },
    [update],
  )

  const move = useCallback(
    (positions: readonly PositionEvent[]) => {
      const now = Date.now() / 1000
      update((all) => {
        for (const event of positions) all.set(event.unit_id, withPosition(all.get(event.unit_id), event, now))
      })
      const standing = positions.filter(({ history, position }) => !history && isStanding(position))
      for (const { unit_id } of standing.slice(0, engineMax)) askAboutEngine(unit_id)
    },
    [update, askAboutEngine],
  )
  const hearers = useRef(new Set<(positions: readonly PositionEvent[]) => void>())
  const [resets, setResets] = useState(0)
  const subscribe = useCallback((hear: (positions: readonly PositionEvent[]) => void) => {
    hearers.current.add(hear)
    return () => void hearers.current.delete(hear)
  }, [])

  useEffect(() => {
    const queries = keepQueriesFresh()
    const close = openLive({
      onState: setLive,
      onPlaces: move,
      onPositions: (positions) => {
        move(positions)
        for (const hear of hearers.current) hear(positions)
      },
      onTrips: queries.onTrips,
      onEvents: queries.onEvents,
      onNotifications: queries.onNotifications,
      onReturn: () => {
        void reloadUnits()
        void queryClient.invalidateQueries()
      },
      onReset: () => setResets((count) => count + 1),
      onEnd: endSession,
      isOver,
    })
    return () => {
      close()
      queries.stop()
    }
  }, [move])
  const stream = useMemo(() => ({ resets, subscribe }), [resets, subscribe])
  return { units, snapshots, live, stream }
}

/** The stream may have told of a newer position while the telemetry was on its way; the engine is newest here. */
function learn(all: Map<number, Snapshot>, unit: number, telemetry: Telemetry): void {
  const before = all.get(unit) ?? { seenAt: null }
  const asked = snapshotOf(before.seenAt, telemetry)
  const isOlder = (before.positionAt ?? 0) > (asked.positionAt ?? 0)
  all.set(unit, isOlder ? { ...asked, ...before, ignition: asked.ignition } : { ...before, ...asked })
}

type Change = (all: Map<number, Snapshot>) => void

/** Above this, marks and rows step once a second: redrawing thousands more often would leave no time for anything else. */
const crowd = 300
const drawEveryMs = (units: number) => (units > crowd ? 1_000 : 50)

/** Many changes in a moment are drawn once. */
function useSnapshots(): [ReadonlyMap<number, Snapshot>, (change: Change) => void] {
  const [shown, setShown] = useState<ReadonlyMap<number, Snapshot>>(new Map())
  const latest = useRef(new Map<number, Snapshot>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  const update = useCallback((change: Change) => {
    change(latest.current)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setShown(new Map(latest.current))
    }, drawEveryMs(latest.current.size))
  }, [])
  return [shown, update]
}
