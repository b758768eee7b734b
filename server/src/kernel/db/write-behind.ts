/**
 * Records things in passing and writes them a moment later, many at once: recording costs no query and waits for
 * nobody. What was not yet written is lost when the process is killed, and failed writes are not repeated, so this is
 * for logs that people look at and not for anything that must be exact (docs/decisions/0041).
 */
export interface WriteBehind<T> {
  add(item: T): void
  flush(): Promise<void>
  close(): Promise<void>
}

const everyMs = 1_000
/** How much can wait in memory; more is not recorded. */
const waitingMax = 10_000

export function writeBehind<T>(
  write: (items: readonly T[]) => Promise<void>,
  failed: (error: unknown) => void,
): WriteBehind<T> {
  let waiting: T[] = []
  let running = Promise.resolve()
  const writeWaiting = async () => {
    if (waiting.length === 0) return
    const items = waiting
    waiting = []
    await write(items).catch(failed)
  }
  const flush = () => {
    running = running.then(writeWaiting)
    return running
  }
  const timer = setInterval(() => void flush(), everyMs).unref()
  return {
    add(item) {
      if (waiting.length < waitingMax) waiting.push(item)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
