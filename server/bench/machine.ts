/** The machine, named by its cores and memory only, and how busy others keep it. */
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg, totalmem } from 'node:os'

export const describeMachine = (): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GB of memory`

/** To be asked before the bench begins: afterwards it would be mostly our own. */
export const describeLoad = (): string =>
  `load average ${loadavg()
    .slice(0, 2)
    .map((value) => value.toFixed(1))
    .join(' and ')} (1 and 5 minutes) when the run began`

const ticksPerSecond = 100

/** Processor seconds a process has used so far. Unlike the clock on the wall, it hardly feels the neighbours. */
export function cpuSeconds(pid: number): number {
  // After the command's closing bracket: state first, user and system ticks as the 12th and 13th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
