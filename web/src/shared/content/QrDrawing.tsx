import { encode } from 'uqr'
import classes from './QrCode.module.css'

/** Four modules of margin belong to the code; without them many cameras do not find it. */
const margin = 4

export function QrDrawing({ text, label }: { text: string; label: string }) {
  const { data: rows, size } = encode(text, { ecc: 'M', border: margin })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
