import { seconds } from '#kernel/time/clock.ts'
import { listUnclaimed } from '#tracking/unclaimed-devices/actions.ts'
import { command } from '../command.ts'

const shownMax = 1000

export const lobbyCommands = [
  command({
    name: 'lobby list',
    about: 'Lists unclaimed devices, which have connected and have no unit, newest first.',
    async run(tool) {
      const { ctx } = await tool.open()
      return (await listUnclaimed(ctx, shownMax)).map((entry) => ({
        id: entry.id,
        ident: entry.ident,
        protocol: entry.protocol,
        address: entry.address,
        tries: entry.tries,
        first_seen_at: seconds(entry.firstSeen),
        last_seen_at: seconds(entry.lastSeen),
      }))
    },
  }),
]
