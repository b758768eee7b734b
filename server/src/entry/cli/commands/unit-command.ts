/** Commands to trackers, given by the operator in the name of the unit's dealer. */
import { applications } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { Refusal } from '#kernel/errors.ts'
import { seconds, secondsOrNull } from '#kernel/time/clock.ts'
import { commandSorts, commandsOf, dealerOf, giveCommand } from '#tracking/commands/actions.ts'
import { commandKinds, expiresMaxSeconds, failureOf, type UnitCommand } from '#tracking/commands/command.ts'
import { BadUsage, command, flag, optional, required } from '../command.ts'
import { count, duration, id, oneOf, text } from '../values.ts'

async function callFor(ctx: Context, unitId: number): Promise<Call> {
  const validate: Call['validate'] = (problems = []) => {
    const [first, ...rest] = problems
    if (first) throw new Refusal(first, ...rest)
  }
  const apps = applications.map((app) => app.id)
  return { ...ctx, dealer: await dealerOf(ctx, unitId), apps, actor: operator('command send'), validate }
}

const shown = (one: UnitCommand) => ({
  id: one.id,
  unit_id: one.unitId,
  type: one.kind,
  state: one.state,
  client_ref: one.clientRef,
  queued_at: seconds(one.createdAt),
  expires_at: seconds(one.expiresAt),
  sent_at: secondsOrNull(one.sentAt),
  ended_at: secondsOrNull(one.endedAt),
  answer: one.answer,
  failure: failureOf(one.failure),
})

export const unitCommandCommands = [
  command({
    name: 'command send',
    about: "Sends a command to a unit's tracker, now or when it connects. The account's plan must include commands.",
    options: {
      unit: required(id, 'The unit.'),
      type: required(oneOf(commandKinds), 'Kind of command.'),
      text: optional(text('TEXT', 500), "For text: the command in the tracker's own syntax."),
      seconds: optional(count(86_400), 'For interval: seconds between two positions.'),
      host: optional(text('HOST'), 'For server: the host that the tracker will connect to.'),
      port: optional(count(65_535), 'For server: the port of that host.'),
      expires: optional(duration, 'How long to wait for the tracker. Default: 1h.'),
      ref: optional(text('TEXT'), 'Your reference; its events include it.'),
      now: flag('Sends it only if the tracker is connected now.'),
      confirm: flag('Required for commands that can disable a vehicle or its tracker.'),
    },
    async run(tool, given) {
      const { ctx } = await tool.open()
      if (given.host !== undefined && !/^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(given.host)) {
        throw new BadUsage('--host must be a host name or an IPv4 address.')
      }
      if ((given.expires ?? 1) > expiresMaxSeconds) throw new BadUsage('--expires must be 30d at most.')
      const params = {
        ...(given.seconds !== undefined && { seconds: given.seconds }),
        ...(given.host !== undefined && { host: given.host }),
        ...(given.port !== undefined && { port: given.port }),
      }
      const wish = {
        kind: given.type,
        text: given.text,
        params,
        expiresInSeconds: given.expires,
        clientRef: given.ref,
        mayWait: !given.now,
        isConfirmed: given.confirm,
      }
      return shown(await giveCommand(await callFor(ctx, given.unit), given.unit, wish))
    },
  }),
  command({
    name: 'command list',
    about: 'Lists a unit’s latest commands with their state and answers.',
    options: { unit: required(id, 'The unit.') },
    async run(tool, { unit }) {
      const { ctx } = await tool.open()
      const read = await commandsOf(await callFor(ctx, unit), unit)
      const page = { sort: commandSorts.created_at!, isDescending: true, after: undefined, size: 100 }
      return (await read({}, page)).map(shown)
    },
  }),
]
