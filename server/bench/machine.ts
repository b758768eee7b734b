/** The machine, described by its cores and memory only, and how busy others keep it. */
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

export const describeMachine = (): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GB of memory`

/** Call it before the bench begins: afterwards the load would be mostly our own. */
export const describeLoad = (): string =>
  `load average ${loadavg()
    .slice(0, 2)
    .map((value) => value.toFixed(1))
    .join(' and ')} (1 and 5 minutes) when the run began`

const ticksPerSecond = 100

/** Processor seconds that a process has used so far. Unlike wall time, it is hardly affected by other load. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/**
 * After the command's closing bracket: state, parent; user and system ticks as the 12th and 13th, then those of children that
 * have ended. Empty for a process that has ended.
 */
function statOf(pid: number | string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

export const parentOf = (pid: number): number => Number(statOf(pid)[1])

/** For a process and its children, including those that have ended meanwhile. */
export function cpuSecondsOfFamily(pid: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const members = processes.map(statOf).filter(([, parent]) => Number(parent) === pid)
  const ticks = [statOf(pid), ...members].flatMap((fields) => fields.slice(11, 15))
  return ticks.reduce((sum, one) => sum + Number(one), 0) / ticksPerSecond
}

export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Of all cores since the machine started, in any unit. */
export function cpuTimes(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((core) => core.times)
  const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0)
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((one) => Object.values(one))) }
}
