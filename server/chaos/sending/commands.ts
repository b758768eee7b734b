import { setTimeout as wait } from 'node:timers/promises'
import type { ProtocolName } from '@waymark/devices'
import { openForCommand } from '#entry/installation.ts'
import { encoderOf } from '#entry/simulation/encoders.ts'
import { ownPorts, startFleet } from '#entry/simulation/fleet.ts'
import { randomFrom } from '#entry/simulation/random.ts'
import type { Context } from '#kernel/context.ts'
import { advanceTo } from '#kernel/time/clock.ts'
import { answerSeconds } from '#tracking/commands/command.ts'
import type { Check, Say } from '../check.ts'
import { firstIdent, registerClient } from '../machinery/registration.ts'
import { aSite, configOf, type Site } from '../machinery/site.ts'

export const commands: Check = {
  name: 'commands',
  about:
    'Kills Waymark and its PostgreSQL with kill -9 at random moments while commands are sent to trackers of three protocols. ' +
    'No tracker may get one twice, none may be lost silently, and none may be acknowledged that no tracker got.',
  numbers: { cycles: 20, trackers: 12 },
  switches: { 'send-first': 'sends before the command is marked; the run then passes when it sees one sent twice' },
  async run({ seed, number, isOn }, say) {
    const isSendFirst = isOn('send-first')
    const random = randomFrom(String(seed))
    const result = await giveCommands({
      cycles: number('cycles'),
      trackers: number('trackers'),
      isSendFirst,
      random,
      say,
    })
    const { twice, lost, unreceived, open, crashed, acknowledged } = result
    return {
      ...result,
      pass: isSendFirst ? twice > 0 : twice + lost + unreceived + open + crashed === 0 && acknowledged > 0,
    }
  },
}

interface Options {
  readonly cycles: number
  readonly trackers: number
  readonly isSendFirst: boolean
  readonly random: () => number
  readonly say: Say
}

interface Tracked {
  readonly id: number
  readonly ident: string
  readonly protocol: ProtocolName
}

export async function giveCommands({ cycles, trackers, isSendFirst, random, say }: Options) {
  const site = await aSite({
    ...(isSendFirst && { planted: 'send-first' }),
    settings: { WAYMARK_CLOCK: 'test', WAYMARK_RATE_LIMIT: '1000000', WAYMARK_RATE_LIMIT_ADDRESS: '1000000' },
  })
  try {
    await site.start()
    const visit = await openForCommand(configOf(site))
    const { units, token } = await register(visit.ctx, trackers)
    /** How often each text was received, by any tracker. */
    const received = new Map<string, number>()
    const fleet = startFleet({
      units: units.map(({ ident, protocol }) => ({ ident, encoder: encoderOf(protocol)! })),
      clock: visit.ctx.clock,
      host: '127.0.0.1',
      portOf: ownPorts(site.gatewayPort),
      rate: 1,
      onCommand(_ident, words) {
        const text = /order-\d+/.exec(words)?.[0] ?? words
        received.set(text, (received.get(text) ?? 0) + 1)
      },
    })
    const giver = startGiver(site, token, units)
    const killed = { waymark: 0, postgres: 0 }
    for (let cycle = 1; cycle <= cycles; cycle++) {
      // There must be work to interrupt, however slow the machine is.
      await untilMore(giver.given, givenPerCycle)
      await wait(random() * 500)
      if (random() < 0.25) {
        site.killPostgres()
        killed.postgres += 1
      } else {
        await site.killWaymark()
        killed.waymark += 1
        await site.start()
      }
      say(`${cycle} of ${cycles} cycles, ${giver.given.size} given, ${received.size} received`)
    }
    await giver.stop()
    await site.ready()
    say('Letting the trackers answer …')
    const states = await settledStates(visit.ctx, (sentence) =>
      say(`${sentence}, ${fleet.tally.connected} of ${units.length} trackers are connected`),
    )
    fleet.stop()
    await visit.close()
    return { cycles, killed, ...judged(giver.given, received, states), crashed: site.crashes() }
  } finally {
    await site.stop()
    site.remove()
  }
}

