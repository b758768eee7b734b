/** Since when units stand: asked when shown, and again when trips have changed, but not at every change of every unit. */
import { useEffect, useRef, useState } from 'react'
import { get } from '../client-api.ts'
import type { TripsEvent } from './live.ts'

const askEveryMs = 10_000
const nothing: ReadonlyMap<number, number> = new Map()

interface Asker {
  ask(): void
  stop(): void
}

/** Whatever is asked meanwhile is asked once more when its time has come. */
function asker(work: (signal: AbortSignal) => Promise<unknown>): Asker {
  const end = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let [isBusy, isWanted, lastMs] = [false, false, 0]
  const run = async () => {
    timer = undefined
    isWanted = false
    isBusy = true
    // Without it a unit is still where it is.
    await work(end.signal).catch(() => {})
    isBusy = false
    lastMs = Date.now()
    if (isWanted) plan()
  }
  const plan = () => {
    if (!end.signal.aborted) timer ??= setTimeout(() => void run(), Math.max(0, lastMs + askEveryMs - Date.now()))
  }
  return {
    ask() {
      isWanted = true
      if (!isBusy) plan()
    },
    stop() {
      clearTimeout(timer)
      end.abort()
    },
  }
}

/** A guest is not told, and does not ask. */
export function useStanding(told: TripsEvent | undefined, isGuest: boolean): ReadonlyMap<number, number> {
  const [standing, setStanding] = useState(nothing)
  const current = useRef<Asker>(undefined)
  useEffect(() => {
    if (isGuest) return
    const made = asker(async (signal) => {
      const all = await get<readonly { readonly unit_id: number; readonly since: number }[]>('/standing', signal)
      setStanding(new Map(all.map((one) => [one.unit_id, one.since])))
    })
    current.current = made
    made.ask()
    return () => made.stop()
  }, [isGuest])
  useEffect(() => {
    if (told) current.current?.ask()
  }, [told])
  return standing
}
