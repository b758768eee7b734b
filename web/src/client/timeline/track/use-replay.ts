/** The cursor of the day, and its playback. */
import { useEffect, useState } from 'react'

/** How many seconds of the day pass per second. */
export const paces = [30, 120, 600, 1800] as const
const drawEveryMs = 50

export interface Replay {
  readonly at: number
  readonly isPlaying: boolean
  readonly pace: number
  setAt(at: number): void
  setPace(pace: number): void
  toggle(): void
}

/**
 * `start` and `end` limit what there is to see; the cursor moves to the start whenever that changes, or to the moment
 * in the address.
 */
export function useReplay(start: number, end: number, named: number | undefined): Replay {
  const [at, setAt] = useState(named ?? start)
  const [isPlaying, setIsPlaying] = useState(false)
  const [pace, setPace] = useState<number>(paces[1])
  useEffect(() => {
    setAt(named ?? start)
    setIsPlaying(false)
  }, [start, named])
  useEffect(() => {
    if (!isPlaying) return
    let drawnAtMs = performance.now()
    let frame = requestAnimationFrame(function step(nowMs) {
      frame = requestAnimationFrame(step)
      if (nowMs - drawnAtMs < drawEveryMs) return
      const passed = ((nowMs - drawnAtMs) / 1000) * pace
      drawnAtMs = nowMs
      setAt((before) => Math.min(before + passed, end))
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, pace, end])
  useEffect(() => {
    if (at >= end) setIsPlaying(false)
  }, [at, end])
  return {
    at,
    isPlaying,
    pace,
    setAt,
    setPace,
    toggle: () => {
      if (!isPlaying && at >= end) setAt(start)
      setIsPlaying(!isPlaying)
    },
  }
}
