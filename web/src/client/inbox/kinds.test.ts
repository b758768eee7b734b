import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarms } from '../../../../devices/values/alarms.ts'
import { alarmNames, isUrgent, titleOf } from './kinds.ts'

test('every alarm that a tracker can report has a text', () => {
  assert.deepEqual(alarmNames.toSorted(), Object.keys(alarms).toSorted())
  assert.ok(isUrgent('sos') && !isUrgent('enter'))
})

test('entering and leaving name the geofence', () => {
  const depot = { id: 'a', name: 'Depot' }
  assert.equal(titleOf({ kind: 'enter', geofence_id: 'a', rule_name: null }, [depot]), 'Entered Depot')
  assert.equal(titleOf({ kind: 'leave', geofence_id: 'a', rule_name: null }, [depot]), 'Left Depot')
  assert.equal(titleOf({ kind: 'leave', geofence_id: 'b', rule_name: null }, [depot]), 'Left a deleted geofence')
  assert.equal(titleOf({ kind: 'leave', geofence_id: 'b', rule_name: null }, undefined), 'Left')
  assert.equal(titleOf({ kind: 'sos', geofence_id: null, rule_name: null }, undefined), 'SOS')
  assert.equal(titleOf({ kind: 'of_tomorrow', geofence_id: null, rule_name: null }, []), 'of_tomorrow')
})

test('an event of a rule shows the name of the rule', () => {
  assert.equal(titleOf({ kind: 'condition', geofence_id: null, rule_name: 'Speeding' }, []), 'Rule met: Speeding')
})
