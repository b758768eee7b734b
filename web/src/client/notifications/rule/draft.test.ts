import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setHabits } from '../../../shared/format/habits.ts'
import { noteMeasures } from '../../sensors/known-measures.ts'
import type { Rule } from '../../types.ts'
import { bodyOf, type Draft, draftOf, faultsOf, newDraft, newPart } from './draft.ts'
import { type Names, ruleText } from './sentences.ts'

const draft = (change: Partial<Draft>): Draft => ({ ...newDraft(), name: 'Rule', ...change })
const names: Names = { unit: (id) => `Van ${id}`, group: (id) => id, geofence: (id) => id, channel: (id) => id }
const textOf = (change: Partial<Draft>) => ruleText(bodyOf(draft(change), 'UTC'), names)

suite('a draft', () => {
  test('of a new rule only lacks a name', () => assert.deepEqual(Object.keys(faultsOf(newDraft())), ['name']))

  for (const [what, change, fields] of [
    ['nobody', { scope: { isForAll: false, units: new Set(), groups: new Set() } }, ['scope']],
    [
      'an escalation to the webhook that it calls',
      {
        escalation: [{ minutes: '5', channels: new Set(['a']) }],
        actions: { ...newDraft().actions, isWebhook: true, webhook: 'a' },
      },
      ['escalation'],
    ],
    ['no day', { schedule: { ...newDraft().schedule, isOn: true, days: new Set() } }, ['schedule']],
    ['a limit that is no number', { type: 'parameter', value: 'fast' }, ['value']],
    ['a band upside down', { type: 'parameter', comparison: 'outside', low: '8', high: '2' }, ['low']],
    ['a value without a name', { type: 'parameter', parameter: '' }, ['parameter']],
    ['neither coming nor leaving', { type: 'geofence', crossings: new Set() }, ['crossings']],
    ['a decimal as Germans write it', { type: 'parameter', value: '90,5' }, []],
    ['an excess that is no number', { type: 'speeding', over: 'much' }, ['over']],
    [
      'a second condition that is none',
      { type: 'parameter', others: [{ ...newPart('parameter'), value: '' }] },
      ['others'],
    ],
    ['a place for a time that is no number', { type: 'place', seconds: 'long' }, ['seconds']],
    ['once as a number of times', { type: 'alarm', isCounted: true, times: '1' }, ['times']],
    ['a count within no time', { type: 'idle', isCounted: true, within: '' }, ['within']],
    ['a count of what is never counted', { type: 'silence', isCounted: true, times: '' }, []],
    ['a distance to nobody', { type: 'distance' }, ['otherUnits']],
    ['a distance of nothing', { type: 'distance', metres: '0', otherUnits: new Set([4]) }, ['metres']],
    ['a switch', { type: 'parameter', parameter: 'din.1', value: 'true' }, []],
  ] as [string, Partial<Draft>, string[]][]) {
    test(`with ${what}: ${fields.join() || 'fine'}`, () =>
      assert.deepEqual(Object.keys(faultsOf(draft(change))), fields))
  }

  test('becomes a rule, and the rule becomes the same draft again', () => {
    const quiet = { ...newDraft().quiet, isOn: true }
    const schedule = { ...newDraft().schedule, isOn: true, isOutside: true }
    for (const change of [
      { type: 'parameter', comparison: 'within', seconds: '0', quiet },
      { type: 'parameter', parameter: 'engine.ignition.status', comparison: 'is', value: 'true', schedule },
      {
        type: 'geofence',
        geofences: new Set(['depot']),
        scope: { isForAll: false, units: new Set([1]), groups: new Set() },
      },
      { type: 'service', state: 'soon' },
      { type: 'alarm', alarms: new Set(['harsh_braking']), isCounted: true, times: '3', within: '90' },
      { type: 'speeding', over: '15', seconds: '20', isUsual: true },
      { type: 'parked', minutes: '480' },
      { type: 'place', side: 'outside', geofences: new Set(['depot']), seconds: '600' },
      {
        type: 'distance',
        range: 'beyond',
        metres: '500',
        age: '90',
        otherUnits: new Set([4]),
        otherGroups: new Set(['a']),
      },
      {
        ...{ type: 'parameter', value: '60', seconds: '0', match: 'any' },
        others: [{ ...newPart('place'), geofences: new Set(['school']) }, newPart('speeding')],
      },
    ] as Partial<Draft>[]) {
      const body = bodyOf(draft(change), 'UTC')
      const rule = { ...body, id: 'x', enabled: true, resting: [] } as Rule
      assert.deepEqual(bodyOf(draftOf(rule), 'UTC'), body)
    }
  })
})

test('no command follows from a condition that no message shows, even if one was chosen before', () => {
  const actions = { ...newDraft().actions, isCommand: true, command: 'engine.stop', isShare: true } as const
  for (const type of ['silence', 'service', 'document', 'conflict'] as const) {
    const one = draft({ type, actions })
    assert.deepEqual(
      [faultsOf(one).actions, bodyOf(one, 'UTC').actions.map((action) => action.type)],
      [undefined, ['share']],
    )
  }
  assert.deepEqual(bodyOf(draft({ type: 'idle', actions }), 'UTC').actions[0]?.type, 'command')
})

