import { useEffect, useRef } from 'react'
import type { Fleet } from '../units/use-fleet.ts'

/** Many units may have news in the same moment; they are asked for together. */
const gatherMs = 400

/** Asks again when the live stream says that events have come, and when it is back after a cut. */
export function useNews({ events, live }: Fleet, reload: () => Promise<void>): void {
  const before = useRef({ events, live })
  useEffect(() => {
    const { events: told, live: was } = before.current
    before.current = { events, live }
    const isNew = events !== told || (live === 'on' && was === 'broken')
    if (!isNew) return
    const timer = setTimeout(() => void reload(), gatherMs)
    return () => clearTimeout(timer)
  }, [events, live, reload])
}
