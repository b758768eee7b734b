/** Where the chosen unit has been in the last hour: asked once, then grown by what comes live. */
import { useEffect, useState } from 'react'
import { get } from '../client-api.ts'
import type { Point } from './map/glide.ts'
import type { Snapshot } from './snapshot.ts'

type Message = Readonly<Record<string, unknown>>

const trailSeconds = 3600
const pointsMax = 500

interface Step extends Point {
  readonly at: number
}

const stepOf = (message: Message): Step[] => {
  const [latitude, longitude, at] = [message['position.latitude'], message['position.longitude'], message.timestamp]
  return typeof latitude === 'number' && typeof longitude === 'number' && typeof at === 'number'
    ? [{ latitude, longitude, at }]
    : []
}

const noSteps: readonly Step[] = []

export function useTrail(unit: number | undefined, snapshot: Snapshot | undefined): readonly Point[] {
  const [steps, setSteps] = useState(noSteps)
  useEffect(() => {
    setSteps(noSteps)
    if (unit === undefined) return
    const stop = new AbortController()
    const from = Math.floor(Date.now() / 1000) - trailSeconds
    get<readonly Message[]>(`/units/${unit}/messages?count=${pointsMax}&from=${from}`, stop.signal)
      .then((answer) => {
        const asked = answer.flatMap(stepOf)
        setSteps((live) => [...asked, ...live.filter(({ at }) => at > (asked.at(-1)?.at ?? 0))])
      })
      // Without its past a unit is still where it is. A dealer that visits is not told it.
      .catch(() => {})
    return () => stop.abort()
  }, [unit])
  const { position, positionAt: at } = snapshot ?? {}
  useEffect(() => {
    if (unit === undefined || !position || at === undefined) return
    setSteps((before) =>
      (before.at(-1)?.at ?? 0) < at
        ? [...before, { latitude: position.latitude, longitude: position.longitude, at }].slice(-pointsMax)
        : before,
    )
  }, [unit, position, at])
  return steps
}
