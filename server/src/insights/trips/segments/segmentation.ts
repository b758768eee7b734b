/**
 * Cuts a unit's messages into trips, stops and gaps: a fold over its points in order of device time. Its small state
 * can be stored and continued, so the same points give the same segments however and whenever they arrived. Pure.
 */
import { metresBetween } from '#kernel/geo/position.ts'
import { kmh, type Place, type Point } from './point.ts'
import { added, type Boundary, noSums, type Rule, type Segment, type Sums } from './segment.ts'
import { thresholds as limit } from './thresholds.ts'

type Moment = Place & { readonly t: number }

/** Replaced as a whole; only `step` changes it. Stored as JSON. */
export interface State {
  /** Time of the last point. */
  at: number
  open: { readonly kind: 'trip' | 'stop'; readonly began: Boundary; readonly sums: Sums } | null
  /** The tentative next segment: leaving a stop, or standing on a trip. */
  next: { readonly boundary: Boundary; readonly sums: Sums } | null
  /** The middle of the stop, or of where it may be standing. */
  anchor: (Place & { readonly points: number }) | null
  last: Moment | null
  ignition: boolean | null
  /** When and where the current run of the engine started. */
  started: Moment | null
  /** A suspect position that the next one may confirm. */
  suspect: Moment | null
}

export type Emit = (segment: Segment) => void

export const startState = (): State => ({
  at: 0,
  open: null,
  next: null,
  anchor: null,
  last: null,
  ignition: null,
  started: null,
  suspect: null,
})

const momentOf = (t: number, { lat, lon }: Place): Moment => ({ t, lat, lon })
const boundaryOf = (t: number, { lat, lon }: Place, rule: Rule, seen: number): Boundary => ({ t, lat, lon, rule, seen })

/** Points have rising times, each later than `state.at`. */
export function step(state: State, point: Point, emit: Emit): void {
  state.at = point.t
  const place = point.place ?? (point.ignition === false ? state.last : null)
  // A running engine says nothing about the position: in a tunnel time must not pass as if the unit stood still.
  if (!place) noteIgnition(state, point, state.last)
  else if (!state.last) begin(state, momentOf(point.t, place), 'first_message', point)
  else {
    const move = moveFrom(state.last, point, place)
    if (isOutOfReach(move)) doubt(state, point, place, emit)
    else goOn(state, { ...move, wasRunning: state.ignition === true }, emit)
  }
}

const moveFrom = (last: Moment, point: Point, place: Place) => ({
  point,
  place,
  seconds: point.t - last.t,
  metres: metresBetween(last, place),
})

const isOutOfReach = ({ metres, seconds }: Pick<Move, 'metres' | 'seconds'>): boolean =>
  metres > limit.outlierMetres && kmh(metres, seconds) > limit.plausibleKmh

function goOn(state: State, move: Move, emit: Emit): void {
  const { point, place, seconds } = move
  state.suspect = null
  if (seconds > limit.silenceSeconds) {
    if (point.ignition === undefined) state.ignition = null
    if (afterSilence(state, move, emit)) return
  }
  noteIgnition(state, point, place)
  if (state.open!.kind === 'stop') stay(state, move, emit)
  else drive(state, move, emit)
  state.last = momentOf(point.t, place)
}

/** From the last position to this one. */
interface Move {
  readonly point: Point
  readonly place: Place
  readonly seconds: number
  readonly metres: number
  readonly wasRunning: boolean
}

function noteIgnition(state: State, { t, ignition }: Point, place: Place | null): void {
  if (ignition === undefined) return
  if (!ignition) state.started = null
  else if (state.ignition !== true) state.started = place && momentOf(t, place)
  state.ignition = ignition
}

/** The first segment is a stop until the unit moves. */
function begin(state: State, at: Moment, rule: Rule, point: Point): void {
  state.open = { kind: 'stop', began: boundaryOf(at.t, at, rule, point.t), sums: { ...noSums, points: 1 } }
  state.next = null
  state.anchor = { lat: at.lat, lon: at.lon, points: 1 }
  state.last = at
  state.suspect = null
  state.ignition = null
  state.started = null
  noteIgnition(state, point, at)
}

