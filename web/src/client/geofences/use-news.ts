import { useEffect, useRef } from 'react'
import type { Fleet } from '../units/use-fleet.ts'

/** Many units may have news in the same moment; they are asked for together. */
const gatherMs = 400

/** Asks again when the live stream says that events have come, or may have while it was cut. */
export function useNews({ events }: Pick<Fleet, 'events'>, reload: () => Promise<void>): void {
  const latest = useRef(reload)
  latest.current = reload
  const known = useRef(events)
  useEffect(() => {
    if (known.current === events) return
    // Known only once it was asked for: news that are followed by others are not lost with their timer.
    const timer = setTimeout(() => {
      known.current = events
      void latest.current()
    }, gatherMs)
    return () => clearTimeout(timer)
  }, [events])
}
