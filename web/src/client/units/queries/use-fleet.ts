/** The client's units with their current data: requested once, then kept up to date by the live stream. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/queries.ts'
import { ask, Refused } from '../../../shared/api.ts'
import { locale } from '../../../shared/texts/texts.ts'
import {
  isStanding,
  type PositionEvent,
  type Snapshot,
  snapshotOf,
  type Telemetry,
  withPosition,
} from '../../../shared/units/snapshot.ts'
import { endSession } from '../../session.ts'
import type { Unit } from '../../types.ts'
import { type LiveState, openLive } from './live.ts'
import { keepQueriesFresh } from './live-queries.ts'

export interface Fleet {
  readonly units: UseQueryResult<readonly Unit[]>
  readonly snapshots: ReadonlyMap<number, Snapshot>
  readonly live: LiveState
  /** Every position as it arrives; `resets` increases when some are missing. */
  readonly stream: PositionStream
}

export interface PositionStream {
  readonly resets: number
  subscribe(listener: (positions: readonly PositionEvent[]) => void): () => void
}

export const readTelemetry = (unit: number, signal?: AbortSignal): Promise<Telemetry> =>
  call('getClientUnitsByIdTelemetry', { id: unit }, undefined, signal)

const byName = new Intl.Collator(locale, { numeric: true })
const listUnits = async ({ signal }: { signal: AbortSignal }): Promise<readonly Unit[]> =>
  (await call('getClientUnits', {}, undefined, signal)).toSorted((a, b) => byName.compare(a.name, b.name))

/**
 * The list is requested again only if it has changed: thousands of units are not listed again because the window got
 * the focus or a group was renamed.
 */
const unitsQuery = {
  queryKey: ['fleet'],
  queryFn: listUnits,
  staleTime: 'static',
  // Each list is a new one, after which the engine states are requested again.
  structuralSharing: false,
} as const
/** On failure the list stays as it is, which is better than an error in its place. */
export const reloadUnits = (): Promise<unknown> =>
  queryClient.fetchQuery({ ...unitsQuery, staleTime: 0 }).catch(() => undefined)

/** As many as a browser requests from one server at a time. */
const readersMax = 6
/**
 * The stream brings the positions of all units. The engine state is requested only for this many units, the last active
 * ones.
 */
const askedMax = 200
const engineEveryMs = 10_000
/** As many stationary units at a time: the first snapshot of a large fleet has thousands. */
const engineMax = 20

async function readAll(
  units: readonly Unit[],
  signal: AbortSignal,
  onRead: (unit: Unit, telemetry: Telemetry) => void,
) {
  const waiting = units
    .filter(({ last_active }) => last_active !== null)
    .sort((a, b) => (a.last_active ?? 0) - (b.last_active ?? 0))
    .slice(-askedMax)
  const read = async () => {
    for (let unit = waiting.pop(); unit && !signal.aborted; unit = waiting.pop()) {
      // A unit that was just removed must not hide the others.
      const telemetry = await readTelemetry(unit.id, signal).catch(() => undefined)
      if (telemetry && !signal.aborted) onRead(unit, telemetry)
    }
  }
  await Promise.all(Array.from({ length: readersMax }, read))
}

/** Not with `call`, which would leave for the sign-in page: here a refusal is an answer. */
const isOver = () =>
  ask('GET', '/client/me').then(
    () => false,
    (error) => error instanceof Refused && error.status === 401,
  )

/** A role without access to units requests none. */
export function useFleet(isForUnits: boolean): Fleet {
  const units = useQuery({ ...unitsQuery, enabled: isForUnits })
  const [live, setLive] = useState<LiveState>('connecting')
  const [snapshots, update] = useSnapshots()
  const list = units.data

  useEffect(() => {
    if (!list) return
    const stop = new AbortController()
    update((all) => {
      for (const unit of list) all.set(unit.id, { ...all.get(unit.id), seenAt: unit.last_active })
    })
    void readAll(list, stop.signal, (unit, telemetry) => update((all) => merge(all, unit.id, telemetry)))
    return () => stop.abort()
  }, [list, update])

  const askedAtMs = useRef(new Map<number, number>())
  /** Positions do not include the engine state, which only matters for stationary units. */
  const readEngine = useCallback(
    (unit: number) => {
      if (Date.now() - (askedAtMs.current.get(unit) ?? 0) < engineEveryMs) return
      askedAtMs.current.set(unit, Date.now())
      readTelemetry(unit).then(
        (telemetry) => update((all) => merge(all, unit, telemetry)),
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
      for (const { unit_id } of standing.slice(0, engineMax)) readEngine(unit_id)
    },
    [update, readEngine],
  )
  const listeners = useRef(new Set<(positions: readonly PositionEvent[]) => void>())
  const [resets, setResets] = useState(0)
  const subscribe = useCallback((listener: (positions: readonly PositionEvent[]) => void) => {
    listeners.current.add(listener)
    return () => void listeners.current.delete(listener)
  }, [])

  useEffect(() => {
    if (!isForUnits) return
    const queries = keepQueriesFresh()
    const close = openLive({
      onState: setLive,
      onPlaces: move,
      onPositions: (positions) => {
        move(positions)
        for (const listener of listeners.current) listener(positions)
      },
      onTrips: queries.onTrips,
      onEvents: queries.onEvents,
      onNotifications: queries.onNotifications,
      onAddresses: queries.onAddresses,
      onReturn: () => {
        void reloadUnits()
        void queryClient.invalidateQueries()
      },
      onReset: () => {
        setResets((count) => count + 1)
        // What this person may see may have changed.
        void queryClient.invalidateQueries({ queryKey: ['getClientUnitTerms'] })
        void reloadUnits()
      },
      onEnd: endSession,
      isOver,
    })
    return () => {
      close()
      queries.stop()
    }
  }, [move, isForUnits])
  const stream = useMemo(() => ({ resets, subscribe }), [resets, subscribe])
  return { units, snapshots, live, stream }
}

/** The stream may have brought a newer position while the telemetry was loading; the engine state is newest here. */
function merge(all: Map<number, Snapshot>, unit: number, telemetry: Telemetry): void {
  const before = all.get(unit) ?? { seenAt: null }
  const asked = snapshotOf(before.seenAt, telemetry)
  const isOlder = (before.positionAt ?? 0) > (asked.positionAt ?? 0)
  all.set(unit, isOlder ? { ...asked, ...before, ignition: asked.ignition } : { ...before, ...asked })
}

type Change = (all: Map<number, Snapshot>) => void

/**
 * Above this, markers and rows update once a second: more frequent updates of thousands would block everything else.
 */
const slowFrom = 300
const drawEveryMs = (units: number) => (units > slowFrom ? 1_000 : 50)

/** Many changes at once are drawn once. */
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
