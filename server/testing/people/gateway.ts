/** An API with a gateway on free ports, a dealer and a managed account: the set-up of tests that use real sockets. */
import { after } from 'node:test'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { type RunningGateway, startGateway } from '#tracking/gateway/gateway.ts'
import { type Caller, openApi } from '../api.ts'
import { aManagedAccount, aPlan, aUnit } from '../builders.ts'
import { freePorts } from '../ports.ts'

const unitPlan = (dealer: Caller) => aPlan(dealer, { quotas: { unit: 50, geofence: 1, unit_storage: 10240 } })

export async function openGateway(
  settings: Record<string, string> = {},
  makePlan: (dealer: Caller) => Promise<{ id: string }> = unitPlan,
  watches?: Parameters<typeof startGateway>[3],
) {
  let gateway: RunningGateway | undefined
  const env = { WAYMARK_GATEWAY_PORT: String(await freePorts()), ...settings }
  const api = await openApi(env, undefined, () => gateway?.intake)
  const notifications = listen(api.databaseUrl)
  const start = () => startGateway(api.ctx, notifications, undefined, watches)
  let running = await start()
  gateway = running
  after(async () => {
    await running.close()
    await notifications.close()
  })
  const dealer = await api.dealer()
  const account = await aManagedAccount(dealer, (await makePlan(dealer)).id)
  const anyPort = api.ctx.config.gatewayPort
  let imei = 356307042440000
  return {
    api,
    notifications,
    dealer,
    account,
    anyPort,
    teltonikaPort: anyPort + 27,
    now: Math.floor(api.ctx.clock.now().getTime() / 1000),
    anIdent: () => String(++imei),
    aTracker: (hwId = 101) => aUnit(dealer, account.id, { ident: String(++imei), hw_id: hwId }),
    gateway: () => running,
    /** Closes the gateway, changes its surroundings, and starts it again. */
    async restart(meanwhile: () => Promise<unknown>): Promise<void> {
      await running.close()
      await meanwhile()
      running = await start()
      gateway = running
    },
  }
}