suite('a rule in words', () => {
  for (const [change, text] of [
    [{}, 'Notify me when it sends nothing for 1 h, for any unit.'],
    [{ type: 'parameter' }, 'Notify me when speed is above 90 km/h for 30 s, for any unit.'],
    [{ type: 'speeding' }, 'Notify me when it is more than 10 km/h over the road’s limit for 30 s, for any unit.'],
    [
      {
        ...{ type: 'parameter', parameter: 'engine.ignition.status', value: 'true', seconds: '0' },
        schedule: { ...newDraft().schedule, isOn: true, isOutside: true },
      },
      'Notify me when ignition is on, for any unit, except on workdays from 08:00 to 17:00.',
    ],
    [
      {
        ...{ type: 'parameter', value: '60', seconds: '0' },
        others: [{ ...newPart('place'), geofences: new Set(['School']) }],
        schedule: { ...newDraft().schedule, isOn: true },
      },
      'Notify me when speed is above 60 km/h and it is in School, for any unit, on workdays from 08:00 to 17:00.',
    ],
    [
      { ...{ type: 'place', side: 'outside', seconds: '600', match: 'any' }, others: [newPart('speeding')] },
      'Notify me when it is outside any geofence or it is more than 10 km/h over the road’s limit for 10 min, for any unit.',
    ],
    [
      { type: 'distance', range: 'beyond', seconds: '60', otherUnits: new Set([4]), otherGroups: new Set(['Escort']) },
      'Notify me when it is more than 200 m from Escort, Van 4 for 1 min, for any unit.',
    ],
    [
      {
        ...{ type: 'parameter', value: '60', seconds: '0' },
        others: [{ ...newPart('distance'), otherUnits: new Set([4]) }],
      },
      'Notify me when speed is above 60 km/h and it is within 200 m of Van 4, for any unit.',
    ],
    [
      {
        type: 'alarm',
        alarms: new Set(['sos']),
        scope: { isForAll: false, units: new Set([4]), groups: new Set(['North']) },
      },
      'Notify me about these alarms: SOS, for North, Van 4.',
    ],
    [
      { type: 'alarm', alarms: new Set(['harsh_braking']), isCounted: true },
      'Notify me about these alarms: Harsh braking, at least 3 times within 1 h, for any unit.',
    ],
    [
      {
        type: 'idle',
        minutes: '5',
        quiet: { ...newDraft().quiet, isOn: true, meanwhile: 'page' },
        channels: new Set(['Chat']),
      },
      'Notify me when it idles for 5 min, for any unit; also via Chat. Listed only from 22:00 to 06:00.',
    ],
  ] as [Partial<Draft>, string][]) {
    test(text, () => assert.equal(textOf(change), text))
  }
})

test('a limit of a sensor has its unit', () => {
  noteMeasures([{ name: 'Tank', measure: 'l' }])
  try {
    const text = (change: Partial<Draft>) =>
      ruleText(bodyOf(draft({ type: 'parameter', seconds: '0', parameter: 'sensor:Tank', ...change }), 'UTC'), names)
    assert.match(text({ comparison: 'below', value: '20' }), /tank is below 20 l/i)
    assert.match(text({ comparison: 'outside', low: '5', high: '60' }), /tank is outside 5 to 60 l/i)
  } finally {
    noteMeasures([])
  }
})

test('a limit in °F, mph or feet is sent in °C, km/h or metres, and read back as entered', () => {
  setHabits({ temperature: 'fahrenheit', measure: 'imperial' })
  noteMeasures([{ name: 'Cargo', measure: '°C' }])
  try {
    for (const [change, sent, text] of [
      [
        { parameter: 'sensor.temperature.1', measure: '°C', comparison: 'below', value: '23' },
        { value: -5 },
        'temperature is below 23 °F',
      ],
      [
        { parameter: 'sensor:Cargo', measure: '°C', comparison: 'outside', low: '36', high: '46.4' },
        { low: 2.222, high: 8 },
        'Cargo is outside 36 to 46.4 °F',
      ],
      [{ value: '65' }, { value: 104.607 }, 'speed is above 65 mph'],
    ] as [Partial<Draft>, object, string][]) {
      const body = bodyOf(draft({ type: 'parameter', seconds: '0', ...change }), 'UTC')
      assert.deepEqual({ ...body.condition, ...sent }, body.condition)
      assert.match(ruleText(body, names).toLowerCase(), new RegExp(text.toLowerCase()))
      const again = draftOf({ ...body, id: 'x', enabled: true, resting: [] } as Rule)
      for (const [name, value] of Object.entries(change)) assert.equal(again[name as keyof Draft], value)
    }
    assert.deepEqual(bodyOf(draft({ type: 'speeding', over: '10' }), 'UTC').condition.over, 16.093)
    const near = bodyOf(draft({ type: 'distance', metres: '650', otherUnits: new Set([4]) }), 'UTC')
    assert.equal(near.condition.metres, 198)
    assert.match(ruleText(near, names), /within 650 ft of Van 4/)
    assert.equal(draftOf({ ...near, id: 'x', enabled: true, resting: [] } as Rule).metres, '650')
    assert.ok(faultsOf(draft({ type: 'distance', metres: '32', otherUnits: new Set([4]) })).metres)
    for (const metres of [10, 1_000_000]) {
      const condition = { ...near.condition, metres }
      const again = draftOf({ ...near, condition, id: 'x', enabled: true, resting: [] } as Rule)
      assert.equal(faultsOf(again).metres, undefined)
      assert.equal(bodyOf(again, 'UTC').condition.metres, metres)
    }
  } finally {
    setHabits({})
    noteMeasures([])
  }
})
