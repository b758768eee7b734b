/** Bodies as the manuals of the applications describe them, with our own values. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ProtocolError } from '../protocol.ts'
import { readReport } from './phones.ts'

const at = 1_779_019_198
const place = { timestamp: at, 'position.latitude': 54.687157, 'position.longitude': 25.2798 }
const feature = (properties: object, coordinates: unknown = [25.2798, 54.687157]) => ({
  ...{ type: 'Feature', geometry: { type: 'Point', coordinates }, properties },
})

describe('what a phone sends', () => {
  for (const [what, said, expected] of [
    [
      'OwnTracks: where it is',
      {
        ...{ _type: 'location', BSSID: 'b0:f2:8:45:94:33', SSID: 'Depot', acc: 13, alt: 112, batt: 87, bs: 2, cog: 90 },
        ...{ conn: 'm', created_at: at + 40, inregions: ['depot'], lat: 54.687157, lon: 25.2798, m: 1, p: 100.1 },
        ...{ t: 'u', tid: 'JP', topic: 'owntracks/jane/phone', tst: at, vac: 5, vel: 45, _id: 'x' },
      },
      {
        answer: '[]',
        messages: [
          {
            ...place,
            ...{ 'position.accuracy': 13, 'position.altitude': 112, 'position.direction': 90, 'position.speed': 45 },
            ...{ 'battery.level': 87, 'battery.charging.status': true, 'custom.bssid': 'b0:f2:8:45:94:33' },
            ...{
              'custom.ssid': 'Depot',
              'custom.conn': 'm',
              'custom.created_at': at + 40,
              'custom.inregions.1': 'depot',
            },
            ...{ 'custom.m': 1, 'custom.p': 100.1, 'custom.t': 'u', 'custom.tid': 'JP', 'custom.vac': 5 },
          },
        ],
      },
    ],
    [
      'OwnTracks: that it entered a region',
      {
        ...{ _type: 'transition', wtst: at - 9000, lat: 54.687157, lon: 25.2798, tst: at, acc: 30, tid: 'JP' },
        ...{ event: 'enter', desc: 'Depot', t: 'c' },
      },
      {
        answer: '[]',
        messages: [
          {
            ...place,
            ...{
              'position.accuracy': 30,
              'custom.geofence': 'Depot',
              'geofence.enter.event': true,
              'alarm.event': true,
            },
            ...{
              'alarm.type': 'geofence_enter',
              'custom.wtst': at - 9000,
              'custom.tid': 'JP',
              'custom.event': 'enter',
            },
            ...{ 'custom.desc': 'Depot', 'custom.t': 'c' },
          },
        ],
      },
    ],
    ['OwnTracks: that it may be gone', { _type: 'lwt', tst: at }, { answer: '[]', messages: [] }],
    [
      'OwnTracks: its regions',
      { _type: 'waypoints', waypoints: [{ _type: 'waypoint', desc: 'Depot', lat: 54, lon: 25, rad: 50, tst: at }] },
      { answer: '[]', messages: [] },
    ],
    ['OwnTracks: how it is', { _type: 'status', android: { hib: 1, bo: 0, wifi: 1 } }, { answer: '[]', messages: [] }],
    [
      'Overland: a batch, of which one feature holds nothing',
      {
        locations: [
          feature({
            ...{ timestamp: '2026-05-17T13:59:58+0200', altitude: 112, speed: 12.5, horizontal_accuracy: 30 },
            ...{ vertical_accuracy: -1, course: 90, motion: ['driving', 'stationary'], pauses: false, wifi: 'Depot' },
            ...{
              activity: 'automotive_navigation',
              battery_state: 'charging',
              battery_level: 0.87,
              device_id: 'phone-17',
            },
          }),
          { type: 'Feature', geometry: null, properties: {} },
          feature({ timestamp: '2026-05-17T12:00:00Z', speed: -1, battery_state: 'unplugged', battery_level: -1 }),
        ],
        current: feature({ timestamp: '2026-05-17T12:30:00Z' }),
        trip: { distance: 1200, mode: 'car' },
      },
      {
        ...{ answer: '{"result":"ok"}', id: 'phone-17' },
        messages: [
          {
            ...place,
            ...{ 'position.altitude': 112, 'position.speed': 45, 'position.accuracy': 30, 'position.direction': 90 },
            ...{ 'custom.vertical_accuracy': -1, 'custom.motion': 'driving,stationary', 'custom.pauses': false },
            ...{ 'custom.wifi': 'Depot', 'custom.activity': 'automotive_navigation', 'battery.level': 87 },
            'battery.charging.status': true,
          },
          { ...place, timestamp: at + 2, 'battery.charging.status': false },
        ],
      },
    ],
    ['Overland: that nothing is left', { locations: [] }, { answer: '{"result":"ok"}', messages: [] }],
    [
      'Traccar Client 9',
      {
        location: {
          ...{ timestamp: '2026-05-17T11:59:58.000Z', is_moving: true, odometer: 1_234_567, event: 'motionchange' },
          coords: { latitude: 54.687157, longitude: 25.2798, accuracy: 8.5, speed: 12.5, heading: 90, altitude: 112 },
          ...{ battery: { level: 0.87, is_charging: true }, activity: { type: 'in_vehicle' }, extras: {} },
        },
        device_id: '48241179',
      },
      {
        id: '48241179',
        messages: [
          {
            ...place,
            ...{ 'position.valid': true, 'position.accuracy': 8.5, 'position.speed': 45, 'position.direction': 90 },
            ...{ 'position.altitude': 112, 'movement.status': true, 'vehicle.mileage': 1234.567 },
            ...{ 'custom.event': 'motionchange', 'custom.activity': 'in_vehicle', 'battery.level': 87 },
            'battery.charging.status': true,
          },
        ],
      },
    ],
    [
      'GPSLogger with a body of its own names, numbers in quotes',
      {
        ...{ lat: '54.687157', lon: '25.2798', time: '2026-05-17T11:59:58.000Z', spd: '12.5', acc: '8.5', alt: '112' },
        ...{ dir: '90', sat: '9', batt: '87', prov: 'gps', aid: 'a1', ser: 'R58M' },
      },
      {
        id: undefined,
        messages: [
          {
            ...place,
            ...{ 'position.speed': 45, 'position.accuracy': 8.5, 'position.altitude': 112, 'position.direction': 90 },
            ...{ 'position.satellites': 9, 'battery.level': 87, 'custom.prov': 'gps', 'custom.aid': 'a1' },
            'custom.ser': 'R58M',
          },
        ],
      },
    ],
    [
      'Home Assistant, by the names of its attributes',
      { latitude: 54.687157, longitude: 25.2798, gps_accuracy: 8, battery: 87, speed: 12.5, course: 90, timestamp: at },
      {
        id: undefined,
        messages: [
          {
            ...place,
            ...{ 'position.accuracy': 8, 'battery.level': 87, 'position.speed': 45, 'position.direction': 90 },
          },
        ],
      },
    ],
    [
      'a feature of GeoJSON',
      feature({ time: '2026-05-17T11:59:58Z', speed: 12.5, accuracy: 8 }, [25.2798, 54.687157, 112]),
      {
        id: undefined,
        messages: [{ ...place, 'position.speed': 45, 'position.accuracy': 8, 'position.altitude': 112 }],
      },
    ],
    [
      'a collection of features',
      { type: 'FeatureCollection', features: [feature({ timestamp: at }), feature({ timestamp: at + 1 })] },
      { messages: [place, { ...place, timestamp: at + 1 }] },
    ],
  ] as const) {
    test(what, () => assert.deepEqual(readReport(said), expected))
  }

  for (const [what, said, sentence] of [
    ['OwnTracks with a key of its own', { _type: 'encrypted', data: 'NnDJ' }, /OwnTracks has encrypted it; remove/],
    ['an unknown shape', { points: [{ x: 1, y: 2 }] }, /no time, no position and no parameter/],
    ['a batch of something else', { locations: [{ x: 1 }] }, /no time, no position and no parameter/],
    ['a list with one bad feature', [feature({ timestamp: at }), feature({}, [])], /^ProtocolError: message 2 of 2: /],
    ['too many at once', { locations: Array(1001).fill(feature({ timestamp: at })) }, /more than 1000/],
  ] as const) {
    test(`${what} is rejected`, () => {
      assert.throws(() => readReport(said), sentence)
      assert.throws(() => readReport(said), ProtocolError)
    })
  }
})
