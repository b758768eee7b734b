/** Work that would hold the event loop for long lets others have a turn: trackers and requests wait meanwhile. */
import { setImmediate as nextTurn } from 'node:timers/promises'

const turnMs = 10

/** The function is for every step of a loop. It waits only after the work has lasted ten milliseconds. */
export function turns(): () => Promise<void> {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < turnMs) return
    await nextTurn()
    sinceMs = performance.now()
  }
}
