import { readDemo } from '../../demo/demo.ts'
import { hostOf } from '../../demo/fleet.ts'
import { encoders } from '../../simulation/encoders.ts'
import { type Fleet, ownPorts, type RouteName, routes, startFleet } from '../../simulation/fleet.ts'
import { openLine } from '../../simulation/line.ts'
import { readersForFleet, readersMax, readersName, tagsMax } from '../../simulation/readers.ts'
import type { Tally } from '../../simulation/tally.ts'
import { callOf, dealerForFleet, unitsForFleet, unitsMax } from '../../simulation/units.ts'
import { command, flag, optional } from '../command.ts'
import { count, decimal, duration, id, oneOf, text } from '../values.ts'

/** Trackers that were out of reach at the end still send what they have. */
const patienceMs = 30_000
const reportEveryMs = 500
const secondsMax = 86_400

const protocolNames = ['all', ...encoders.map(({ protocol }) => protocol)]

export const simulateCommands = [
  command({
    name: 'simulate',
    about:
      'Runs simulated trackers with real protocols over real connections. Creates missing units in an account "Simulated fleet".',
    options: {
      units: optional(count(unitsMax), `Number of trackers, up to ${unitsMax}. Default: 10.`, 10),
      protocol: optional(
        oneOf(protocolNames),
        'Protocol; all uses each of them in turn. Default: teltonika.',
        'teltonika',
      ),
      tags: optional(
        count(tagsMax),
        `Number of tags. Gateways in an account "${readersName}" detect them, with teltonika or minifinder2.`,
      ),
      rate: optional(decimal(0.01, 100), 'Positions per second and tracker. Default: 0.2.', 0.2),
      duration: optional(duration, 'Duration, for example 10m, up to a day. Default: 60s.', 60),
      route: optional(oneOf(Object.keys(routes)), 'Route. Default: city.', 'city'),
      gaps: flag('Trackers lose coverage now and then and send stored positions afterwards.'),
      duplicates: flag('Trackers resend acknowledged packets.'),
      late: flag('Trackers send some records long after newer ones.'),
      'bad-clock': flag('Trackers send some records with impossible times.'),
      dealer: optional(id, 'Uses this dealer’s units first, except those with a real tracker.'),
      host: optional(text('HOST'), "Host of the gateway. Default: this installation's."),
      port: optional(count(65_535), "One port for all protocols. Default: each protocol's own."),
    },
    async run(tool, given) {
      const { config } = tool
      if (given.duration > secondsMax) throw new Error('The maximum duration is one day.')
      const host = given.host ?? hostOf(config.gatewayHost)
      const portOf = given.port === undefined ? ownPorts(config.gatewayPort) : () => given.port as number
      const chosen = encoders.filter(({ protocol }) => given.protocol === 'all' || given.protocol === protocol)
      const able = given.tags === undefined ? chosen : chosen.filter(({ hears }) => hears !== undefined)
      if (able.length === 0) throw new Error(`Simulated ${given.protocol} trackers cannot detect tags.`)
      await requireGateway(host, portOf(able[0]!.protocol))
      const { ctx } = await tool.open()
      tool.report('Looking for units …')
      const dealer = given.dealer ?? (await dealerForFleet(ctx, readDemo(config)[0]?.dealer_id))
      const wish = { encoders: able, count: given.units, takesOthers: given.dealer !== undefined }
      const units =
        given.tags === undefined
          ? await unitsForFleet(ctx, dealer, wish)
          : await readersForFleet(callOf(ctx, dealer), able, Math.min(given.units, readersMax), given.tags)
      const quirks = { gaps: given.gaps, duplicates: given.duplicates, late: given.late, badClock: given['bad-clock'] }
      const fleet = startFleet({
        units,
        clock: ctx.clock,
        host,
        portOf,
        rate: given.rate,
        seconds: given.duration,
        route: given.route as RouteName,
        quirks,
      })
      await drive(fleet, units.length, given.duration, tool)
      return summary(fleet.tally, units.length, dealer)
    },
    isTrouble: ({ sent, acknowledged, refused, units, spoke }) =>
      acknowledged === 0 || acknowledged < sent || refused > 0 || spoke < units,
  }),
]

/** Before units are created for nothing. */
async function requireGateway(host: string, port: number): Promise<void> {
  try {
    const line = await openLine(host, port)
    line.close()
  } catch {
    throw new Error(`No gateway answers at ${host}, port ${port}. Is the server running?`)
  }
}

async function drive(
  fleet: Fleet,
  units: number,
  seconds: number,
  { signal, report }: { signal: AbortSignal; report(sentence: string): void },
): Promise<void> {
  const { tally } = fleet
  const timer = setInterval(() => report(progress(tally, units)), reportEveryMs)
  signal.addEventListener('abort', fleet.stop)
  try {
    await new Promise<void>((resolve) => {
      const end = setTimeout(resolve, seconds * 1000)
      signal.addEventListener('abort', () => {
        clearTimeout(end)
        resolve()
      })
    })
    if (!signal.aborted) await fleet.finish(patienceMs)
  } finally {
    clearInterval(timer)
    fleet.stop()
  }
}

const progress = (tally: Tally, units: number): string =>
  `${tally.connected} of ${units} connected, ${tally.sent} sent, ${tally.acknowledged} acknowledged, ` +
  `${tally.refused} refused, answers within ${tally.answerMs(0.5) ?? '–'} ms (p50), ${tally.answerMs(0.99) ?? '–'} ms (p99)`

const summary = (tally: Tally, units: number, dealer: number) => ({
  dealer_id: dealer,
  units,
  spoke: tally.spoke,
  sent: tally.sent,
  acknowledged: tally.acknowledged,
  refused: tally.refused,
  resent: tally.resent,
  repeated: tally.repeated,
  broken: tally.broken,
  p50_ms: tally.answerMs(0.5) ?? null,
  p99_ms: tally.answerMs(0.99) ?? null,
})
