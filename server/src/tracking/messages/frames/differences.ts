/** Reports what redecoding would change, field by field. Pure. */
import type { Message, Value } from '@waymark/devices'
import { type Difference, said } from '../live/replay.ts'
import { fromText } from '../message.ts'

export interface FieldDifference {
  readonly field: string
  readonly added: number
  readonly removed: number
  readonly changed: number
  /** The first message with this difference. */
  readonly example: { readonly timestamp: number; readonly before: Value | null; readonly after: Value | null }
}

export interface DifferenceReport {
  readonly added: number
  readonly removed: number
  readonly changed: number
  /** Fields of changed messages, most frequent first. */
  readonly fields: readonly FieldDifference[]
  readonly examples: { readonly added: readonly Message[]; readonly removed: readonly Message[] }
}

const examplesMax = 3

export function reportOf(differences: readonly Difference[]): DifferenceReport {
  const fields = new Map<
    string,
    { added: number; removed: number; changed: number; example: FieldDifference['example'] }
  >()
  const added: Message[] = []
  const removed: Message[] = []
  let changed = 0
  for (const difference of differences) {
    if (difference.kind === 'added') added.push(said(difference.after))
    else if (difference.kind === 'removed') removed.push(fromText(difference.before).values)
    else {
      changed += 1
      const [before, after] = [fromText(difference.before).values, said(difference.after)]
      for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
        const [one, other] = [before[field] ?? null, after[field] ?? null]
        if (JSON.stringify(one) === JSON.stringify(other)) continue
        const example = { timestamp: before.timestamp as number, before: one, after: other }
        const entry = fields.get(field) ?? { added: 0, removed: 0, changed: 0, example }
        entry[one === null ? 'added' : other === null ? 'removed' : 'changed'] += 1
        fields.set(field, entry)
      }
    }
  }
  const total = (entry: { added: number; removed: number; changed: number }) =>
    entry.added + entry.removed + entry.changed
  return {
    added: added.length,
    removed: removed.length,
    changed,
    fields: [...fields]
      .map(([field, { added, removed, changed, example }]) => ({ field, added, removed, changed, example }))
      .sort((a, b) => total(b) - total(a) || a.field.localeCompare(b.field)),
    examples: { added: added.slice(0, examplesMax), removed: removed.slice(0, examplesMax) },
  }
}
