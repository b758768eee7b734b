/** Loads the map library when there is a map to show, and says so when there cannot be one. */
import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../../../shared/api.ts'
import { FitIcon, MinusIcon, PlusIcon } from '../../../shared/Icons.tsx'
import { Notice } from '../../../shared/Notice.tsx'
import { texts } from '../../../shared/texts/texts.ts'
import type { Point } from './glide.ts'
import classes from './MapPane.module.css'
import type { Mark, UnitsMap } from './units-map.ts'

const words = texts.client.map

interface MapPaneProps {
  readonly marks: readonly Mark[]
  readonly selected: number | undefined
  readonly isFollowing: boolean
  readonly trail: readonly Point[]
  onSelect(unit: number): void
  onLeave(): void
}

type Stage = 'loading' | 'ready' | 'unsupported' | 'failed'

const canDraw = () => document.createElement('canvas').getContext('webgl2') !== null

export function MapPane({ marks, selected, isFollowing, trail, onSelect, onLeave }: MapPaneProps) {
  const container = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<Stage>(() => (canDraw() ? 'loading' : 'unsupported'))
  const [map, setMap] = useState<UnitsMap>()
  const [drawn, setDrawn] = useState(0)
  const scheme = useComputedColorScheme('light')
  const isStill = useReducedMotion()
  const handlers = useRef({ onSelect, onLeave })
  handlers.current = { onSelect, onLeave }
  const start = useRef({ scheme, isStill })
  start.current = { scheme, isStill }

  useEffect(() => {
    if (!container.current || !canDraw()) return
    const element = container.current
    let opened: UnitsMap | undefined
    let isGone = false
    const open = async () => {
      const [{ openMap }, settings] = await Promise.all([
        import('./units-map.ts'),
        ask<{ map_style_url: string | null }>('GET', '/settings.json'),
      ])
      if (isGone) return
      opened = openMap(element, {
        ...start.current,
        styleUrl: settings.map_style_url,
        onSelect: (unit) => handlers.current.onSelect(unit),
        onLeave: () => handlers.current.onLeave(),
        onDrawn: setDrawn,
      })
      setMap(opened)
      setStage('ready')
    }
    open().catch(() => setStage('failed'))
    return () => {
      isGone = true
      opened?.close()
      setMap(undefined)
    }
  }, [])

  useEffect(() => map?.show(marks, selected), [map, marks, selected])
  useEffect(() => map?.showTrail(trail), [map, trail])
  useEffect(() => map?.recolour(scheme), [map, scheme])

  const centred = useRef<number>(undefined)
  const followed = marks.find(({ id }) => id === selected)
  useEffect(() => {
    if (!map || !followed || !isFollowing) return
    map.centre(followed, centred.current !== followed.id)
    centred.current = followed.id
  }, [map, followed, isFollowing])
  useEffect(() => {
    if (selected === undefined) centred.current = undefined
  }, [selected])

  if (stage === 'unsupported' || stage === 'failed') {
    return (
      <div className={classes.instead}>
        <Notice tone="warning">{stage === 'failed' ? words.failed : words.unsupported}</Notice>
      </div>
    )
  }
  return (
    <section className={classes.pane} aria-label={words.describe(marks.length)} data-drawn={drawn}>
      <div ref={container} className={classes.map} />
      {stage === 'loading' && <p className={classes.loading}>{words.loading}</p>}
      {map && (
        <div className={classes.tools}>
          <Tool label={words.zoomIn} onClick={() => map.zoom(1)} icon={<PlusIcon />} />
          <Tool label={words.zoomOut} onClick={() => map.zoom(-1)} icon={<MinusIcon />} />
          <Tool
            label={words.fit}
            onClick={() => {
              onLeave()
              map.fit()
            }}
            icon={<FitIcon />}
          />
        </div>
      )}
    </section>
  )
}

const Tool = ({ label, onClick, icon }: { label: string; onClick: () => void; icon: React.ReactNode }) => (
  <ActionIcon variant="default" size="lg" aria-label={label} title={label} onClick={onClick}>
    {icon}
  </ActionIcon>
)
