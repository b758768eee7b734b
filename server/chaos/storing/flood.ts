/** A flood of datagrams with invented idents: does the API stay fast, and are known trackers served? */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { openForCommand } from '#entry/installation.ts'
import { createDealer } from '#identity/dealers/actions.ts'
import type { Check, Say } from '../check.ts'
import { register } from '../machinery/registration.ts'
import { aSite, configOf, type Site } from '../machinery/site.ts'
import { startTracker, teltonikaOffset } from '../machinery/tracker.ts'
import type { FloodOrder } from './flood-sender.ts'

export const flood: Check = {
  name: 'flood',
  about:
    'Sends datagrams with unknown idents at the given rate, while the API gets requests and a known tracker sends from the ' +
    "same network. The API's median must stay within twice its quiet value, and the tracker must be served throughout.",
  numbers: { rate: 4_000, seconds: 15, networks: 1 },
  async run({ seed, number }, say) {
    const site = await aSite({ settings: { WAYMARK_RATE_LIMIT: '1000000', WAYMARK_RATE_LIMIT_ADDRESS: '1000000' } })
    try {
      await site.start()
      return await measure(
        site,
        { rate: number('rate'), seconds: number('seconds'), networks: number('networks') },
        seed,
        say,
      )
    } finally {
      await site.stop()
      site.remove()
    }
  },
}

const askers = 3
const addressesPerNetwork = 20
const gl200Offset = 4

interface Load {
  readonly rate: number
  readonly seconds: number
  readonly networks: number
}

async function measure(site: Site, { rate, seconds, networks }: Load, seed: number, say: Say) {
  const [unit] = await register(site, 1)
  const ask = await anAsker(site)
  const firstTime = Math.floor(Date.now() / 1000) - 80_000
  const tracker = startTracker(unit!.ident, site.gatewayPort + teltonikaOffset, firstTime, {
    pauseMs: 100,
    localAddress: '127.0.1.1',
  })
  while (tracker.acknowledged.size === 0) await wait(50)
  // The first requests warm everything up.
  await ask(3)
  const before = await ask(seconds)
  say(`Quiet: ${before.times.length} requests, median ${median(before.times)} ms`)

  const order: FloodOrder = {
    port: site.gatewayPort + gl200Offset,
    perSecond: rate,
    sources: sourcesOf(networks),
    seed,
  }
  const sender = new Worker(new URL('./flood-sender.ts', import.meta.url), { workerData: order })
  let sent = 0
  sender.on('message', (count: number) => {
    sent = count
  })
  await once(sender, 'message')
  const servedBefore = tracker.acknowledged.size
  const during = await ask(seconds)
  const served = tracker.acknowledged.size - servedBefore
  await sender.terminate()
  say(`Flooded: ${sent} datagrams, ${during.times.length} requests, median ${median(during.times)} ms`)
  await wait(1_000)
  const after = await ask(seconds)
  say(`Quiet again: ${after.times.length} requests, median ${median(after.times)} ms`)
  await tracker.finish()

  const quietMs = median([...before.times, ...after.times])
  const floodedMs = median(during.times)
  const failed = before.failed + during.failed + after.failed
  return {
    datagrams_per_second: Math.round(sent / seconds),
    networks,
    quiet_ms: quietMs,
    flooded_ms: floodedMs,
    flooded_max_ms: Math.round(Math.max(...during.times)),
    requests: during.times.length,
    failed,
    served_during: served,
    pass: during.times.length > 0 && floodedMs <= 2 * quietMs && failed === 0 && served > 0,
  }
}

/** Each network is one of 127.0.x.0/24, but not the first: this machine itself has higher limits. */
const sourcesOf = (networks: number): string[] =>
  Array.from({ length: networks * addressesPerNetwork }, (_, at) => {
    const [network, host] = [(at % networks) + 1, Math.floor(at / networks)]
    return `127.${Math.floor(network / 256)}.${network % 256}.${host + 2}`
  })

/** Sends requests to the API from several clients at once for this many seconds. */
async function anAsker(site: Site) {
  const visit = await openForCommand(configOf(site))
  const dealer = await createDealer(visit.ctx, { name: 'Flooded', dialect: 'provider', isVerified: true })
  await visit.close()
  const url = `http://127.0.0.1:${site.environment.WAYMARK_HTTP_PORT}/provider/accounts/count`
  const headers = { 'x-accesstoken': dealer.accessToken }
  return async (seconds: number): Promise<{ times: number[]; failed: number }> => {
    const end = performance.now() + seconds * 1000
    const times: number[] = []
    let failed = 0
    const one = async () => {
      while (performance.now() < end) {
        const begin = performance.now()
        const isFine = await fetch(url, { headers }).then(
          async (answer) => (await answer.text()) !== '' && answer.ok,
          () => false,
        )
        if (!isFine) failed += 1
        times.push(performance.now() - begin)
        await wait(20)
      }
    }
    await Promise.all(Array.from({ length: askers }, one))
    return { times, failed }
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 10) / 10
}