/** One position out of reach is an outlier; two that agree are where the unit is. */
function doubt(state: State, point: Point, place: Place, emit: Emit): void {
  const { suspect } = state
  const isThere = suspect && point.t > suspect.t && !isOutOfReach(moveFrom(suspect, point, place))
  if (isThere) {
    breakOff(state, suspect, 'jump', point, emit)
    step(state, point, emit)
    return
  }
  state.suspect = momentOf(point.t, place)
  const open = state.open!
  state.open = { ...open, sums: added(open.sums, { dropped: 1 }) }
}

/** Returns whether nothing is left to do. */
function afterSilence(state: State, move: Move, emit: Emit): boolean {
  const { point, place, seconds, metres } = move
  const last = state.last!
  if (state.open!.kind === 'trip') {
    const { next } = state
    const isStanding = next !== null && (next.boundary.t < last.t || next.boundary.rule === 'ignition_off')
    if (isStanding && metresBetween(state.anchor!, place) <= limit.wakeMetres) {
      closeTrip(state, next.boundary, point.t, emit)
    } else {
      dropNext(state)
      const isOnItsWay = seconds <= limit.bridgeSeconds && kmh(metres, seconds) >= limit.bridgeKmh
      if (metres <= limit.leaveMetres) {
        state.next = { boundary: boundaryOf(last.t, last, 'silent_here', point.t), sums: noSums }
        state.anchor = { lat: last.lat, lon: last.lon, points: 1 }
        closeTrip(state, state.next.boundary, point.t, emit)
      } else if (isOnItsWay) {
        addToOpen(state, { metres, silent: seconds, points: 1 })
        noteIgnition(state, point, place)
        state.last = momentOf(point.t, place)
        return true
      } else return breakOff(state, momentOf(point.t, place), 'silence', point, emit)
    }
  }
  const away = metresBetween(state.anchor!, place)
  // A unit that was leaving when it fell silent is not where it was, unless it came back.
  const isNear = away <= (state.next ? limit.leaveMetres : limit.wakeMetres)
  return isNear ? false : breakOff(state, momentOf(point.t, place), 'silence', point, emit)
}

/** The open segment ends with the last message; the time until now is unknown. */
function breakOff(state: State, at: Moment, rule: 'silence' | 'jump', point: Point, emit: Emit): true {
  const last = state.last!
  if (state.open!.kind === 'trip') dropNext(state)
  const { kind, began, sums } = state.open!
  const end =
    kind === 'stop' && state.next
      ? { ...state.next.boundary, seen: point.t }
      : boundaryOf(last.t, kind === 'stop' ? state.anchor! : last, rule, point.t)
  const isPassedOver = kind === 'stop' && isOpening(began) && end.t - began.t < limit.openingSeconds
  if (!isPassedOver) close(state, { kind, began, ended: end, sums }, emit)
  const from = isPassedOver ? began : end
  const metres = metresBetween(from, at)
  const gap = boundaryOf(from.t, from, rule, point.t)
  const ended = boundaryOf(at.t, at, rule === 'jump' ? 'jump' : 'heard_again', point.t)
  close(state, { kind: 'gap', began: gap, ended, sums: { ...noSums, metres, silent: at.t - from.t } }, emit)
  begin(state, at, ended.rule, { ...point, t: at.t })
  return true
}

const isOpening = ({ rule }: Boundary): boolean => rule === 'first_message' || rule === 'heard_again' || rule === 'jump'

function close(state: State, segment: Omit<Segment, 'settled'>, emit: Emit): void {
  if (segment.ended.t > segment.began.t) emit({ ...segment, settled: state.at })
}

