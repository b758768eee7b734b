import type { Context } from '#kernel/context.ts'
import { countQuarantined } from '#tracking/messages/actions.ts'
import { bad, type Check, good, several } from './check.ts'

export const quarantineCheck: Check<Context> = {
  name: 'quarantine',
  async run(ctx) {
    const { count, oldest, reasons } = await countQuarantined(ctx)
    if (count === 0) return good('Every acknowledged frame is stored.')
    return bad(
      `${several(count, 'acknowledged frame')} could not be stored, the oldest from ${oldest!.toISOString()} (${reasons.join('; ')}). ` +
        'To see them: npx waymark quarantine list. To store or delete them: quarantine replay or quarantine discard.',
    )
  },
}
