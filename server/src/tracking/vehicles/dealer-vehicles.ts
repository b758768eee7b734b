/** What a dealer sees of its clients' vehicles: what distinguishes them, and the fields that the dealer defines. */
import { mayDo } from '#identity/access/access.ts'
import type { Call } from '#kernel/context.ts'
import * as store from './store.ts'

/** For accounts that belong to their client only with support access, like everything that units report. */
export const listDealerVehicles = async (call: Call, ids: readonly number[] | undefined) =>
  (await store.listOfDealer(call.db, call, ids)).filter(({ appId, ...account }) =>
    mayDo('units.read-telemetry', account, appId),
  )
