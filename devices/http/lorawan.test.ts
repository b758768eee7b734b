import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ProtocolError } from '../protocol.ts'
import { type NetworkServer, networkServers, readUplink } from './lorawan.ts'

/** Events with the fields of both documents; ids and values are ours. */
const chirpStackUp = {
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: '2026-02-25T06:13:20.123456789+00:00',
  deviceInfo: { tenantId: 't', applicationName: 'trial', deviceName: 'Bin 7', devEui: '0102030405060708' },
  devAddr: '00189440',
  fCnt: 10,
  fPort: 2,
  data: 'AWcA4QJoPg==',
  object: { temperature: 22.5, humidity: 31, tank: { level: 4 } },
  rxInfo: [
    { gatewayId: '0016c001f153a14c', uplinkId: 1, rssi: -90, snr: 5.5, location: { latitude: 1, longitude: 1 } },
    { gatewayId: '0016c001f153a14d', uplinkId: 2, rssi: -48, snr: 9 },
  ],
  txInfo: { frequency: 868_100_000 },
}
const thingsUp = {
  end_device_ids: { device_id: 'bin-7', application_ids: { application_id: 'trial' }, dev_eui: '0102030405060708' },
  correlation_ids: ['as:up:1'],
  received_at: '2026-02-25T06:13:21.000000001Z',
  uplink_message: {
    f_port: 2,
    f_cnt: 10,
    frm_payload: 'AWcA4QJoPg==',
    decoded_payload: { temperature: 22.5, lat: 54.7, lon: 25.3 },
    rx_metadata: [{ gateway_ids: { gateway_id: 'roof' }, rssi: -35, channel_rssi: -35, snr: 5.2 }],
    received_at: '2026-02-25T06:13:20.5Z',
    locations: { user: { latitude: 1, longitude: 2, altitude: 3, source: 'SOURCE_REGISTRY' } },
  },
}

describe('a network server reports', () => {
  for (const [what, server, event, body, expected] of [
    [
      'an uplink of ChirpStack',
      'chirpstack',
      'up',
      chirpStackUp,
      {
        timestamp: 1_772_000_000.123,
        'sensor.temperature': 22.5,
        'sensor.humidity': 31,
        'custom.tank.level': 4,
        'custom.lorawan.payload': 'AWcA4QJoPg==',
        'custom.lorawan.fport': 2,
        'custom.lorawan.fcnt': 10,
        'custom.lorawan.rssi': -48,
        'custom.lorawan.snr': 9,
        'custom.lorawan.gateway': '0016c001f153a14d',
        'custom.lorawan.gateways': 2,
      },
    ],
    [
      'a status of ChirpStack',
      'chirpstack',
      'status',
      { ...chirpStackUp, margin: 12, batteryLevel: 87.5, batteryLevelUnavailable: false, externalPowerSource: false },
      {
        ...{ timestamp: 1_772_000_000.123, 'battery.level': 87.5, 'external.powersource.status': false },
        'custom.lorawan.margin': 12,
      },
    ],
    [
      'a location of ChirpStack',
      'chirpstack',
      'location',
      { ...chirpStackUp, location: { latitude: 54.7, longitude: 25.3, altitude: 100, source: 'GEO_RESOLVER_TDOA' } },
      {
        ...{ timestamp: 1_772_000_000.123, 'position.latitude': 54.7, 'position.longitude': 25.3 },
        'position.altitude': 100,
      },
    ],
    [
      'an uplink of The Things Stack, whose own position goes first',
      'thethingsstack',
      undefined,
      thingsUp,
      {
        timestamp: 1_772_000_000.5,
        'sensor.temperature': 22.5,
        'position.latitude': 54.7,
        'position.longitude': 25.3,
        'custom.lorawan.payload': 'AWcA4QJoPg==',
        'custom.lorawan.fport': 2,
        'custom.lorawan.fcnt': 10,
        'custom.lorawan.rssi': -35,
        'custom.lorawan.snr': 5.2,
        'custom.lorawan.gateway': 'roof',
        'custom.lorawan.gateways': 1,
      },
    ],
    [
      'a location that The Things Stack has worked out',
      'thethingsstack',
      undefined,
      { ...thingsUp, uplink_message: undefined, location_solved: { location: { latitude: 5, longitude: 6 } } },
      { timestamp: 1_772_000_001, 'position.latitude': 5, 'position.longitude': 6 },
    ],
  ] as const) {
    test(what, () => {
      assert.deepEqual(readUplink(server, event, body), { ident: '0102030405060708', messages: [expected] })
    })
  }

  test('joins and acknowledgements, which hold nothing to keep', () => {
    for (const event of ['join', 'ack', 'txack', 'log', 'integration']) {
      assert.deepEqual(readUplink('chirpstack', event, chirpStackUp).messages, [])
    }
    const join = { ...thingsUp, uplink_message: undefined, join_accept: { session_key_id: 'x' } }
    assert.deepEqual(readUplink('thethingsstack', undefined, join).messages, [])
  })

  test('a DevEUI in any notation', () => {
    for (const devEui of ['A1B2C3D4E5F60708', 'a1-b2-c3-d4-e5-f6-07-08', 'a1:b2:c3:d4:e5:f6:07:08']) {
      const { ident } = readUplink('chirpstack', 'up', { ...chirpStackUp, deviceInfo: { devEui } })
      assert.equal(ident, 'a1b2c3d4e5f60708')
    }
  })

  test('anything it sends becomes messages or a refusal', () => {
    const odd: unknown[] = [null, 0, '', 'x', [], {}, [1], { a: 1 }, true, -1, Number.POSITIVE_INFINITY]
    let refused = 0
    for (const server of networkServers as readonly NetworkServer[]) {
      const whole = server === 'chirpstack' ? chirpStackUp : thingsUp
      for (const broken of brokenBy(whole, odd)) {
        try {
          readUplink(server, 'up', broken)
        } catch (error) {
          if (!(error instanceof ProtocolError)) throw error
          refused += 1
        }
      }
    }
    assert.ok(refused > 10, String(refused))
  })
})

/** The same event with each of its parts, at every level, replaced by each unusual value. */
function brokenBy(value: unknown, odd: readonly unknown[]): unknown[] {
  const here = [...odd]
  if (typeof value !== 'object' || value === null) return here
  const parts = Object.entries(value).flatMap(([name, inner]) =>
    brokenBy(inner, odd).map((broken) =>
      Array.isArray(value)
        ? value.map((item, at) => (String(at) === name ? broken : item))
        : { ...value, [name]: broken },
    ),
  )
  return [...here, ...parts]
}
