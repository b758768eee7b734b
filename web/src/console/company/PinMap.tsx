import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { loadBase } from '../../shared/map/base.ts'
import { words } from '../../shared/texts/console.ts'
import classes from './Company.module.css'

interface PinMapProps {
  readonly latitude: number
  readonly longitude: number
  readonly label: string
}

export function PinMap({ latitude, longitude, label }: PinMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const scheme = useComputedColorScheme('light')
  useEffect(() => {
    const element = container.current
    if (!element) return
    let close: (() => void) | undefined
    let isGone = false
    const open = async () => {
      const [{ openPinMap }, base] = await Promise.all([import('./pin-map.ts'), loadBase()])
      if (!isGone) close = openPinMap(element, { latitude, longitude, scheme, base })
    }
    open().catch(() => setHasFailed(true))
    return () => {
      isGone = true
      close?.()
    }
  }, [latitude, longitude, scheme])
  return (
    <>
      {hasFailed ? (
        <p className={classes.line}>{words.company.card.pinFailed}</p>
      ) : (
        <section className={classes.map} aria-label={label}>
          <div ref={container} style={{ position: 'absolute', inset: 0 }} />
        </section>
      )}
      <p className={classes.fieldHint} style={{ margin: '0.4rem 0 0' }}>
        {latitude.toFixed(5)}, {longitude.toFixed(5)}
      </p>
    </>
  )
}
