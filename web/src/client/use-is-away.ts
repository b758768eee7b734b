/** Whether the page is no longer live: the network is down, or the stream has been broken for a while. */
import { useEffect, useState } from 'react'
import { useIsOffline } from '../shared/app/use-is-offline.ts'
import type { LiveState } from './units/queries/live.ts'

/** A broken stream usually reopens within a second or two. */
const patienceMs = 6_000

export function useIsAway(live: LiveState): boolean {
  const isOffline = useIsOffline()
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (live !== 'broken') return setIsLong(false)
    const timer = setTimeout(() => setIsLong(true), patienceMs)
    return () => clearTimeout(timer)
  }, [live])
  return isOffline || isLong
}
