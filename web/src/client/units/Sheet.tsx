/** On a phone: a sheet over the map, with three heights. Drag its handle, or press it for the next height. */
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { texts } from '../../shared/texts/texts.ts'
import classes from './Sheet.module.css'

const words = texts.client.units.sheet

const sheetHeights = ['low', 'half', 'full'] as const
export type SheetHeight = (typeof sheetHeights)[number]

/** About the values of the style sheet, relative to the space above the tabs. */
const shares: Readonly<Record<SheetHeight, number>> = { low: 0.18, half: 0.5, full: 1 }

interface SheetProps {
  readonly height: SheetHeight
  readonly children: ReactNode
  onHeight(height: SheetHeight): void
}

export function Sheet({ height, children, onHeight }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const drag = useRef<{ y: number; from: number; room: number; hasMoved: boolean }>(undefined)
  const [dragged, setDragged] = useState<number>()
  const begin = (event: PointerEvent) => {
    const room = sheet.current?.parentElement?.clientHeight ?? 0
    if (!sheet.current || room === 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { y: event.clientY, from: sheet.current.offsetHeight, room, hasMoved: false }
  }
  const move = ({ clientY }: PointerEvent) => {
    const { current } = drag
    if (!current || (!current.hasMoved && Math.abs(clientY - current.y) < 6)) return
    current.hasMoved = true
    setDragged(Math.min(current.room, Math.max(60, current.from + current.y - clientY)))
  }
  const end = () => {
    if (drag.current?.hasMoved && dragged !== undefined) {
      const share = dragged / drag.current.room
      onHeight(sheetHeights.toSorted((a, b) => Math.abs(shares[a] - share) - Math.abs(shares[b] - share))[0]!)
    }
    setDragged(undefined)
  }
  const next = () => {
    // Ignores the click at the end of a drag.
    if (!drag.current?.hasMoved) onHeight(sheetHeights[(sheetHeights.indexOf(height) + 1) % sheetHeights.length]!)
    drag.current = undefined
  }
  return (
    <div
      ref={sheet}
      className={classes.sheet}
      data-height={height}
      data-dragged={dragged === undefined ? undefined : true}
      style={dragged === undefined ? undefined : { height: dragged }}
    >
      <button
        type="button"
        className={classes.handle}
        aria-label={words[height]}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onClick={next}
      />
      <div className={classes.content} data-scroller>
        {children}
      </div>
    </div>
  )
}