function stay(state: State, move: Move, emit: Emit): void {
  const { point, place, seconds, wasRunning } = move
  const open = state.open!
  const anchor = state.anchor!
  const away = metresBetween(anchor, place)
  const engine = wasRunning ? seconds : 0
  const isDriving = isDrivingAt(state, point) && away > limit.standMetres / 2
  if (!state.next) {
    const radius = state.ignition === false ? limit.towedMetres : limit.leaveMetres
    if (away > radius || isDriving) leave(state, move, away)
    else {
      addToOpen(state, { engine, points: 1 })
      state.anchor = nearer(anchor, place)
    }
    return
  }
  const { boundary } = state.next
  const sums = added(state.next.sums, { ...covered(move), engine, points: 1 })
  state.next = { boundary, sums }
  const since = point.t - boundary.t
  if (away >= tripMetres(state) && since >= limit.tripSeconds) {
    if (isOpening(open.began) && boundary.t - open.began.t < limit.openingSeconds) {
      const before = { ...open.sums, idle: boundary.t - open.began.t }
      state.open = { kind: 'trip', began: open.began, sums: added(sums, before) }
    } else {
      const began = { ...boundary, seen: point.t }
      close(
        state,
        { kind: 'stop', began: open.began, ended: { ...began, ...placeOnly(anchor) }, sums: open.sums },
        emit,
      )
      state.open = { kind: 'trip', began, sums }
    }
    state.next = null
    state.anchor = null
  } else if ((away <= limit.leaveMetres / 2 && !isDriving) || since > limit.stopSeconds) {
    // Drift, or parked again nearby: not a trip.
    const { engine: ran, points, dropped } = sums
    addToOpen(state, { engine: ran, points, dropped })
    state.next = null
    if (away > limit.leaveMetres / 2) state.anchor = { ...placeOnly(place), points: 1 }
  }
}

const placeOnly = ({ lat, lon }: Place): Place => ({ lat, lon })

const tripMetres = ({ ignition }: State): number =>
  ignition === true ? limit.tripMetresIgnition : ignition === false ? limit.towedMetres : limit.tripMetres

const isDrivingAt = ({ ignition }: State, { speed = 0 }: Point): boolean =>
  speed >= limit.drivingKmh && ignition !== false

/** It left some time between the last message and this one, or with its engine, if that was started just before. */
function leave(state: State, { point, place, seconds }: Move, away: number): void {
  const { started } = state
  const anchor = state.anchor!
  const last = state.last!
  const onTheWay = (away * 3.6) / Math.max(point.speed ?? 0, limit.wakeKmh)
  const left = Math.max(last.t, Math.min(point.t, Math.round(point.t - Math.min(seconds, onTheWay))))
  const isWarmedUp = started && left - started.t <= limit.warmUpSeconds && started.t > state.open!.began.t
  const at = isWarmedUp ? Math.min(started.t, left) : left
  const boundary = boundaryOf(at, anchor, isWarmedUp ? 'ignition_on' : 'left', point.t)
  const moving = Math.min(point.t - at, onTheWay)
  const engine = state.ignition === true && started ? point.t - Math.max(at, Math.min(started.t, point.t)) : 0
  const sums = {
    metres: away,
    moving,
    idle: point.t - at - moving,
    engine,
    topKmh: topOf(point, away, moving),
    points: 1,
  }
  // The engine's time after the boundary was counted for the stop.
  const running = started ? last.t - Math.max(at, Math.min(started.t, last.t)) : 0
  addToOpen(state, { engine: -Math.min(Math.max(0, running), state.open!.sums.engine) })
  state.next = { boundary, sums: added(noSums, sums) }
  state.last = momentOf(point.t, place)
}

/** What a movement adds to a trip. */
function covered({ point, seconds, metres }: Move): Partial<Sums> {
  const isStill = (point.speed ?? kmh(metres, seconds)) < limit.standingKmh
  return { metres, ...(isStill ? { idle: seconds } : { moving: seconds }), topKmh: topOf(point, metres, seconds) }
}

const topOf = ({ speed }: Point, metres: number, seconds: number): number => {
  const top = speed ?? kmh(metres, seconds)
  return top <= limit.plausibleKmh ? top : 0
}

