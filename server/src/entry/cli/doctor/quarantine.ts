import type { Context } from '#kernel/context.ts'
import { countQuarantined } from '#tracking/messages/actions.ts'
import { bad, type Check, good } from './examine.ts'

export const quarantineCheck: Check<Context> = {
  name: 'quarantine',
  async run(ctx) {
    const { count, oldest, reasons } = await countQuarantined(ctx)
    if (count === 0) return good('Every frame that was acknowledged is stored.')
    return bad(
      `${count} frames were acknowledged and are not stored, the oldest of ${oldest!.toISOString()} (${reasons.join('; ')}). ` +
        'Look with: npx waymark quarantine list. Store or drop them with quarantine replay or quarantine discard.',
    )
  },
}
