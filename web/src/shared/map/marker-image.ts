/** The pictures of units: an arrow while moving, a dot while standing. They are drawn here, so that no image is fetched. */
import type { UnitState } from '../units/snapshot.ts'
import { stateColours } from './style.ts'

const size = 30
/** Twice the pixels of its size on the screen, for screens with a high resolution. */
export const markerRatio = 2

export function drawMarker(state: UnitState): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * markerRatio
  const brush = canvas.getContext('2d')!
  brush.scale(markerRatio, markerRatio)
  brush.translate(size / 2, size / 2)
  brush.lineJoin = 'round'
  brush.shadowColor = 'rgb(0 0 0 / 35%)'
  brush.shadowBlur = 3
  brush.fillStyle = stateColours[state]
  brush.strokeStyle = '#ffffff'
  brush.lineWidth = 2.5
  brush.beginPath()
  if (state === 'moving') {
    brush.moveTo(0, -12)
    brush.lineTo(9, 10)
    brush.lineTo(0, 5.5)
    brush.lineTo(-9, 10)
    brush.closePath()
  } else {
    brush.arc(0, 0, 8, 0, 2 * Math.PI)
  }
  brush.fill()
  brush.shadowColor = 'transparent'
  brush.stroke()
  // States differ by shape as well as by colour: a small hole for a running engine, a large one for silence.
  if (state === 'idling' || state === 'silent' || state === 'never') {
    brush.beginPath()
    brush.arc(0, 0, state === 'idling' ? 2.6 : 4.6, 0, 2 * Math.PI)
    brush.fillStyle = '#ffffff'
    brush.fill()
  }
  return brush.getImageData(0, 0, canvas.width, canvas.height)
}
