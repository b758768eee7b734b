/** Compares our operations with bare handlers on the same database. */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fleetApp } from '#kernel/applications.ts'
import type { Options, Say, Table } from '../bench.ts'
import { type Comparison, compare, format, type Side } from '../compare.ts'
import type { Job, Load } from '../load/load.ts'
import { type Site, stopChild } from '../site.ts'
import type { Dealer } from './fill.ts'

export interface AgainstBare {
  readonly table: Table
  /** The lowest of the ratios that have an aim. */
  readonly worst: number
}

const aim = 0.6

interface Contest {
  readonly name: string
  readonly ours: Job
  readonly bare: Job
  /** False for a comparison that is only listed for completeness. */
  readonly hasAim: boolean
}

export async function againstBare(
  { site, load, options, say }: { site: Site; load: Load; options: Options; say: Say },
  measured: Dealer,
  creating: Dealer,
): Promise<AgainstBare> {
  const results: { contest: Contest; comparison: Comparison }[] = []
  for (const dealer of [measured, creating]) {
    const bare = await startBare(site, dealer)
    try {
      const contests = dealer === measured ? reads(site, dealer, bare.port) : creations(site, dealer, bare.port)
      for (const contest of contests) {
        await sameAnswers(contest)
        const ours: Side = { job: contest.ours, pid: site.pid }
        const theirs: Side = { job: contest.bare, pid: bare.pid }
        results.push({ contest, comparison: await compare(load, options, say, contest.name, ours, theirs) })
      }
    } finally {
      await stopChild(bare.child)
    }
  }
  return {
    table: tableOf(results),
    worst: Math.min(...results.filter(({ contest }) => contest.hasAim).map(({ comparison }) => comparison.ratio)),
  }
}

const ofDealer = (dealer: Dealer) => ({ 'x-accesstoken': dealer.token })

function reads(site: Site, dealer: Dealer, barePort: number): Contest[] {
  const get = { method: 'GET', headers: ofDealer(dealer) } as const
  const contest = (name: string, path: string, connections: number): Contest => ({
    name,
    hasAim: true,
    ours: { ...get, port: site.port, path: `/provider${path}`, connections },
    bare: { ...get, port: barePort, path, connections },
  })
  return [
    contest('read one account', `/accounts/${dealer.accounts[0]}`, 16),
    // Fewer in parallel: an answer is half a megabyte.
    contest('list 1,000 units', '/units', 4),
  ]
}

function creations(site: Site, dealer: Dealer, barePort: number): Contest[] {
  const post = { method: 'POST', headers: ofDealer(dealer), connections: 16 } as const
  // Many accounts, as in production: creations in one account wait for each other at its quota.
  const bodies = (word: string) =>
    dealer.accounts.map((account) =>
      JSON.stringify({ name: 'Van', ident: `${word}########`, hw_id: 101, app_id: fleetApp, account_id: account }),
    )
  const contest = (name: string, barePath: string, word: string, hasAim: boolean): Contest => ({
    name,
    hasAim,
    ours: { ...post, port: site.port, path: '/provider/units', bodies: bodies(`our-${word}`) },
    bare: { ...post, port: barePort, path: barePath, bodies: bodies(`bar-${word}`) },
  })
  return [
    contest('create a unit', '/units', 'full', true),
    contest('create a unit, bare without quota and audit', '/units-alone', 'lone', false),
  ]
}

async function startBare(site: Site, dealer: Dealer): Promise<{ child: ChildProcess; port: number; pid: number }> {
  const child = fork(join(import.meta.dirname, 'bare.ts'), [site.databaseUrl, String(dealer.id)])
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The bare server did not start.')))
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }]
  // From here on it runs until we end it.
  ended.catch(() => {})
  return { child, port, pid: child.pid as number }
}

/** Checked before anything is compared: both sides must send the same body, except for what is new in each creation. */
async function sameAnswers({ name, ours, bare }: Contest): Promise<void> {
  const [one, other] = [await answerTo(ours), await answerTo(bare)]
  assert.equal(one, other, `${name}: the bare handler must answer the same`)
}

let probes = 0

async function answerTo({ method, port, path, headers, bodies }: Job): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers, ...(bodies && { 'content-type': 'application/json' }) },
    ...(bodies && { body: bodies[0]!.replace('########', `probe-${++probes}`) }),
  })
  const text = await response.text()
  assert.ok(response.ok, text)
  return method === 'GET' ? text : text.replace(/"(id|ident|created_at|updated_at)":[^,]+/g, '"$1":…')
}

const tableOf = (results: readonly { contest: Contest; comparison: Comparison }[]): Table => ({
  title: 'Against a bare handler',
  head: [
    'operation',
    'ours /s',
    'bare /s',
    'ratio (lowest–highest)',
    'aim',
    'ours p50/p99 ms',
    'bare p50/p99 ms',
    'cpu µs ours',
    'cpu µs bare',
    'cpu ratio',
  ],
  rows: results.map(({ contest, comparison: { a, b, ratio, lowest, highest, cpuRatio } }) => [
    contest.name,
    format(a.perSecond),
    format(b.perSecond),
    `**${ratio.toFixed(2)}** (${lowest.toFixed(2)}–${highest.toFixed(2)})`,
    contest.hasAim ? `≥ ${aim}` : '–',
    `${format(a.p50Ms)} / ${format(a.p99Ms)}`,
    `${format(b.p50Ms)} / ${format(b.p99Ms)}`,
    format(a.cpuMicroseconds),
    format(b.cpuMicroseconds),
    cpuRatio.toFixed(2),
  ]),
})

export const reachesBare = (worst: number): boolean => worst >= aim
