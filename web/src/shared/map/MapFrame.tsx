/** Loads the map library when a page shows a map, says so when the browser cannot draw one, and has the buttons of every map. */
import { useComputedColorScheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { FitIcon, MinusIcon, PlusIcon } from '../content/Icons.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { texts } from '../texts/texts.ts'
import { type Base, loadBase } from './base.ts'
import { MapChoiceTool, MapCredit, useMapChoice } from './MapChoice.tsx'
import classes from './MapFrame.module.css'
import type { Scheme } from './streets/scheme.ts'
import { Tool } from './Tool.tsx'
import type { Tiles } from './tiles.ts'

const words = texts.client.map

type Stage = 'loading' | 'ready' | 'unsupported' | 'failed'

const canDraw = () => document.createElement('canvas').getContext('webgl2') !== null

interface AnyMap {
  readonly setTiles: Tiles['set']
  recolour(scheme: Scheme): void
  zoom(by: number): void
  fit(): void
  close(): void
}

export interface MapSettings {
  readonly scheme: Scheme
  readonly isStill: boolean
  readonly base: Base
}

export interface OpenedMap<M extends AnyMap> {
  readonly container: RefObject<HTMLDivElement | null>
  readonly map: M | undefined
  readonly stage: Stage
}

/** `open` imports the map's module, so that it is not part of the page. Only the first `open` is used. */
export function useMap<M extends AnyMap>(
  open: (element: HTMLElement, settings: MapSettings) => Promise<M>,
): OpenedMap<M> {
  const container = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<Stage>(() => (canDraw() ? 'loading' : 'unsupported'))
  const [map, setMap] = useState<M>()
  const scheme = useComputedColorScheme('light')
  const isStill = useReducedMotion()
  const start = useRef({ open, scheme, isStill })
  start.current = { ...start.current, scheme, isStill }

  useEffect(() => {
    if (!container.current || !canDraw()) return
    const element = container.current
    let opened: M | undefined
    let isGone = false
    const begin = async () => {
      const base = await loadBase()
      if (isGone) return
      const { open, ...settings } = start.current
      const made = await open(element, { ...settings, base })
      if (isGone) return made.close()
      opened = made
      setMap(opened)
      setStage('ready')
    }
    begin().catch(() => setStage('failed'))
    return () => {
      isGone = true
      opened?.close()
      setMap(undefined)
    }
  }, [])
  useEffect(() => map?.recolour(scheme), [map, scheme])
  return { container, map, stage }
}

interface MapFrameProps<M extends AnyMap> {
  readonly opened: OpenedMap<M>
  readonly label: string
  readonly fitLabel: string
  readonly drawn: number
  onFit?(): void
  /** More buttons, and content above the map. */
  readonly tools?: ReactNode
  readonly children?: ReactNode
}

export function MapFrame<M extends AnyMap>({
  opened,
  label,
  fitLabel,
  drawn,
  onFit,
  tools,
  children,
}: MapFrameProps<M>) {
  const { container, map, stage } = opened
  const { chosen, title } = useMapChoice()
  const [copyright, setCopyright] = useState('')
  useEffect(() => {
    setCopyright('')
    map?.setTiles(chosen, setCopyright)
  }, [map, chosen])
  if (stage === 'unsupported' || stage === 'failed') {
    return (
      <div className={classes.instead}>
        <Notice tone="warning">{stage === 'failed' ? words.failed : words.unsupported}</Notice>
      </div>
    )
  }
  return (
    <section className={classes.pane} aria-label={label} data-drawn={drawn}>
      <div ref={container} className={classes.map} />
      {/* Hidden as soon as there is something to see. */}
      <p className={classes.loading}>{words.loading}</p>
      {map && (
        <div className={classes.tools}>
          <Tool label={words.zoomIn} onClick={() => map.zoom(1)} icon={<PlusIcon />} />
          <Tool label={words.zoomOut} onClick={() => map.zoom(-1)} icon={<MinusIcon />} />
          <Tool
            label={fitLabel}
            onClick={() => {
              onFit?.()
              map.fit()
            }}
            icon={<FitIcon />}
          />
          <MapChoiceTool />
          {tools}
        </div>
      )}
      {map && chosen && <MapCredit title={title} copyright={copyright} />}
      {children}
    </section>
  )
}