function drive(state: State, move: Move, emit: Emit): void {
  const { point, place, seconds, wasRunning } = move
  const engine = wasRunning ? seconds : 0
  if (!state.next) {
    addToOpen(state, { ...covered(move), engine, points: 1 })
    const mayStand = (point.speed ?? 0) < limit.standingKmh || state.ignition === false
    if (mayStand) standFrom(state, point, place)
    return
  }
  const away = metresBetween(state.anchor!, place)
  const radius = state.ignition === false ? limit.leaveMetres : limit.standMetres
  if (away > radius || (isDrivingAt(state, point) && away > limit.standMetres / 2)) {
    // From the middle of where it stood: the receiver's wandering meanwhile is not distance.
    dropNext(state)
    const topKmh = topOf(point, away, seconds)
    addToOpen(state, { metres: away, moving: seconds, engine, topKmh, points: 1 })
    if (point.speed === undefined || point.speed < limit.standingKmh) standFrom(state, point, place)
    return
  }
  state.next = { ...state.next, sums: added(state.next.sums, { idle: seconds, engine, points: 1 }) }
  state.anchor = nearer(state.anchor!, place)
  if (state.ignition === false && state.next.boundary.rule === 'standing') {
    const anchor = state.anchor
    dropNext(state)
    standFrom(state, point, anchor)
  } else if (state.ignition === true && state.next.boundary.rule === 'ignition_off') {
    state.next = { ...state.next, boundary: { ...state.next.boundary, rule: 'standing' } }
  }
  const { boundary } = state.next
  const needed = boundary.rule === 'ignition_off' ? limit.stopSecondsIgnition : limit.stopSeconds
  if (point.t - boundary.t >= needed) closeTrip(state, boundary, point.t, emit)
}

function standFrom(state: State, { t }: Point, place: Place): void {
  const rule = state.ignition === false ? 'ignition_off' : 'standing'
  state.next = { boundary: boundaryOf(t, place, rule, t), sums: noSums }
  state.anchor = { ...placeOnly(place), points: 1 }
}

/** False alarm: merge the tentative segment back into the open one. */
function dropNext(state: State): void {
  if (state.next) addToOpen(state, state.next.sums)
  state.next = null
  state.anchor = null
}

function addToOpen(state: State, sums: Partial<Sums>): void {
  const open = state.open!
  state.open = { ...open, sums: added(open.sums, sums) }
}

/** It stood long enough: the trip ends where that began, and a stop begins. */
function closeTrip(state: State, boundary: Boundary, seen: number, emit: Emit): void {
  const { began, sums } = state.open!
  const ended = { ...boundary, seen }
  close(state, { kind: 'trip', began, ended, sums }, emit)
  const { engine, points, dropped } = state.next!.sums
  state.open = { kind: 'stop', began: ended, sums: { ...noSums, engine, points, dropped } }
  state.next = null
}

/** The average of recent positions at a place; newer ones weigh more, so that a bad first position fades. */
function nearer(anchor: NonNullable<State['anchor']>, place: Place): NonNullable<State['anchor']> {
  const points = Math.min(anchor.points + 1, limit.anchorPoints)
  const toward = (from: number, to: number) => from + (to - from) / points
  return { lat: toward(anchor.lat, place.lat), lon: toward(anchor.lon, place.lon), points }
}

/** The segment open at the end; none if nothing has lasted yet. */
export function openSegment(state: State): Segment | undefined {
  const { open, next, last } = state
  if (!open || !last || last.t <= open.began.t) return undefined
  const { kind, began } = open
  const sums = next
    ? kind === 'trip'
      ? added(open.sums, next.sums)
      : added(open.sums, stopPart(next.sums))
    : open.sums
  const place = kind === 'stop' ? state.anchor! : last
  return { kind, began, ended: { t: last.t, ...placeOnly(place), rule: null, seen: null }, sums, settled: state.at }
}

const stopPart = ({ engine, points, dropped }: Sums): Partial<Sums> => ({ engine, points, dropped })
