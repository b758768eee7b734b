/** The marks of units: an arrow for what moves, a dot for what stands. Drawn here, so that no image is fetched. */
import type { UnitState } from '../snapshot.ts'
import { stateColours } from './look.ts'

const size = 30
/** Twice as many pixels as it takes place, for screens that have them. */
export const markRatio = 2

export function drawMark(state: UnitState): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * markRatio
  const brush = canvas.getContext('2d')!
  brush.scale(markRatio, markRatio)
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
  // States are told apart without colours, too: a ring for the engine, a hollow for silence.
  if (state === 'idling' || state === 'silent' || state === 'never') {
    brush.beginPath()
    brush.arc(0, 0, state === 'idling' ? 2.6 : 4.6, 0, 2 * Math.PI)
    brush.fillStyle = '#ffffff'
    brush.fill()
  }
  return brush.getImageData(0, 0, canvas.width, canvas.height)
}
