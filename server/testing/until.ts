import { setTimeout as wait } from 'node:timers/promises'

/** Waits until something is true, with a limit far beyond what a slow machine needs. */
export async function until<T>(
  what: string,
  find: () => T | Promise<T>,
  patienceMs = 60_000,
): Promise<Exclude<T, false | undefined>> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await wait(20)) {
    const found = await find()
    if (found) return found as Exclude<T, false | undefined>
  }
  throw new Error(`${what} did not happen.`)
}

/** Waits for a promise, with the same limit. */
export async function soon<T>(what: string, coming: Promise<T>, patienceMs = 60_000): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  // A test that continues without what it waited for must not keep its process alive.
  const timer = setTimeout(() => reject(new Error(`${what} did not come.`)), patienceMs).unref()
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}
