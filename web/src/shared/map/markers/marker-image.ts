/**
 * The pictures of the map: units, clusters, and backgrounds of names. They are drawn here, so that no image is fetched.
 */
import { marks, stateColours } from '../../units/marks.ts'
import type { UnitState } from '../../units/snapshot.ts'
import type { Scheme } from '../streets/scheme.ts'

/** The side of a unit's picture, on the screen. */
export const markerSize = 34
/** A marker without pointer and shadow. */
export const [roomImage, roomSize] = ['room', 26] as const
/** Twice the pixels of its size on the screen, for screens with a high resolution. */
export const markerRatio = 2

type Brush = CanvasRenderingContext2D

/** A square of this many pixels on the screen, with the brush in its middle. */
export function blank(size: number, ratio: number): [HTMLCanvasElement, Brush] {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.ceil(size * ratio)
  const brush = canvas.getContext('2d')!
  brush.scale(ratio, ratio)
  brush.translate(size / 2, size / 2)
  return [canvas, brush]
}

export const pixelsOf = (canvas: HTMLCanvasElement) =>
  canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)

export function drawMarker(state: UnitState): ImageData {
  const [canvas, brush] = blank(markerSize, markerRatio)
  const { body, sign } = marks[state]
  Object.assign(brush, { lineJoin: 'round', lineCap: 'round', strokeStyle: '#ffffff' })
  Object.assign(brush, { shadowColor: 'rgb(0 0 0 / 40%)', shadowBlur: 3 * markerRatio, shadowOffsetY: markerRatio })
  brush.lineWidth = 4
  brush.stroke(new Path2D(body))
  brush.shadowColor = 'transparent'
  brush.fillStyle = stateColours[state]
  brush.fill(new Path2D(body))
  brush.lineWidth = 2.2
  brush.stroke(new Path2D(sign))
  return pixelsOf(canvas)
}

/** What a cluster's ring shows, in this order from the top, clockwise. */
const ringColours = [stateColours.moving, stateColours.idling, stateColours.parked, stateColours.silent] as const
export type Shares = readonly [live: number, idling: number, parked: number, silent: number]

export const shareIndexOf = (state: UnitState): number =>
  state === 'moving' || state === 'seen' ? 0 : state === 'idling' ? 1 : state === 'parked' ? 2 : 3

export const clusterRadius = (count: number): number => (count < 10 ? 16 : count < 100 ? 19 : 23)
const clusterGround = '#333d38'

/** A dark disc for the number, in a ring whose parts are as long as there are units in each state. */
export function drawRing(brush: Brush, radius: number, shares: Shares): void {
  const sum = shares.reduce((one, other) => one + other, 0)
  Object.assign(brush, { shadowColor: 'rgb(0 0 0 / 35%)', shadowBlur: 4, fillStyle: '#ffffff' })
  disc(brush, radius)
  brush.shadowColor = 'transparent'
  let angle = -Math.PI / 2
  for (const [index, share] of shares.entries()) {
    const next = angle + (2 * Math.PI * share) / sum
    brush.beginPath()
    brush.moveTo(0, 0)
    brush.arc(0, 0, radius - 1.5, angle, next)
    brush.fillStyle = ringColours[index]!
    brush.fill()
    angle = next
  }
  brush.fillStyle = '#ffffff'
  disc(brush, radius - 5.5)
  brush.fillStyle = clusterGround
  disc(brush, radius - 6.5)
}

function disc(brush: Brush, radius: number): void {
  brush.beginPath()
  brush.arc(0, 0, radius, 0, 2 * Math.PI)
  brush.fill()
}

export const ringSize = (radius: number): number => 2 * radius + 8

/** The picture with a given name: `ring 19 6 0 4` is that radius, and twelfths of moving, idling and parked units. */
export function ringImage(name: string): ImageData | undefined {
  const [word, radius = 0, live = 0, idling = 0, parked = 0] = name
    .split(' ')
    .map((part, index) => (index ? +part : part)) as [string, ...number[]]
  if (word !== 'ring') return undefined
  const [canvas, brush] = blank(ringSize(radius), markerRatio)
  // Rounding may have made too many of them.
  drawRing(brush, radius, [live, idling, parked, Math.max(0, ringParts - live - idling - parked)])
  return pixelsOf(canvas)
}
export const ringParts = 12

const pillColours = {
  light: { ground: 'rgb(255 255 255 / 94%)', line: 'rgb(0 0 0 / 16%)' },
  dark: { ground: 'rgb(22 29 26 / 94%)', line: 'rgb(255 255 255 / 22%)' },
} as const

/** The background of a name: its ends stay round, its middle is as long as the name. */
export function pillImage(scheme: Scheme): ImageData {
  const [canvas, brush] = blank(20, markerRatio)
  const { ground, line } = pillColours[scheme]
  Object.assign(brush, { fillStyle: ground, strokeStyle: line, lineWidth: 1 })
  brush.beginPath()
  brush.roundRect(-9.5, -9.5, 19, 19, 7)
  brush.fill()
  brush.stroke()
  return pixelsOf(canvas)
}
export const pillOptions = {
  pixelRatio: markerRatio,
  stretchX: [[18, 22]] as [number, number][],
  stretchY: [[18, 22]] as [number, number][],
  content: [10, 6, 30, 34] as [number, number, number, number],
}
export const pillColoursOf = (scheme: Scheme) => pillColours[scheme]
