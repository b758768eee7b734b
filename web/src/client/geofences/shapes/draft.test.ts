import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  asType,
  closed,
  draftOf,
  drawn,
  faultOf,
  newDraft,
  shapeOf,
  startDrawing,
  undone,
  withCenter,
  withMoved,
  withoutPoint,
  withPoint,
  withRadius,
} from './draft.ts'

const place = (longitude: number, latitude: number) => ({ longitude, latitude })
const square = [place(0, 0), place(1, 0), place(1, 1), place(0, 1)]
const drawing = (
  points: readonly { longitude: number; latitude: number }[],
  type: 'polygon' | 'corridor' = 'polygon',
) => points.reduce((draft, point) => withPoint(draft, point), newDraft(type))

suite('a shape that is being drawn', () => {
  test('is undefined until it is complete', () => {
    assert.equal(shapeOf(newDraft('circle')), undefined)
    assert.equal(shapeOf(drawing(square.slice(0, 2))), undefined)
    assert.deepEqual(closed(drawing(square.slice(0, 2))).isOpen, true)
    assert.deepEqual(shapeOf(drawing(square.slice(0, 2), 'corridor')), {
      type: 'corridor',
      points: square.slice(0, 2),
      width: 50,
    })
    assert.deepEqual(shapeOf(closed(drawing(square))), { type: 'polygon', points: square })
  })

  test('has points that can be moved, inserted and removed', () => {
    const draft = withMoved(withPoint(drawing(square), place(0.5, -1), 1), 0, place(-1, -1))
    assert.deepEqual(draft.points, [place(-1, -1), place(0.5, -1), ...square.slice(1)])
    assert.deepEqual(withoutPoint(draft, 1).points, [place(-1, -1), ...square.slice(1)])
  })

  test('is sent as the API expects it', () => {
    assert.deepEqual(withCenter(newDraft('circle'), place(190.12345678, 50)).center, place(-169.876543, 50))
    assert.equal(withRadius(newDraft('circle'), 3).radius, 10)
    assert.equal(withRadius(newDraft('circle'), 1e9).radius, 1_000_000)
  })

  test('keeps what it can when its type changes', () => {
    const corridor = asType(closed(drawing(square)), 'corridor')
    assert.deepEqual([corridor.points, corridor.isOpen], [square, false])
    assert.deepEqual(asType(corridor, 'circle').center, square[0])
    const circle = withCenter(newDraft('circle'), place(1, 1))
    assert.deepEqual([asType(circle, 'polygon').isOpen, asType(circle, 'polygon').points], [true, []])
    assert.deepEqual(asType(asType(circle, 'polygon'), 'circle'), circle)
  })
})

suite('its problems', () => {
  const bow = [place(0, 0), place(1, 1), place(1, 0), place(0, 1)]
  for (const [name, draft, fault] of [
    ['nothing drawn', newDraft('polygon'), { kind: 'unfinished' }],
    ['a square', drawing(square), undefined],
    ['a bow', drawing(bow), { kind: 'touches', edges: [0, 2] }],
    ['a corridor may cross itself', drawing(bow, 'corridor'), undefined],
    ['a corner near the pole', drawing([...square, place(-1, 86)]), { kind: 'pole' }],
    ['no width', { ...drawing(square, 'corridor'), width: Number.NaN }, { kind: 'size' }],
    ['a circle at the pole', draftOf({ type: 'circle', center: place(0, 89), radius: 100 }), undefined],
    ['a latitude that is none', draftOf({ type: 'circle', center: place(0, 91), radius: 100 }), { kind: 'pole' }],
  ] as const)
    test(name, () => assert.deepEqual(faultOf(draft), fault))
})

test('a drag is undone as one step, and undo ends at the beginning', () => {
  const first = newDraft('circle')
  let now = drawn(startDrawing(first), withCenter(first, place(1, 1)))
  const before = now.now
  for (const metres of [100, 200, 300]) now = drawn(now, withRadius(now.now, metres), 'radius 1')
  assert.equal(now.now.radius, 300)
  now = undone(now)
  assert.deepEqual(now.now, before)
  now = undone(undone(now))
  assert.deepEqual([now.now, now.past], [first, []])
})
