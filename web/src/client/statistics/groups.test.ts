import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figuresOfGroups, isInSeveral } from './groups.ts'

const figures = (distance: number, moving: number, top: number) => ({
  ...{ distance, trips: 1, moving_seconds: moving, idle_seconds: 5, stop_seconds: 7 },
  ...{ max_speed: top, average_speed: (distance / moving) * 3.6 },
})
const unit = (id: number, total: ReturnType<typeof figures>) => ({ unit_id: id, total, periods: [total] })

test('groups are added up, and units in no group have a line, so that the lines make up the total', () => {
  const units = [unit(1, figures(1000, 100, 50)), unit(2, figures(3000, 100, 90)), unit(3, figures(500, 50, 40))]
  const groups = [
    { id: 'a', name: 'Day shift', unit_ids: [1, 2] },
    { id: 'b', name: 'Of units that are not shown', unit_ids: [9] },
  ]
  assert.deepEqual(figuresOfGroups(units, groups), [
    {
      ...{ key: 'a', name: 'Day shift' },
      figures: {
        ...{ distance: 4000, trips: 2, moving_seconds: 200, idle_seconds: 10, stop_seconds: 14 },
        ...{ max_speed: 90, average_speed: 72 },
      },
    },
    { key: 'none', name: 'No group', figures: units[2]!.total },
  ])
})

test('a unit in two groups makes them add up to more than the total', () => {
  const units = [unit(1, figures(1000, 100, 50)), unit(2, figures(3000, 100, 90))]
  const [a, b] = [
    { id: 'a', name: 'Day shift', unit_ids: [1, 9] },
    { id: 'b', name: 'North', unit_ids: [2, 9] },
  ]
  assert.equal(isInSeveral(units, [a, b]), false)
  assert.equal(isInSeveral(units, [a, { ...b, unit_ids: [1, 2] }]), true)
})
