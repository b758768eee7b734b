/**
 * Runs frequent work at most once in so many milliseconds, and never twice at the same time. Calls in between cause one
 * more run when it is due.
 */
export function paced(everyMs: number, work: () => Promise<unknown>): { ask(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [isBusy, isWanted, isStopped, lastMs] = [false, false, false, 0]
  const run = async () => {
    timer = undefined
    isWanted = false
    isBusy = true
    await work().catch(() => {})
    isBusy = false
    lastMs = Date.now()
    if (isWanted) plan()
  }
  const plan = () => {
    if (!isStopped) timer ??= setTimeout(() => void run(), Math.max(0, lastMs + everyMs - Date.now()))
  }
  return {
    ask() {
      isWanted = true
      if (!isBusy) plan()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
