import type { ClientCall } from '#identity/sessions/call.ts'
import { readStretch } from '#tracking/messages/actions.ts'
import { requireUnit, type Stretch } from './actions.ts'
import { type Piece, piecesOf, valueIn } from './parameter.ts'

/** A month in few questions, and never as a whole in memory. */
const readSeconds = 4 * 86_400

export interface ParameterHistory extends Stretch {
  readonly unitId: number
  readonly name: string
  readonly values: readonly Piece[]
}

/** Texts are searched and not taken apart: a month of a busy unit has a hundred thousand. */
export async function readParameter(
  call: ClientCall,
  unitId: number,
  name: string,
  { from, to }: Stretch,
): Promise<ParameterHistory> {
  await requireUnit(call, unitId)
  const found = piecesOf(from, to)
  for (let start = from; start < to; start += readSeconds) {
    for (const { text, timestamp } of await readStretch(call, unitId, {
      from: start,
      to: Math.min(to, start + readSeconds),
    })) {
      const value = valueIn(text, name)
      if (value !== undefined) found.add(timestamp, value)
    }
  }
  return { unitId, name, from, to, values: found.pieces() }
}
