/** Decodes a unit's history again after its settings were changed, on request of its dealer. */
import type { Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { askToDecodeAgain, type DecodingAgain, readDecodingAgain } from '../messages/actions.ts'
import { readable } from '../units/access.ts'
import { requireChannel } from '../units/actions.ts'

export async function readHistory(call: Call, id: number): Promise<DecodingAgain | undefined> {
  requireChannel(await readable(call, id, 'units.read-channel'))
  return readDecodingAgain(call, id)
}

export const askForHistory = (caller: Call, id: number): Promise<DecodingAgain> =>
  inTransaction(caller, async (call) => {
    requireChannel(await readable(call, id, 'units.change'))
    call.validate()
    return askToDecodeAgain(call, id)
  })
