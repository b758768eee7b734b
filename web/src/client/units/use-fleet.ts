/** The client's units with what is known of each: asked once, then kept up to date by the live stream. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Asked, ask, Refused, useAsked } from '../../shared/api.ts'
import { locale } from '../../shared/texts/texts.ts'
import { isStanding, type PositionEvent, type Snapshot, snapshotOf, withPosition } from '../../shared/units/snapshot.ts'
import { endHere, get, type Telemetry, type Unit } from '../client-api.ts'
import { type LiveState, openLive, type TripsEvent } from './live.ts'

export interface Fleet {
  readonly units: Asked<readonly Unit[]>
  readonly snapshots: ReadonlyMap<number, Snapshot>
  readonly live: LiveState
  /** The latest news of trips; another object each time. */
  readonly trips: TripsEvent | undefined
  /** Every position that comes, to whoever wants to hear it; counted up when some are missing. */
  readonly stream: PositionStream
  /** The latest news of notifications, likewise. */
  readonly notifications: TripsEvent | undefined
  /** The latest news of events, likewise. */
  readonly events: TripsEvent | undefined
  reload(): Promise<void>
}

export interface PositionStream {
  readonly resets: number
  subscribe(hear: (positions: readonly PositionEvent[]) => void): () => void
}

export const readTelemetry = (unit: number, signal?: AbortSignal): Promise<Telemetry> =>
  get(`/units/${unit}/telemetry`, signal)

const byName = new Intl.Collator(locale, { numeric: true })
const listUnits = async (signal: AbortSignal): Promise<readonly Unit[]> =>
  (await get<readonly Unit[]>('/units', signal)).toSorted((a, b) => byName.compare(a.name, b.name))

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

const isOver = () =>
  ask('GET', '/client/me').then(
    () => false,
    (error) => error instanceof Refused && error.status === 401,
  )

export function useFleet(): Fleet {
  const [units, reload] = useAsked(listUnits)
  const [live, setLive] = useState<LiveState>('connecting')
  const [trips, setTrips] = useState<TripsEvent>()
  const [events, setEvents] = useState<TripsEvent>()
  const [notifications, setNotifications] = useState<TripsEvent>()
  const [snapshots, update] = useSnapshots()
  const list = units.value

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

  useEffect(
    () =>
      openLive({
        onState: setLive,
        onPlaces: move,
        onPositions: (positions) => {
          move(positions)
          for (const hear of hearers.current) hear(positions)
        },
        onTrips: setTrips,
        onEvents: setEvents,
        onNotifications: setNotifications,
        onReturn: () => {
          void reload()
          setTrips({ from: 0 })
          setEvents({ from: 0 })
          setNotifications({ from: 0 })
        },
        onReset: () => setResets((count) => count + 1),
        onEnd: endHere,
        isOver,
      }),
    [move, reload],
  )
  const stream = useMemo(() => ({ resets, subscribe }), [resets, subscribe])
  return { units, snapshots, live, trips, events, notifications, stream, reload }
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
