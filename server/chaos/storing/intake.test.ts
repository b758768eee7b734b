/** Waymark is killed while devices send over HTTP and MQTT: every acknowledged message is stored, once. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import { createPlan } from '#billing/plans/actions.ts'
import { createManagedAccount } from '#customers/accounts/actions.ts'
import { openForCommand } from '#entry/installation.ts'
import { createDealer } from '#identity/dealers/actions.ts'
import { dialects } from '#kernel/api/dialects.ts'
import { fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import { readMessages } from '#tracking/messages/actions.ts'
import { changeUnit, createUnit } from '#tracking/units/actions.ts'
import { aSite, configOf } from '../machinery/site.ts'

const site = await aSite()
after(async () => {
  await site.stop()
  site.remove()
})
const password = 'not-guessed'
const firstTime = Math.floor(Date.now() / 1000) - 80_000

async function visit<T>(work: (call: Call) => Promise<T>): Promise<T> {
  const { ctx, close } = await openForCommand(configOf(site))
  try {
    const validate: Call['validate'] = (problems = []) => assert.deepEqual(problems, [])
    return await work({ ...ctx, actor: operator('story'), dealer: 0, apps: dialects.provider.apps, validate })
  } finally {
    await close()
  }
}

const register = (hwIds: readonly number[]) =>
  visit(async (visiting) => {
    const { dealerId } = await createDealer(visiting, { name: 'Intake', dialect: 'provider', isVerified: true })
    const call = { ...visiting, dealer: dealerId }
    const plan = await createPlan(call, {
      ...{ managedPlanId: '019a0000-0000-7000-8000-000000000104', appId: fleetApp, name: 'Intake', description: null },
      ...{ quotas: { unit: 10, geofence: 0, unit_storage: 204_800 }, modules: [] },
    })
    const account = await createManagedAccount(call, {
      ...{ regApps: [fleetApp], title: 'Intake', description: undefined, tariffPlans: { [fleetApp]: plan.id } },
      user: { name: 'intake', loginKey: 'intake', description: null },
    })
    const units: { id: number; ident: string }[] = []
    for (const hwId of hwIds) {
      const ident = `home-made-${hwId}`
      const input = { accountId: account.id, appId: fleetApp, name: ident, ident, hwId, description: undefined }
      const { id } = await createUnit(call, input)
      await changeUnit(call, id, { password })
      units.push({ id, ident })
    }
    return units
  })

interface Device {
  readonly acknowledged: Set<number>
  finish(): Promise<void>
}

/** Sends one timestamp after the other, each until it is acknowledged, as a device with memory does. */
function sending(send: (at: number) => Promise<void>): Device {
  const acknowledged = new Set<number>()
  let isEnding = false
  const running = (async () => {
    for (let at = firstTime; !isEnding; at++) {
      while (!acknowledged.has(at)) {
        const isIn = await send(at).then(
          () => true,
          () => false,
        )
        if (isIn) acknowledged.add(at)
        else await wait(50)
      }
    }
  })()
  return {
    acknowledged,
    async finish() {
      isEnding = true
      await running
    },
  }
}

const overHttp = (ident: string) =>
  sending(async (timestamp) => {
    const url = `http://127.0.0.1:${site.environment.WAYMARK_HTTP_PORT}/intake/${ident}`
    const headers = { authorization: `Bearer ${password}` }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ timestamp, a: 1 }) })
    if (answer.status !== 200) throw new Error(await answer.text())
  })

function overMqtt(username: string) {
  const open = () =>
    connectAsync(`mqtt://127.0.0.1:${site.gatewayPort + 183}`, { username, password, reconnectPeriod: 0 }, false)
  let client: Awaited<ReturnType<typeof open>> | undefined
  let cut: Promise<never> = new Promise(() => {})
  const device = sending(async (timestamp) => {
    if (!client?.connected) {
      const opened = await open()
      opened.on('error', () => {})
      cut = new Promise((_, reject) => opened.once('close', () => reject(new Error('the line was cut'))))
      cut.catch(() => {})
      client = opened
    }
    await Promise.race([client.publishAsync('messages', JSON.stringify({ timestamp, a: 1 }), { qos: 1 }), cut])
  })
  return {
    ...device,
    async finish() {
      await device.finish()
      await client?.endAsync(true)
    },
  }
}

const until = async (isSo: () => boolean) => {
  for (const end = Date.now() + 60_000; !isSo(); ) {
    assert.ok(Date.now() < end, 'It took too long.')
    await wait(10)
  }
}

test('everything acknowledged over HTTP and MQTT is stored after kill -9, and nothing twice', async () => {
  await site.start()
  const units = await register([9102, 9101])
  const devices = [overHttp(units[0]?.ident ?? ''), overMqtt(units[1]?.ident ?? '')]
  const haveSent = (count: number) => until(() => devices.every(({ acknowledged }) => acknowledged.size >= count))
  await haveSent(60)
  await site.killWaymark()
  await site.start()
  await haveSent(120)
  await Promise.all(devices.map((device) => device.finish()))
  const stored = await visit((call) =>
    Promise.all(
      units.map(async ({ id }) => {
        const text = (await readMessages(call, id, Number.MAX_SAFE_INTEGER, false)).toString()
        return (JSON.parse(text) as { timestamp: number }[]).map(({ timestamp }) => timestamp)
      }),
    ),
  )
  for (const [index, { acknowledged }] of devices.entries()) {
    const times = stored[index] ?? []
    assert.deepEqual(
      [...acknowledged].filter((at) => !times.includes(at)),
      [],
      'lost',
    )
    assert.equal(new Set(times).size, times.length, 'stored twice')
  }
})
