import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roomIn } from './room.ts'

const plan = (app_id: string, most: number, used: number) => ({ app_id, quotas: { unit: most }, usage: { unit: used } })

for (const [plans, room] of [
  [[plan('consumer', 3, 1)], { apps: ['consumer'], left: 2, most: 3 }],
  [[plan('consumer', 3, 3)], { apps: [], left: 0, most: 3 }],
  [[plan('consumer', 3, 3), plan('pet', 2, 1)], { apps: ['pet'], left: 1, most: 5 }],
  // A subscription that ended may leave more units than the next one allows.
  [[plan('consumer', 1, 4), plan('pet', 2, 2)], { apps: [], left: 0, most: 3 }],
] as const)
  test(`there is room for ${room.left} of ${room.most}`, () => assert.deepEqual(roomIn(plans), room))
