import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { randomFrom } from '#entry/simulation/random.ts'
import { openStay, pointsIn, type Stay, silentSeconds, startState, step } from './stay.ts'

type Hearing = readonly [t: number, gateway: number, rssi: number]

const textOf = ([t, gateway, rssi]: Hearing) => ({
  timestamp: t,
  text: JSON.stringify({ timestamp: t, 'server.timestamp': t + 1, 'gateway.id': gateway, 'ble.rssi': rssi }),
})

function staysOf(hearings: readonly Hearing[]): Stay[] {
  const state = startState()
  const stays: Stay[] = []
  for (const point of pointsIn(hearings.map(textOf))) step(state, point, (stay) => stays.push(stay))
  const open = openStay(state)
  return open ? [...stays, open] : stays
}

const [a, b, c] = [11, 22, 33]
const stay = (gatewayId: number, t0: number, t1: number, settled: number | null) => ({ gatewayId, t0, t1, settled })

suite('a stay', () => {
  const cases: Record<string, [readonly Hearing[], readonly Stay[]]> = {
    'of a tag that nobody has heard is none': [[], []],
    'goes from the first hearing to the last': [
      [
        [100, a, -60],
        [200, a, -70],
      ],
      [stay(a, 100, 200, null)],
    ],
    'ends when another gateway hears the tag clearly louder': [
      [
        [100, a, -70],
        [110, b, -65],
        [120, b, -64],
        [130, b, -60],
      ],
      [stay(a, 100, 120, 120), stay(b, 120, 130, null)],
    ],
    'ends when its gateway has not heard the tag for two minutes, and another does': [
      [
        [100, a, -60],
        [220, b, -90],
        [221, b, -90],
      ],
      [stay(a, 100, 221, 221), stay(b, 221, 221, null)],
    ],
    'goes on over a short silence': [
      [
        [100, a, -60],
        [100 + silentSeconds, a, -60],
      ],
      [stay(a, 100, 100 + silentSeconds, null)],
    ],
    'ends with the last hearing when nobody hears the tag for long': [
      [
        [100, a, -60],
        [150, a, -60],
        [151 + silentSeconds, a, -60],
      ],
      [stay(a, 100, 150, 151 + silentSeconds), stay(a, 151 + silentSeconds, 151 + silentSeconds, null)],
    ],
    'that is over in the moment it began is none': [
      [
        [100, a, -60],
        [200, a, -90],
        [200, b, -80],
        [200, c, -50],
        [210, c, -50],
      ],
      [stay(a, 100, 200, 200), stay(c, 200, 210, null)],
    ],
    'is with the louder of two that hear it first at once': [
      [
        [100, b, -40],
        [100, a, -80],
      ],
      [stay(b, 100, 100, null)],
    ],
  }
  for (const [name, [hearings, stays]] of Object.entries(cases)) {
    test(name, () => assert.deepEqual(staysOf(hearings), stays))
  }
})

test('stays never overlap, and detections in any order, even duplicates, give the same', () => {
  const random = randomFrom('stays')
  for (let round = 0; round < 200; round++) {
    let t = 1_772_000_000
    const hearings = Array.from({ length: 60 }, (): Hearing => {
      t += Math.floor(random() * random() * 600)
      return [t, [a, b, c][Math.floor(random() * 3)]!, -90 + Math.floor(random() * 50)]
    })
    const stays = staysOf(hearings)
    for (const [index, one] of stays.entries()) {
      assert.ok(one.t0 <= one.t1)
      if (index > 0) assert.ok(stays[index - 1]!.t1 <= one.t0 && stays[index - 1]!.settled! <= one.t0)
    }
    const shuffled = [...hearings, ...hearings.slice(10, 30)]
      .map((hearing) => ({ hearing, at: random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ hearing }) => hearing)
    assert.deepEqual(staysOf(shuffled), stays)
  }
})
