/**
 * Work that is asked for often runs at most once in so many milliseconds, and never twice at a time. What is asked for
 * meanwhile is done once more when its time has come.
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
