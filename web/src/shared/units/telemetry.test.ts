import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numbered, parameters } from '../../../../devices/values/parameters.ts'
import { texts } from '../texts/texts.ts'
import { parameterName, readingsOf } from './telemetry.ts'

const shown = (telemetry: Record<string, unknown>) =>
  readingsOf(Object.fromEntries(Object.entries(telemetry).map(([key, value]) => [key, { ts: 1, value }]))).map(
    ({ name, value }) => `${name}: ${value}`,
  )

test('values have names and units', () => {
  assert.deepEqual(
    shown({
      'external.powersource.voltage': 13.456,
      'engine.ignition.status': true,
      'battery.level': 87,
      'vehicle.mileage': 123456.789,
      'movement.status': false,
    }),
    ['Ignition: on', 'In motion: no', 'Battery: 87 %', 'Power supply: 13.46 V', 'Mileage: 123,457 km'],
  )
})

test('several of a kind are numbered, in the order of the numbers', () => {
  assert.deepEqual(shown({ 'sensor.temperature.10': 4, 'sensor.temperature.2': -18.25, 'din.1': true }), [
    'Temperature 2: -18.25 °C',
    'Temperature 10: 4 °C',
    'Digital input 1: on',
  ])
})

test('a parameter without a name is shown by its own', () => {
  assert.deepEqual(shown({ 'custom.oil_pressure': 3, 'fatigue.alarm': true }), [
    'Driver fatigue: yes',
    'Oil pressure: 3',
  ])
})

test('what is shown elsewhere, or means nothing to a person, is left out', () => {
  assert.deepEqual(
    shown({ position: {}, 'position.latitude': 1, ident: '1', 'gsm.cellid': 7, 'event.enum': 3, 'can.dtc': null }),
    [],
  )
})

test('lists are counted, objects written out, texts shown as they are', () => {
  assert.deepEqual(shown({ 'ble.beacons': [1, 2], 'driver.name': '<b>Ann</b>', 'custom.odd': { a: 1 } }), [
    'Driver: <b>Ann</b>',
    'Bluetooth beacons: 2 items',
    'Odd: {"a":1}',
  ])
})

test('every parameter that a decoder can give has a name for people, shown or not', () => {
  const names: Readonly<Record<string, string>> = texts.telemetry.names
  const all = [...Object.keys(parameters), ...Object.keys(numbered)]
  assert.ok(all.length > 200)
  assert.deepEqual(
    all.filter((key) => names[key] === undefined),
    [],
  )
})

test('a name has the number of its parameter, and the maker’s words if there is no other', () => {
  assert.deepEqual(['position.latitude', 'sensor.temperature.2', 'custom.oil.pressure'].map(parameterName), [
    'Latitude',
    'Temperature 2',
    'Oil pressure',
  ])
})
