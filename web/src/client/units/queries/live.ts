/**
 * Positions as they are stored, each once. A broken stream is reopened after growing pauses and resumes where it
 * stopped, until the session ends. A hidden tab has no stream: without HTTP/2 a browser opens six connections to a
 * server, and six tabs would leave none for anything else.
 */
import { pauseMs } from '../../../shared/reconnect.ts'
import type { PositionEvent } from '../../../shared/units/snapshot.ts'
import { noteData } from '../../last-data.ts'

export type LiveState = 'connecting' | 'on' | 'broken'

export interface TripsEvent {
  /** Absent: any unit may have changed. */
  readonly unit_id?: number
  readonly from: number
}

export interface LiveHandlers {
  /** Where units are. */
  onPlaces(places: readonly PositionEvent[]): void
  onPositions(positions: readonly PositionEvent[]): void
  /** Trips of a unit have begun, ended or been revised. */
  onTrips(event: TripsEvent): void
  /** Events of a unit were added or changed. */
  onEvents(event: TripsEvent): void
  /** A notification was created or withdrawn. */
  onNotifications(event: TripsEvent): void
  /** The address of a unit's latest position has changed. */
  onAddresses(): void
  onState(state: LiveState): void
  /** Reopened after a break, with all positions; everything else has to be refreshed. */
  onReturn(): void
  /** The break was too long: positions are missing. */
  onReset(): void
  onEnd(): unknown
  /** Whether the session is still valid; the stream itself does not say why it was refused. */
  isOver(): Promise<boolean>
}

/** The server sends something every fifteen seconds, so a connection that is silent for longer is dead. */
const silenceMs = 40_000

export function openLive(handlers: LiveHandlers): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isClosed = false
  /** It was closed for a while, for any reason: there is something to catch up on. */
  let wasAway = false
  let last = ''

  const close = () => {
    isClosed = true
    clearTimeout(timer)
    clearTimeout(silence)
    source?.close()
    window.removeEventListener('online', hurry)
    window.removeEventListener('offline', stop)
    document.removeEventListener('visibilitychange', follow)
  }
  const fail = async () => {
    if (isClosed || document.hidden) return
    const broken = source
    broken?.close()
    clearTimeout(silence)
    failures++
    wasAway = true
    handlers.onState('broken')
    const isOver = await handlers.isOver()
    // Meanwhile the page was left, hidden, or shown again with a new stream.
    if (isClosed || source !== broken) return
    if (isOver) {
      handlers.onEnd()
      return close()
    }
    clearTimeout(timer)
    timer = setTimeout(open, pauseMs(failures, Math.random()))
  }
  const open = () => {
    clearTimeout(timer)
    timer = undefined
    source?.close()
    const own = new EventSource(`/client/live${last === '' ? '' : `?last_event_id=${encodeURIComponent(last)}`}`)
    source = own
    const onActivity = () => {
      noteData()
      clearTimeout(silence)
      silence = setTimeout(() => own === source && void fail(), silenceMs)
    }
    const on = <T>(event: string, take: (data: T) => void) =>
      own.addEventListener(event, ({ data, lastEventId }: MessageEvent<string>) => {
        if (own !== source) return
        onActivity()
        take(JSON.parse(data))
        last = lastEventId || last
      })
    own.addEventListener('open', () => {
      onActivity()
      handlers.onState('on')
    })
    on('snapshot', handlers.onPlaces)
    on('positions', handlers.onPositions)
    on('trips', handlers.onTrips)
    on('events', handlers.onEvents)
    on('notifications', handlers.onNotifications)
    on('addresses', handlers.onAddresses)
    on('reset', handlers.onReset)
    const begin = () => {
      if (wasAway) handlers.onReturn()
      wasAway = false
      failures = 0
    }
    on('begun', begin)
    on('resumed', begin)
    on('alive', () => {})
    // The server sends this also before a restart, so the session is checked in both cases.
    for (const event of ['end', 'error']) own.addEventListener(event, () => own === source && void fail())
  }
  /** When the network returns, reconnect at once. */
  const hurry = () => {
    if (timer !== undefined) open()
  }
  /** When the network goes down, the stream would notice only by silence. */
  const stop = () => void fail()
  const follow = () => {
    if (!document.hidden) return open()
    source?.close()
    source = undefined
    clearTimeout(timer)
    clearTimeout(silence)
    timer = undefined
    wasAway = true
  }
  window.addEventListener('online', hurry)
  window.addEventListener('offline', stop)
  document.addEventListener('visibilitychange', follow)
  handlers.onState('connecting')
  if (!document.hidden) open()
  return close
}
