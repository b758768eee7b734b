import { setTimeout as wait } from 'node:timers/promises'

/** Waits for a condition, with an end far beyond what a slow machine needs. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, patienceMs = 60_000): Promise<void> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await wait(20)) if (await isSo()) return
  throw new Error(`${what} did not happen.`)
}
