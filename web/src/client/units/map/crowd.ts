/**
 * Hundreds and thousands of units, on a canvas of their own above the map: the map's own layers would be laid out and drawn
 * anew, with all that is under them, at every step of every unit. Here a frame is some copies of small pictures.
 */
import type { Map as GlMap } from 'maplibre-gl'
import type { UnitState } from '../snapshot.ts'
import { glideMs, type Point } from './glide.ts'
import { palettes, type Scheme } from './look.ts'
import { drawMark } from './marks.ts'
import { gather, pixelsOf, type Screen, type Spot, worldOf } from './spots.ts'
import type { Mark } from './units-map.ts'

export interface Crowd {
  show(marks: readonly Mark[]): void
  hide(): void
  /** Who is drawn there. */
  at(point: { readonly x: number; readonly y: number }): readonly number[] | undefined
  /** On the screen, the largest first. */
  piles(): readonly (readonly number[])[]
  recolour(scheme: Scheme): void
  close(): void
}

export interface CrowdOptions {
  readonly scheme: Scheme
  readonly isStill: boolean
  onDrawn(units: number, piles: number): void
}

const markSize = 20
/** Of one that moves, so many pictures around the compass. */
const headings = 32
/** So many names on the screen are read; more lie on each other. */
const namedMax = 60
const picturesMax = 1_000
/** Marks that move by some pixels a second need no more than thirty pictures in it. */
const drawEveryMs = 30

export function openCrowd(map: GlMap, options: CrowdOptions): Crowd {
  const canvas = document.createElement('canvas')
  Object.assign(canvas.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    pointerEvents: 'none',
  })
  map.getCanvasContainer().append(canvas)
  const brush = canvas.getContext('2d')!
  const pictures = new Map<string, HTMLCanvasElement>()
  let { scheme } = options
  let marks = new Map<number, Mark>()
  let before = new Map<number, Point>()
  let spots: readonly Spot[] = []
  let gatheredZoom = Number.NaN
  let startedAtMs = Number.NEGATIVE_INFINITY
  let frame = 0
  let ratio = 1

  function resize(): void {
    ratio = window.devicePixelRatio
    const { clientWidth, clientHeight } = map.getContainer()
    canvas.width = clientWidth * ratio
    canvas.height = clientHeight * ratio
    pictures.clear()
    draw()
  }

  const screen = (): Screen => {
    const { clientWidth: width, clientHeight: height } = map.getContainer()
    const { lng: longitude, lat: latitude } = map.getCenter()
    return { width, height, zoom: map.getZoom(), centre: worldOf({ longitude, latitude }) }
  }
  const part = () => (options.isStill ? 1 : Math.min((performance.now() - startedAtMs) / glideMs, 1))

  function regather(): void {
    gatheredZoom = Math.round(map.getZoom())
    spots = gather([...marks.values()], before, gatheredZoom)
  }

  /** Those on the screen, with their places on it. */
  function inSight(): { readonly spot: Spot; readonly x: number; readonly y: number }[] {
    const [seen, done] = [screen(), part()]
    return spots.flatMap((spot) => {
      const { x, y } = pixelsOf(spot, done, seen)
      const isSeen = x > -markSize && y > -markSize && x < seen.width + markSize && y < seen.height + markSize
      return isSeen ? { spot, x, y } : []
    })
  }

  function draw(): void {
    if (Math.round(map.getZoom()) !== gatheredZoom) regather()
    brush.setTransform(ratio, 0, 0, ratio, 0, 0)
    brush.clearRect(0, 0, canvas.width / ratio, canvas.height / ratio)
    const seen = inSight()
    let units = 0
    let piles = 0
    for (const { spot, x, y } of seen) {
      units += spot.ids.length
      if (spot.ids.length > 1) piles += 1
      const picture = pictureOf(spot)
      const [width, height] = [picture.width / ratio, picture.height / ratio]
      brush.drawImage(picture, x - width / 2, y - height / 2, width, height)
    }
    if (seen.length - piles <= namedMax) writeNames(seen)
    options.onDrawn(units, piles)
  }

  function writeNames(seen: ReturnType<typeof inSight>): void {
    const { label, halo } = palettes[scheme]
    Object.assign(brush, { font: '13px sans-serif', textAlign: 'center', lineJoin: 'round', lineWidth: 3 })
    Object.assign(brush, { fillStyle: label, strokeStyle: halo })
    for (const { spot, x, y } of seen) {
      const mark = spot.ids.length === 1 ? marks.get(spot.ids[0]!) : undefined
      if (!mark) continue
      brush.strokeText(mark.name, x, y + markSize + 4)
      brush.fillText(mark.name, x, y + markSize + 4)
    }
  }

  function pictureOf({ ids }: Spot): HTMLCanvasElement {
    const mark = ids.length === 1 ? marks.get(ids[0]!) : undefined
    const heading = mark?.state === 'moving' ? Math.round((mark.direction / 360) * headings) % headings : 0
    const key = mark ? `${mark.state} ${heading}` : String(ids.length)
    const known = pictures.get(key)
    if (known) return known
    if (pictures.size >= picturesMax) pictures.clear()
    const made = mark ? markPicture(mark.state, heading / headings, ratio) : pilePicture(ids.length, scheme, ratio)
    pictures.set(key, made)
    return made
  }

  let drawnAtMs = Number.NEGATIVE_INFINITY
  const step = (nowMs: number) => {
    frame = 0
    const isDone = part() === 1
    if (isDone || nowMs - drawnAtMs >= drawEveryMs) {
      drawnAtMs = nowMs
      draw()
    }
    if (!isDone) frame = requestAnimationFrame(step)
  }
  const redraw = () => {
    frame ||= requestAnimationFrame(step)
  }
  map.on('move', redraw)
  map.on('resize', resize)
  resize()

  return {
    show(shown) {
      const done = part()
      // Who is still on its way goes on from where it is.
      before = new Map([...marks].map(([id, mark]) => [id, between(before.get(id), mark, done)]))
      marks = new Map(shown.map((mark) => [mark.id, mark]))
      startedAtMs = performance.now()
      regather()
      redraw()
    },
    hide() {
      marks = new Map()
      before = new Map()
      spots = []
      redraw()
    },
    at: (point) =>
      inSight().findLast(({ spot, x, y }) => {
        const reach = spot.ids.length > 1 ? pileRadius(spot.ids.length) : markSize / 2 + 3
        return Math.hypot(point.x - x, point.y - y) <= reach
      })?.spot.ids,
    piles: () =>
      inSight()
        .map(({ spot }) => spot.ids)
        .filter((ids) => ids.length > 1)
        .sort((a, b) => b.length - a.length),
    recolour(wanted) {
      scheme = wanted
      pictures.clear()
      redraw()
    },
    close() {
      cancelAnimationFrame(frame)
      map.off('move', redraw)
      map.off('resize', resize)
      canvas.remove()
    },
  }
}