type States = ReadonlyMap<string, string>

function judged(given: ReadonlySet<string>, received: ReadonlyMap<string, number>, states: States) {
  const count = (state: string) => [...states.values()].filter((one) => one === state).length
  return {
    given: given.size,
    received: received.size,
    acknowledged: count('acknowledged'),
    /** Sent, or about to be, when everything died: the command says so, and was sent at most once. */
    failed: count('failed'),
    twice: [...received.values()].filter((times) => times > 1).length,
    /** Answered with 200, and missing. */
    lost: [...given].filter((text) => !states.has(text)).length,
    /** Acknowledged, although no tracker received it. */
    unreceived: [...states].filter(([text, state]) => state === 'acknowledged' && !received.has(text)).length,
    open: count('queued') + count('sent'),
  }
}

const givenPerCycle = 15

async function untilMore(given: ReadonlySet<string>, count: number): Promise<void> {
  const [before, deadline] = [given.size, Date.now() + 30_000]
  while (given.size < before + count && Date.now() < deadline) await wait(5)
}

const givers = 6

/** Creates commands one after the other, each until it is accepted; the same key makes a retry the same command. */
function startGiver(site: Site, token: string, units: readonly Tracked[]) {
  const given = new Set<string>()
  let next = 0
  let isOver = false
  async function giveAll(): Promise<void> {
    while (!isOver) {
      const number = ++next
      const text = `order-${number}`
      const unit = units[number % units.length] as Tracked
      while (!isOver && !(await give(unit, text))) await wait(50)
    }
  }
  async function give(unit: Tracked, text: string): Promise<boolean> {
    try {
      const answer = await fetch(
        `http://127.0.0.1:${site.environment.WAYMARK_HTTP_PORT}/provider/units/${unit.id}/commands`,
        {
          method: 'POST',
          headers: { 'x-accesstoken': token, 'content-type': 'application/json', 'idempotency-key': text },
          body: JSON.stringify({ type: 'text', text, confirm: true, expires_in: 86_400 }),
          signal: AbortSignal.timeout(5_000),
        },
      )
      await answer.text()
      if (answer.status === 200) given.add(text)
      // The queue of this tracker is full: try the next one.
      return answer.status === 200 || answer.status === 409
    } catch {
      return false
    }
  }
  const running = Promise.all(Array.from({ length: givers }, giveAll))
  return {
    given,
    async stop() {
      isOver = true
      await running
    },
  }
}

const rounds = 60

/** Moves the clock past the time limit for answers until no command is open. */
async function settledStates(ctx: Context, say: Say): Promise<States> {
  for (let round = 1; ; round++) {
    await wait(1_500)
    const rows = await ctx.db.selectFrom('commands').select(['text', 'state']).execute()
    const open = rows.filter(({ state }) => state === 'queued' || state === 'sent').length
    if (open === 0 || round === rounds) return new Map(rows.map(({ text, state }) => [text ?? '', state]))
    say(`${open} commands are open`)
    await ctx.clock.refresh(ctx.db)
    await advanceTo(ctx.db, new Date(ctx.clock.now().getTime() + (answerSeconds + 1) * 1000))
  }
}

const protocols: readonly ProtocolName[] = ['teltonika', 'gt06', 'jt808']

async function register(ctx: Context, count: number): Promise<{ units: Tracked[]; token: string }> {
  const { addUnit, accessToken } = await registerClient(ctx, 'chaos', ['command'])
  const units: Tracked[] = []
  for (let index = 0; index < count; index++) {
    const protocol = protocols[index % protocols.length] as ProtocolName
    const ident = String(firstIdent + index)
    units.push({ id: await addUnit(ident, encoderOf(protocol)!.hwId), ident, protocol })
  }
  return { units, token: accessToken }
}
