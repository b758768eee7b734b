import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { tags } from '@waymark/devices'
import { dialectNames } from '#kernel/api/dialects.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aManagedAccount, aUnit } from '#testing/builders.ts'
import { assertKeys, assertRefused, payloadOf } from '#testing/checks/answers.ts'

const api = await openApi()
const dealers = { provider: await api.dealer('provider'), partner: await api.dealer('partner') }
interface Device {
  readonly tags: readonly string[]
  readonly title: string
  readonly id: number
  readonly manufacturer_id: number
  readonly device_type_id: number
  readonly is_image: boolean
}
const devicesOf = async (dealer: Caller, prefix = '/client'): Promise<Device[]> =>
  payloadOf(await dealer.ask('GET', `${prefix}/hardware/devices`), 200, 'data')
const makersOf = async (dealer: Caller, prefix = '/client'): Promise<{ id: number; title: string }[]> =>
  payloadOf(await dealer.ask('GET', `${prefix}/hardware/manufacturers`), 200, 'data')

for (const dialect of dialectNames) {
  const dealer = dealers[dialect]
  suite(`the device catalogue in ${dialect}`, () => {
    test('has at least 200 models, each with every field', async () => {
      const devices = await devicesOf(dealer)
      assert.ok(devices.length >= 200)
      for (const device of devices) {
        assertKeys(device, ['tags', 'title', 'id', 'manufacturer_id', 'device_type_id', 'is_image'])
        assert.ok(Number.isInteger(device.id) && Number.isInteger(device.device_type_id))
        assert.ok(device.title.length > 0 && typeof device.is_image === 'boolean')
        assert.ok(device.tags.length > 0 && device.tags.every((tag) => (tags as readonly string[]).includes(tag)))
      }
      assert.equal(new Set(devices.map(({ id }) => id)).size, devices.length)
    })

    test('has at least 30 makers, and every model has one of them', async () => {
      const makers = await makersOf(dealer)
      assert.ok(makers.length >= 30)
      for (const maker of makers) assertKeys(maker, ['id', 'title'])
      const ids = new Set(makers.map(({ id }) => id))
      assert.equal(ids.size, makers.length)
      assert.ok((await devicesOf(dealer)).every((device) => ids.has(device.manufacturer_id)))
    })

    test('has a second address with the same content', async () => {
      assert.deepEqual(await devicesOf(dealer, '/platform'), await devicesOf(dealer))
      assert.deepEqual(await makersOf(dealer, '/platform'), await makersOf(dealer))
    })

    for (const path of ['/client/hardware/devices', '/platform/hardware/manufacturers']) {
      test(`is for dealers, and takes no parameters: ${path}`, async () => {
        assertRefused(await api.ask('GET', path), 401, 'INVALID_TOKEN')
        assertRefused(await dealer.ask('GET', `${path}?limit=1`), 400, 'INVALID_QUERY limit')
      })
    }

    test('has a public picture of each model that says so, and of no other', async () => {
      const devices = await devicesOf(dealer)
      const kinds = new Set<string>()
      for (const { id, is_image } of devices) {
        const { status, headers, text } = await api.ask('GET', `/pictures/devices/${id}`)
        assert.equal(status, is_image ? 200 : 404)
        if (is_image) assert.equal(headers['content-type'], 'image/svg+xml')
        if (is_image) kinds.add(text)
      }
      assert.equal(kinds.size, 6)
      assert.deepEqual(
        devices.filter(({ is_image }) => !is_image).map(({ title }) => title),
        ['MQTT device', 'HTTP JSON device', 'LoRaWAN device'],
      )
    })

    test('says what a model can report and do, and how it is set up', async () => {
      const sheet = (await dealer.ask('GET', '/console/models/305')).body
      assert.deepEqual([sheet.manufacturer, sheet.title, sheet.protocol], ['Concox', 'GT06N', 'gt06'])
      assert.equal(sheet.port, api.ctx.config.gatewayPort + 23)
      assert.deepEqual(sheet.texts[0], { what: 'apn', sms: 'APN,{apn}#' })
      assert.match(sheet.texts[1].sms, new RegExp(`^SERVER,1,[^,{]+,${sheet.port},0#$`))
      for (const list of [sheet.commands, sheet.settings, sheet.parameters]) assert.ok(list.length > 2)
      assert.ok(sheet.commands.includes('engine.stop') && sheet.parameters.includes('battery.level'))
      assert.equal((await dealer.ask('GET', '/console/models/9103')).body.port, null)
      assertRefused(await dealer.ask('GET', '/console/models/99999'), 404, 'NOT_FOUND')
    })

    test('lists exactly the models that can be registered', async () => {
      const { id } = await aManagedAccount(dealer)
      const devices = await devicesOf(dealer)
      for (const device of [devices[0], devices.at(-1), devices.find((one) => one.tags.includes('legacy'))]) {
        assert.ok(device)
        const unit = await aUnit(dealer, id, { hw_id: device.id })
        assert.deepEqual([unit.hw_id, unit.device_type_id], [device.id, device.device_type_id])
      }
    })
  })
}
