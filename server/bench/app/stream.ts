/** The cost of a live stream of a thousand units: database queries, and processor time of the server. */
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Reader, readLive } from '#testing/people/reader.ts'
import type { Options, Say, Table } from '../bench.ts'
import { format } from '../compare.ts'
import { cpuSeconds } from '../machine.ts'
import type { Keep } from '../resources.ts'
import { openSite, type Site } from '../site.ts'
import { openTrackers, type Trackers } from '../trackers/trackers.ts'
import { addUnits } from '../trackers/units.ts'
import { clientOf } from './client.ts'

const units = 1_000
const aimPerUpdate = 0.001

export interface StreamCost {
  readonly table: Table
  readonly verdict: string
}

interface Round {
  readonly streams: number
  readonly perSecond: number
  readonly seconds: number
  readonly updates: number
  readonly questions: number
  readonly flushes: number
  readonly cpuMicroseconds: number
  readonly told: number
}

export async function measureStream(keep: Keep, { roundSeconds }: Options, say: Say): Promise<StreamCost> {
  const counts = join(tmpdir(), `waymark-bench-questions-${process.pid}.json`)
  const hook = join(import.meta.dirname, 'count-questions.mjs')
  const site = keep(
    await openSite(say, undefined, { nodeArguments: ['--import', hook], settings: { BENCH_COUNTS: counts } }),
  )
  const added = await addUnits(site, units)
  const token = await clientOf(site, added.dealer.accounts[0]!, added.units)
  const idents = added.units.map(({ ident }) => ident)
  const trackers = keep(await openTrackers(site.trackerPort, idents))
  await trackers.once(2)
  const rounds: Round[] = []
  const readers: Reader[] = []
  try {
    for (const streams of [0, 1, 20]) {
      while (readers.length < streams) readers.push(readLive(site.port, token))
      while (readers.some((reader) => reader.counts.begun === 0)) await wait(50)
      // Slow, then fast: this separates what depends on updates from what depends on time.
      for (const seconds of [4 * roundSeconds, roundSeconds]) {
        say(`${streams} streams, ${units} updates in ${seconds} s …`)
        rounds.push(await measure(site, counts, trackers, readers, seconds))
      }
    }
  } finally {
    for (const reader of readers) await reader.stop()
    rmSync(counts, { force: true })
  }
  const of = (streams: number) => rounds.filter((round) => round.streams === streams)
  const [slow, fast] = of(1) as [Round, Round]
  const [slowBefore, fastBefore] = of(0) as [Round, Round]
  /**
   * Queries per second that the stream adds, and how many more there are with four times as many updates per second.
   */
  const added1 = (slow.questions - slowBefore.questions) / slow.seconds
  const added4 = (fast.questions - fastBefore.questions) / fast.seconds
  const perUpdate = Math.max(0, (added4 - added1) / (fast.perSecond - slow.perSecond))
  const isComplete = rounds.every(({ told, updates, streams }) => told === updates * streams)
  return {
    table: {
      title: `A live stream of ${format(units)} units`,
      head: ['streams', 'updates a second', 'flushes', 'other queries', 'queries a second', 'cpu µs an update', 'sent'],
      rows: rounds.map((round) => [
        String(round.streams),
        format(round.perSecond),
        format(round.flushes),
        format(round.questions),
        format(round.questions / round.seconds),
        format(round.cpuMicroseconds),
        `${format(round.told)} of ${format(round.updates * round.streams)}`,
      ]),
    },
    verdict:
      `${perUpdate <= aimPerUpdate && isComplete ? 'met:' : 'MISSED:'} ${perUpdate.toFixed(3)} queries per update for a ` +
      `stream of ${format(units)} units (aim 0; ${added4.toFixed(1)} a second, whatever moves), each position sent once`,
  }
}

async function measure(
  site: Site,
  counts: string,
  trackers: Trackers,
  readers: readonly Reader[],
  seconds: number,
): Promise<Round> {
  const toldOf = () => readers.reduce((sum, { told }) => sum + [...told.values()].reduce((all, one) => all + one, 0), 0)
  const before = {
    ...(await readCounts(site, counts)),
    cpu: cpuSeconds(site.pid),
    told: toldOf(),
    at: performance.now(),
  }
  const { messages } = await trackers.once(seconds)
  // Gathered updates are sent within two seconds, and by then a reader has found any that it missed.
  await wait(2_500)
  const after = await readCounts(site, counts)
  return {
    streams: readers.length,
    perSecond: messages / seconds,
    seconds: (performance.now() - before.at) / 1000,
    updates: messages,
    questions: after.questions - before.questions,
    flushes: after.flushes - before.flushes,
    cpuMicroseconds: ((cpuSeconds(site.pid) - before.cpu) * 1e6) / messages,
    told: toldOf() - before.told,
  }
}

async function readCounts(site: Site, file: string): Promise<{ flushes: number; questions: number }> {
  rmSync(file, { force: true })
  process.kill(site.pid, 'SIGUSR2')
  for (;;) {
    await wait(20)
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      // Not written yet.
    }
  }
}
