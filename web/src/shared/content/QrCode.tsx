/** A QR code. Few pages show one, so its code is loaded on demand. */
import { lazy, Suspense } from 'react'
import classes from './QrCode.module.css'

const QrDrawing = lazy(async () => ({ default: (await import('./QrDrawing.tsx')).QrDrawing }))

export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <Suspense fallback={<div className={classes.code} />}>
    <QrDrawing text={text} label={label} />
  </Suspense>
)
