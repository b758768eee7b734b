/** Measures two sides in turns, so that other load on the machine hits both and the ratio survives it. */
import type { Options, Say } from './bench.ts'
import type { Job, Load, Outcome } from './load/load.ts'
import { cpuSeconds } from './machine.ts'

export interface Side {
  readonly job: Job
  /** The process whose work is measured. */
  readonly pid: number
}

export interface Measured {
  /** Medians over the rounds. */
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly cpuMicroseconds: number
}

export interface Comparison {
  readonly a: Measured
  readonly b: Measured
  /** Rate of a divided by rate of b, per pair of rounds: median, lowest and highest. */
  readonly ratio: number
  readonly lowest: number
  readonly highest: number
  /** Processor time of b's process divided by a's, per request. */
  readonly cpuRatio: number
}

/** One round of one side. */
export type Measure = (seconds: number) => Promise<Measured>

const warmUpSeconds = 2

export const compare = (load: Load, options: Options, say: Say, name: string, a: Side, b: Side): Promise<Comparison> =>
  compareRounds(
    options,
    say,
    name,
    (seconds) => measure(load, a, seconds),
    (seconds) => measure(load, b, seconds),
  )

export async function compareRounds(
  { rounds, roundSeconds }: Pick<Options, 'rounds' | 'roundSeconds'>,
  say: Say,
  name: string,
  a: Measure,
  b: Measure,
): Promise<Comparison> {
  await a(warmUpSeconds)
  await b(warmUpSeconds)
  const pairs: { a: Measured; b: Measured }[] = []
  for (let round = 1; round <= rounds; round++) {
    // The first may find the machine busier; alternating the order leaves no advantage.
    const isReversed = round % 2 === 0
    const first = await (isReversed ? b : a)(roundSeconds)
    const second = await (isReversed ? a : b)(roundSeconds)
    const pair = isReversed ? { a: second, b: first } : { a: first, b: second }
    pairs.push(pair)
    const rates = [pair.a, pair.b].map(({ perSecond }) => `${format(perSecond)}/s`).join(' : ')
    say(`  ${name}, round ${round} of ${rounds}: ${rates} = ${(pair.a.perSecond / pair.b.perSecond).toFixed(2)}`)
  }
  const ratios = pairs.map((pair) => pair.a.perSecond / pair.b.perSecond)
  const sideA = medians(pairs.map((pair) => pair.a))
  const sideB = medians(pairs.map((pair) => pair.b))
  return {
    a: sideA,
    b: sideB,
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    cpuRatio: median(pairs.map((pair) => pair.b.cpuMicroseconds / pair.a.cpuMicroseconds)),
  }
}

export async function measure(load: Load, { job, pid }: Side, seconds: number): Promise<Measured> {
  const cpuBefore = cpuSeconds(pid)
  const outcome: Outcome = await load.run(job, seconds)
  const cpu = cpuSeconds(pid) - cpuBefore
  return {
    perSecond: outcome.requests / outcome.seconds,
    p50Ms: outcome.p50Ms,
    p99Ms: outcome.p99Ms,
    cpuMicroseconds: (cpu * 1e6) / outcome.requests,
  }
}

export const medians = (rounds: readonly Measured[]): Measured => ({
  perSecond: median(rounds.map((round) => round.perSecond)),
  p50Ms: median(rounds.map((round) => round.p50Ms)),
  p99Ms: median(rounds.map((round) => round.p99Ms)),
  cpuMicroseconds: median(rounds.map((round) => round.cpuMicroseconds)),
})

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Figures as a reader wants them: 12,345 · 45.6 · 1.23 */
export const format = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3)
