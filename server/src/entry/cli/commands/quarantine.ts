import { operator } from '#kernel/audit/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { discardQuarantined, listQuarantined, replayAll, replayOne } from '#tracking/messages/actions.ts'
import { BadUsage, command, flag, optional } from '../command.ts'
import { id } from '../values.ts'

const shownMax = 1000
const which = optional(id, 'The frame’s id from quarantine list.')

export const quarantineCommands = [
  command({
    name: 'quarantine list',
    about: 'Lists acknowledged frames whose values the database rejected, oldest first.',
    async run(tool) {
      const { ctx } = await tool.open()
      return (await listQuarantined(ctx, shownMax)).map((held) => ({
        id: held.id,
        unit_id: held.unitId,
        at: seconds(held.at),
        bytes: held.bytes,
        code: held.code,
        reason: held.reason,
        tried_by: held.triedBy,
      }))
    },
  }),
  command({
    name: 'quarantine replay',
    about: 'Stores quarantined frames, each once. Frames that still fail stay in quarantine.',
    options: { id: which },
    async run(tool, given) {
      const { ctx } = await tool.open()
      if (given.id === undefined) return replayAll(ctx)
      const outcome = await replayOne(ctx, given.id)
      return { stored: 0, refused: 0, unreadable: 0, failed: 0, [outcome]: 1 }
    },
    isTrouble: ({ refused, unreadable, failed }) => refused + unreadable + failed > 0,
  }),
  command({
    name: 'quarantine discard',
    about: 'Deletes quarantined frames for good.',
    options: { id: which, all: flag('All of them.') },
    async run(tool, given) {
      if ((given.id === undefined) !== given.all) throw new BadUsage('Use either --id or --all.')
      const { ctx } = await tool.open()
      const acting = { ...ctx, actor: operator('quarantine discard') }
      let discarded = 0
      const discard = async (one: number) => {
        await discardQuarantined(acting, one)
        discarded += 1
      }
      if (given.id !== undefined) await discard(given.id)
      else for (const held of await listQuarantined(ctx, Number.MAX_SAFE_INTEGER)) await discard(held.id)
      return { discarded }
    },
  }),
]
