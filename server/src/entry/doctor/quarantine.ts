import type { Context } from '#kernel/context.ts'
import { countQuarantined } from '#tracking/messages/actions.ts'
import { bad, type Check, good } from './check.ts'

export const quarantineCheck: Check<Context> = {
  name: 'quarantine',
  async run(ctx) {
    const { count, oldest, reasons } = await countQuarantined(ctx)
    if (count === 0) return good('Every acknowledged frame is stored.')
    return bad(
      `${count} frames were acknowledged and are not stored, the oldest of ${oldest!.toISOString()} (${reasons.join('; ')}). ` +
        'List them: npx waymark quarantine list. Store or delete them with quarantine replay or quarantine discard.',
    )
  },
}
