/** Whether trackers notice five hundred reports due at once, or a thousand sensors computed from the start. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { clientOf } from '../app/client.ts'
import type { Options, Say, Table } from '../bench.ts'
import { format, median } from '../compare.ts'
import { untilComputed } from '../computed.ts'
import type { Keep } from '../resources.ts'
import { openSite, type Site } from '../site.ts'
import { openTrackers, type Trackers } from '../trackers/trackers.ts'
import { addUnits, type BenchUnit, noThrottle, withClient } from '../trackers/units.ts'
import { addMessages, addTrips, monthFrom } from './month.ts'

const trackerCount = 1_000
/** An account has at most a hundred saved reports. */
const clientCount = 5
const unitsPerClient = 200
const reportsPerClient = 100
const fleetSize = clientCount * unitsPerClient
const reportCount = clientCount * reportsPerClient
const unitsPerReport = 20
const messageSeconds = 600
const packetSize = 10
export const ingestTarget = 0.9

export interface DuringIngest {
  readonly table: Table
  /** The lowest of the ratios. */
  readonly worst: number
}

interface Client {
  readonly token: string
  readonly units: readonly BenchUnit[]
}

interface Work {
  readonly name: string
  /** One of several equal parts of the work. */
  begin(part: number, parts: number): Promise<void>
  /** How much is left. */
  left(): Promise<number>
}

export async function measureDuringIngest(keep: Keep, options: Options, say: Say): Promise<DuringIngest> {
  const site = keep(await openSite(say, options.profileFolder, { settings: noThrottle }))
  const { units, dealer } = await addUnits(site, trackerCount + fleetSize)
  const fleet = units.slice(trackerCount)
  const clients: Client[] = []
  for (let at = 0; at < clientCount; at++) {
    const own = fleet.slice(at * unitsPerClient, (at + 1) * unitsPerClient)
    clients.push({ token: await clientOf(site, dealer.accounts[at]!, own), units: own })
  }
  const from = monthFrom()
  say(`Writing a month of ${format(fleetSize)} units …`)
  await addTrips(site, fleet, from)
  await addMessages(site, fleet, from, messageSeconds)
  const idents = units.slice(0, trackerCount).map(({ ident }) => ident)
  const trackers = keep(await openTrackers(site.trackerPort, idents))
  const rows = []
  for (const work of [await reports(site, clients), sensors(site, clients)]) {
    rows.push(await measure(site, trackers, work, options, say))
    await untilComputed(site)
  }
  return { table: tableOf(rows), worst: Math.min(...rows.map(({ ratio }) => ratio)) }
}

/** All fall due at the same moment, as on a Monday at seven. */
async function reports(site: Site, clients: readonly Client[]): Promise<Work> {
  for (const { token, units } of clients) {
    for (let at = 0; at < reportsPerClient; at++) {
      const first = (at * unitsPerReport) % unitsPerClient
      await ask(site, token, '/client/saved-reports', {
        ...{ name: `Trips ${at}`, kind: 'trips', by: 'unit', format: 'xlsx', every: 'week', tz: 'UTC' },
        unit_ids: units.slice(first, first + unitsPerReport).map(({ id }) => id),
        emails: ['fleet@example.com'],
      })
    }
  }
  let due = 0
  return {
    name: `${reportCount} reports of a week, ${unitsPerReport} units each, as XLSX`,
    begin: (part, parts) =>
      withClient(site.databaseUrl, async (client) => {
        const { rowCount } = await client.query(
          `update saved_reports set next_at = date_trunc('week', now()) where id in (
             select id from saved_reports
             where not exists (select from report_runs where report_id = saved_reports.id) order by id limit $1)`,
          [shareOf(reportCount, part, parts)],
        )
        due += rowCount ?? 0
      }),
    left: async () => {
      const states = await site.ctx.db
        .selectFrom('reportRuns')
        .select('state')
        .where('state', '!=', 'waiting')
        .execute()
      assert.ok(states.every(({ state }) => state === 'done'))
      return due - states.length
    },
  }
}

const sensors = (site: Site, clients: readonly Client[]): Work => ({
  name: `A sensor for ${format(fleetSize)} units, computed over a month`,
  begin: async (part, parts) => {
    const fleet = clients.flatMap(({ token, units }) => units.map(({ id }) => ({ token, id })))
    for (const { token, id } of fleet.filter((_, at) => at % parts === part)) {
      await ask(site, token, `/client/units/${id}/sensors`, {
        name: 'Supply',
        formula: 'power.voltage * 2 + 1',
        measure: 'V',
        smoothing: 'median',
      })
    }
  },
  left: async () => {
    const { left } = await site.ctx.db
      .selectFrom('followedUnits')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .where('follower', '=', 'sensors')
      .where('dirtyFrom', 'is not', null)
      .executeTakeFirstOrThrow()
    return left
  },
})

interface Row {
  readonly name: string
  readonly alone: number
  readonly during: number
  readonly ratio: number
  readonly p99Alone: number
  readonly p99During: number
  readonly seconds: number
}

const shareOf = (all: number, part: number, parts: number): number =>
  Math.floor((all * (part + 1)) / parts) - Math.floor((all * part) / parts)

/** Pairs of rounds: all trackers alone, and the same during a part of the work, whose rest is then awaited. */
async function measure(site: Site, trackers: Trackers, work: Work, options: Options, say: Say): Promise<Row> {
  const { rounds, roundSeconds } = options
  await trackers.run(packetSize, roundSeconds)
  const pairs: { readonly alone: RoundOf; readonly during: RoundOf }[] = []
  let seconds = 0
  for (let round = 0; round < rounds; round++) {
    await untilComputed(site)
    const alone = await trackers.run(packetSize, roundSeconds)
    await untilComputed(site)
    const began = performance.now()
    await work.begin(round, rounds)
    const during = await trackers.run(packetSize, roundSeconds)
    say(`  ${work.name}: ${format(rateOf(alone))}/s alone, ${format(rateOf(during))}/s during it`)
    while ((await work.left()) > 0) await wait(200)
    seconds += (performance.now() - began) / 1000
    pairs.push({ alone, during })
  }
  const medianOf = (pick: (pair: (typeof pairs)[number]) => number) => median(pairs.map(pick))
  return {
    ...{ name: work.name, seconds },
    ...{ alone: medianOf(({ alone }) => rateOf(alone)), during: medianOf(({ during }) => rateOf(during)) },
    ratio: medianOf(({ alone, during }) => rateOf(during) / rateOf(alone)),
    ...{ p99Alone: medianOf(({ alone }) => alone.p99Ms), p99During: medianOf(({ during }) => during.p99Ms) },
  }
}

type RoundOf = Awaited<ReturnType<Trackers['run']>>

const rateOf = ({ messages, seconds }: { readonly messages: number; readonly seconds: number }) => messages / seconds

async function ask({ port }: Site, token: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  assert.ok(answer.ok, await answer.text())
}

const tableOf = (rows: readonly Row[]): Table => ({
  title: `${format(trackerCount)} trackers with packets of ${packetSize}, alone and during other work`,
  head: ['work', 'stored messages/s alone', 'during it', 'ratio', 'aim', 'p99 ms alone', 'during it', 'work took, s'],
  rows: rows.map(({ name, alone, during, ratio, p99Alone, p99During, seconds }) => [
    ...[name, format(alone), format(during), `**${ratio.toFixed(2)}**`, `≥ ${ingestTarget}`, format(p99Alone)],
    ...[format(p99During), seconds.toFixed(1)],
  ]),
})
