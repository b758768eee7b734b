/** The drawing of a device model. A model without one leaves no gap. */
import { useState } from 'react'

interface DevicePictureProps {
  /** Of the catalogue. */
  readonly model: number
  readonly size: number
}

export function DevicePicture({ model, size }: DevicePictureProps) {
  const [missing, setMissing] = useState<number>()
  if (missing === model) return null
  return (
    <img
      src={`/pictures/devices/${model}`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      onError={() => setMissing(model)}
    />
  )
}