const between = (from: Point | undefined, to: Point, part: number): Point =>
  from === undefined || part === 1
    ? to
    : {
        longitude: from.longitude + (to.longitude - from.longitude) * part,
        latitude: from.latitude + (to.latitude - from.latitude) * part,
      }

function blank(size: number, ratio: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.ceil(size * ratio)
  const brush = canvas.getContext('2d')!
  brush.scale(ratio, ratio)
  return [canvas, brush]
}

function markPicture(state: UnitState, turn: number, ratio: number): HTMLCanvasElement {
  const data = drawMark(state)
  const whole = document.createElement('canvas')
  whole.width = data.width
  whole.height = data.height
  whole.getContext('2d')!.putImageData(data, 0, 0)
  const [canvas, brush] = blank(markSize, ratio)
  brush.translate(markSize / 2, markSize / 2)
  brush.rotate(turn * 2 * Math.PI)
  brush.drawImage(whole, -markSize / 2, -markSize / 2, markSize, markSize)
  return canvas
}

const pileRadius = (count: number): number => (count < 10 ? 13 : count < 100 ? 16 : 20)

function pilePicture(count: number, scheme: Scheme, ratio: number): HTMLCanvasElement {
  const radius = pileRadius(count)
  const [canvas, brush] = blank(2 * radius + 4, ratio)
  brush.translate(radius + 2, radius + 2)
  brush.beginPath()
  brush.arc(0, 0, radius, 0, 2 * Math.PI)
  Object.assign(brush, { fillStyle: palettes[scheme].pile, strokeStyle: '#ffffff', lineWidth: 2.5 })
  brush.fill()
  brush.stroke()
  Object.assign(brush, { fillStyle: '#ffffff', font: '13px sans-serif', textAlign: 'center', textBaseline: 'middle' })
  brush.fillText(count < 10_000 ? String(count) : `${Math.floor(count / 1000)}k`, 0, 1)
  return canvas
}
