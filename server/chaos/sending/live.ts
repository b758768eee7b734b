/** Live readers over connections that are cut, while the server is killed: is a position missing or sent twice? */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openForCommand } from '#entry/installation.ts'
import { clientRealm, newSecret, secretHash } from '#identity/login/realm.ts'
import { openLine } from '#testing/faults/line.ts'
import { positionKey, type Reader, readLive } from '#testing/people/reader.ts'
import type { Check, Say, Verdict } from '../check.ts'
import { timesOf } from '../machinery/ledger.ts'
import { firstIdent, register } from '../machinery/registration.ts'
import { aSite, configOf, type Site } from '../machinery/site.ts'
import { startTracker, teltonikaOffset } from '../machinery/tracker.ts'

export const live: Check = {
  name: 'live',
  about:
    'Cuts the connection of each live reader for thirty seconds at a time while trackers send, some of them late data; in the ' +
    'last round Waymark is killed with kill -9 too. Afterwards every reader must have received every stored position exactly ' +
    'once, without having to start over.',
  numbers: { trackers: 20, readers: 6, rounds: 3, seconds: 30, others: 20 },
  switches: { forgetful: 'sends a reader that reconnects nothing of what it missed; the run passes if it notices' },
  async run({ number, isOn }, say) {
    const isForgetful = isOn('forgetful')
    const site = await aSite(isForgetful ? { planted: 'forgetful' } : {})
    try {
      const verdict = await cutRounds(site, {
        trackers: number('trackers'),
        readers: number('readers'),
        rounds: number('rounds'),
        seconds: number('seconds'),
        others: number('others'),
        say,
      })
      const isSound = verdict.missing === 0 && verdict.doubled === 0 && verdict.begun_anew === 0
      const isProof = verdict.stored > 0 && verdict.resumed > 0
      return { ...verdict, pass: isForgetful ? verdict.missing > 0 : isSound && isProof }
    } finally {
      await site.stop()
      site.remove()
    }
  },
}

interface Rounds {
  readonly trackers: number
  readonly readers: number
  readonly rounds: number
  readonly seconds: number
  readonly others: number
  readonly say: Say
}

const betweenMs = 10_000
const calmMs = 5_000

async function cutRounds(site: Site, { trackers, readers, rounds, seconds, others, say }: Rounds) {
  await site.start()
  const shown = await register(site, trackers)
  const rest = await register(site, others, 'others', firstIdent + 1_000_000)
  const token = await listenerOf(site, shown[0]!.id)
  const httpPort = Number(site.environment.WAYMARK_HTTP_PORT)
  const lines = await Promise.all(Array.from({ length: readers }, () => openLine(httpPort)))
  const listening = lines.map(({ port }) => readLive(port, token))
  while (listening.some(({ counts }) => counts.begun === 0)) await wait(50)
  const port = site.gatewayPort + teltonikaOffset
  const firstTime = Math.floor(Date.now() / 1000) - 80_000
  const fleet = shown.map(({ ident }, index) =>
    startTracker(ident, port, firstTime, { pauseMs: 700, isLate: index % 4 === 0 }),
  )
  // The others are not checked; they only keep the server busy.
  const load = rest.map(({ ident }) => startTracker(ident, port, firstTime))
  for (let round = 1; round <= rounds; round++) {
    await wait(betweenMs)
    const isLast = round === rounds
    say(`Round ${round} of ${rounds}: ${seconds} s without a connection${isLast ? ', and a kill' : ''}`)
    // Every other reader on its own schedule, so that some listen while others are away.
    for (const [index, line] of lines.entries()) if (isLast || index % 2 === round % 2) line.cut()
    await wait((seconds * 1000) / 2)
    if (isLast) {
      await site.killWaymark()
      await site.start()
    }
    await wait((seconds * 1000) / 2)
    for (const line of lines) line.restore()
  }
  await wait(betweenMs)
  say('Letting the trackers finish …')
  await Promise.all([...fleet, ...load].map((tracker) => tracker.finish()))
  await untilCalm(listening)
  const visit = await openForCommand(configOf(site))
  const stored = new Set<string>()
  let inAll = 0
  try {
    for (const { id } of shown) for (const time of await timesOf(visit.ctx, id)) stored.add(positionKey(id, time))
    for (const { id } of rest) inAll += (await timesOf(visit.ctx, id)).length
  } finally {
    await visit.close()
  }
  for (const reader of listening) await reader.stop()
  for (const line of lines) await line.close()
  const sum = (of: (reader: Reader) => number) => listening.reduce((total, reader) => total + of(reader), 0)
  return {
    readers,
    stored: stored.size,
    stored_for_others: inAll,
    resumed: sum(({ counts }) => counts.resumed),
    begun_anew: sum(({ counts }) => counts.reset),
    missing: sum(({ told }) => [...stored].filter((key) => !told.has(key)).length),
    doubled: sum(({ told }) => [...told.values()].filter((count) => count > 1).length),
    never_stored: sum(({ told }) => [...told.keys()].filter((key) => !stored.has(key)).length),
    pass: false,
  } satisfies Verdict
}

/** Waits until no reader has received anything for some seconds. */
async function untilCalm(listening: readonly Reader[]): Promise<void> {
  const size = () => listening.reduce((sum, { told }) => sum + told.size, 0)
  for (let before = -1; size() !== before; ) {
    before = size()
    await wait(calmMs)
  }
}

/** A session of a user who sees this unit. */
async function listenerOf(site: Site, unit: number): Promise<string> {
  const secret = newSecret(clientRealm)
  const visit = await openForCommand(configOf(site))
  const { db } = visit.ctx
  try {
    await sql`update accounts set ack = now()`.execute(db)
    const { rows } = await sql<{ id: number; userId: string }>`
      select accounts.id, users.id as user_id from accounts join users on users.account_id = accounts.id
        join units on units.account_id = accounts.id
      where units.id = ${unit} limit 1`.execute(db)
    const { id, userId } = rows[0]!
    await sql`
      insert into sessions (id, hash, user_id, account_id, created_at, last_used_at, expires_at)
      values (gen_random_uuid(), ${secretHash(secret)}, ${userId}, ${id}, now(), now(), now() + interval '1 day')`.execute(
      db,
    )
  } finally {
    await visit.close()
  }
  return secret
}
