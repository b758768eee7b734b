import type { ClientCall } from '#identity/sessions/call.ts'
import { scanStretch } from '#tracking/messages/actions.ts'
import { type Piece, piecesOf } from '../../projections/pieces.ts'
import { requireUnit, type Stretch } from '../actions.ts'
import { valuesIn } from './parameter.ts'

/** Reads a month in few queries, and never as a whole into memory. */
const readSeconds = 4 * 86_400

export interface ParameterHistory extends Stretch {
  readonly unitId: number
  readonly name: string
  readonly values: readonly Piece[]
}

/** Texts are searched and not parsed: a month of a busy unit has a hundred thousand. */
export async function readParameter(
  call: ClientCall,
  unitId: number,
  name: string,
  { from, to }: Stretch,
): Promise<ParameterHistory> {
  await requireUnit(call, unitId)
  const found = piecesOf(from, to)
  const scanFrom = async (first: number) => {
    for (let start = first; start < to; start += 2 * readSeconds) {
      const part = { from: start, to: Math.min(to, start + readSeconds) }
      await scanStretch(call, unitId, part, (texts, isShown) =>
        valuesIn(texts, name, (timestamp, value) => {
          if (isShown(timestamp)) found.add(timestamp, value)
        }),
      )
    }
  }
  // Every other part: while one is searched, the database reads the next.
  await Promise.all([scanFrom(from), scanFrom(from + readSeconds)])
  return { unitId, name, from, to, values: found.pieces() }
}
