/** Positions as they come. The stream is opened again when it breaks, ever more slowly, until the session is over. */
import type { PositionEvent } from './snapshot.ts'

export type LiveState = 'connecting' | 'on' | 'broken'

export interface TripsEvent {
  readonly unit_id: number
  readonly from: number
}

export interface LiveHandlers {
  onPosition(event: PositionEvent): void
  /** Trips of a unit have begun, ended or been revised. */
  onTrips(event: TripsEvent): void
  onState(state: LiveState): void
  /** Open again after a break: what came meanwhile is missing. */
  onReturn(): void
  onEnd(): void
  /** Whether the session is still good; the stream itself does not say why it was refused. */
  isOver(): Promise<boolean>
}

const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** Twice as long each time, and a little at random, so that a restarted server is not met by everybody at once. */
export const pauseMs = (failures: number, random: number): number =>
  Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs) * (0.75 + random / 2)

export function openLive(handlers: LiveHandlers): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isClosed = false

  const close = () => {
    isClosed = true
    clearTimeout(timer)
    source?.close()
  }
  const fail = async () => {
    source?.close()
    if (isClosed) return
    failures++
    handlers.onState('broken')
    if (await handlers.isOver()) {
      if (!isClosed) handlers.onEnd()
      return close()
    }
    if (!isClosed) timer = setTimeout(open, pauseMs(failures, Math.random()))
  }
  const open = () => {
    source = new EventSource('/client/live')
    source.addEventListener('open', () => {
      handlers.onState('on')
      if (failures > 0) handlers.onReturn()
      failures = 0
    })
    source.addEventListener('position', ({ data }: MessageEvent<string>) => handlers.onPosition(JSON.parse(data)))
    source.addEventListener('trips', ({ data }: MessageEvent<string>) => handlers.onTrips(JSON.parse(data)))
    // The server says so also when it stops to be started again, so in both cases the session is asked about.
    for (const event of ['end', 'error']) source.addEventListener(event, () => void fail())
  }
  handlers.onState('connecting')
  open()
  return close
}
