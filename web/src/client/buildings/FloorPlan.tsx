/** The plan of a floor with its gateways and the items near them: moved by pointer and keys, zoomed, and arranged. */
import { ActionIcon, Text } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { FitIcon, MinusIcon, PlusIcon } from '../../shared/content/Icons.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { isLight } from '../blocks/picture.ts'
import type { Floor, GatewaySpot, TaggedUnit } from '../types.ts'
import classes from './FloorPlan.module.css'
import { fitted, fractionsOf, moved, type Plane, type Size, zoomed } from './plane.ts'

const words = texts.tags.buildings
const stepPixels = 60
const zoomStep = 1.4
const assetsShown = 4
/** Below this width, labels would overlap: the list below and zooming show what is where. */
const smallPixels = 640
/** Without a plan, gateways can still be placed. */
const emptyPlan = { width: 1600, height: 900 }

export interface Marker extends GatewaySpot {
  readonly name: string
  readonly assets: readonly (TaggedUnit & { readonly isSilent: boolean })[]
}

interface FloorPlanProps {
  readonly floor: Floor
  readonly markers: readonly Marker[]
  /** A single item, by its name. */
  readonly pin?: { readonly x: number; readonly y: number; readonly name: string }
  /** Undefined: read-only. */
  onMove?: ((unit: number, x: number, y: number) => void) | undefined
}

export function FloorPlan({ floor, markers, pin, onMove }: FloorPlanProps) {
  const { ref: sizeRef, width, height } = useElementSize<HTMLElement>()
  const element = useRef<HTMLElement>(null)
  const ref = useMergedRef(sizeRef, element)
  const [chosen, setChosen] = useState<Plane>()
  const drawn = floor.plan ?? emptyPlan
  const frame: Size = { width, height }
  const size: Size = { width, height: (width * drawn.height) / drawn.width }
  const plane = chosen ?? fitted(frame, size)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const dragged = useRef<number>(undefined)
  const [isPaper, setIsPaper] = useState(false)
  const [carried, setCarried] = useState<{ unit: number; x: number; y: number }>()

  const pointOf = (event: { clientX: number; clientY: number }) => {
    const box = element.current!.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const zoomBy = (by: number, x = width / 2, y = height / 2) => setChosen(zoomed(plane, frame, size, by, x, y))
  const panBy = (right: number, down: number) => setChosen(moved(plane, frame, size, right, down))

  // React's own wheel listener cannot prevent the page from scrolling.
  const wheel = useRef<(event: WheelEvent) => void>(undefined)
  wheel.current = (event) => {
    event.preventDefault()
    const { x, y } = pointOf(event)
    zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15, x, y)
  }
  useEffect(() => {
    const shown = element.current
    const onWheel = (event: WheelEvent) => wheel.current?.(event)
    shown?.addEventListener('wheel', onWheel, { passive: false })
    return () => shown?.removeEventListener('wheel', onWheel)
  }, [])

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, pointOf(event))
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = pointOf(event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (dragged.current !== undefined) {
      setCarried({ unit: dragged.current, ...fractionsOf(plane, size, now.x, now.y) })
    } else if (other) {
      const distance = (one: { x: number; y: number }) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
      zoomBy(distance(now) / distance(before), (now.x + other.x) / 2, (now.y + other.y) / 2)
    } else panBy(now.x - before.x, now.y - before.y)
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    pointers.current.delete(event.pointerId)
    dragged.current = undefined
    if (carried && onMove) onMove(carried.unit, carried.x, carried.y)
    setCarried(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = keys[event.key]
    if (!action || event.target !== event.currentTarget) return
    event.preventDefault()
    if (action === 'fit') setChosen(undefined)
    else if (typeof action === 'number') zoomBy(action)
    else panBy(action[0] * stepPixels, action[1] * stepPixels)
  }
  const nudge = ({ unit_id, x, y }: GatewaySpot, event: KeyboardEvent) => {
    const action = keys[event.key]
    if (!onMove || !Array.isArray(action)) return
    event.preventDefault()
    // The same arrow key moves the plan one way, and a gateway the other.
    const part = (value: number, by: number) => Math.min(1, Math.max(0, Math.round((value - by * 0.01) * 1000) / 1000))
    onMove(unit_id, part(x, action[0]), part(y, action[1]))
  }
  return (
    <div className={classes.window}>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: it is moved with the arrow keys. */}
      <section
        ref={ref}
        className={classes.frame}
        style={{ aspectRatio: `${drawn.width} / ${drawn.height}` }}
        tabIndex={0}
        aria-label={words.planOf(floor.name)}
        aria-describedby="plan-keys"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        onKeyDown={onKeyDown}
      >
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above. */}
        <div
          className={classes.plan}
          data-empty={floor.plan === null || undefined}
          data-small={size.width * plane.zoom < smallPixels || undefined}
          style={{
            width: size.width * plane.zoom,
            height: size.height * plane.zoom,
            transform: `translate(${plane.left}px, ${plane.top}px)`,
          }}
        >
          {floor.plan && (
            <img
              key={floor.plan.version}
              src={`/client/floors/${floor.id}/plan?version=${floor.plan.version}`}
              alt=""
              draggable={false}
              data-paper={isPaper || undefined}
              onLoad={({ currentTarget }) => setIsPaper(isLight(currentTarget))}
            />
          )}
          {markers.map((marker) => {
            const { x, y } = carried?.unit === marker.unit_id ? carried : marker
            return (
              <div key={marker.unit_id} className={classes.marker} style={{ left: `${x * 100}%`, top: `${y * 100}%` }}>
                <button
                  type="button"
                  className={classes.gateway}
                  data-movable={onMove ? true : undefined}
                  aria-label={words.marker(marker.name, marker.assets.length)}
                  onPointerDown={() => {
                    if (onMove) dragged.current = marker.unit_id
                  }}
                  onKeyDown={(event) => nudge(marker, event)}
                >
                  <span>{marker.name}</span> <b>{marker.assets.length}</b>
                </button>
                <ul aria-hidden="true">
                  {marker.assets.slice(0, assetsShown).map((asset) => (
                    <li key={asset.id} data-silent={asset.isSilent || undefined}>
                      <i>{(asset.category ?? '·').slice(0, 1).toUpperCase()}</i>
                      {asset.name}
                    </li>
                  ))}
                  {marker.assets.length > assetsShown && <li>{words.more(marker.assets.length - assetsShown)}</li>}
                </ul>
              </div>
            )
          })}
          {pin && (
            <div className={classes.pin} style={{ left: `${pin.x * 100}%`, top: `${pin.y * 100}%` }}>
              <span>{pin.name}</span>
            </div>
          )}
        </div>
      </section>
      <div className={classes.tools}>
        <ActionIcon variant="default" size="lg" aria-label={words.zoomIn} onClick={() => zoomBy(zoomStep)}>
          <PlusIcon />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label={words.zoomOut} onClick={() => zoomBy(1 / zoomStep)}>
          <MinusIcon />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label={words.fit} onClick={() => setChosen(undefined)}>
          <FitIcon />
        </ActionIcon>
      </div>
      <Text id="plan-keys" size="xs" c="dimmed" className={classes.hint}>
        {onMove ? words.keysEditing : words.keys}
      </Text>
    </div>
  )
}

/** Directions to move the plan, factors to zoom it by, or a reset. */
const keys: Readonly<Record<string, readonly [number, number] | number | 'fit'>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  '+': zoomStep,
  '-': 1 / zoomStep,
  '0': 'fit',
}
