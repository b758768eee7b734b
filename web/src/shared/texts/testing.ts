/** Reads a catalogue as a list of sentences, for tests. */
import type { Parts } from './catalogue.ts'

/** Every part of a language: what all pages say at the top, the other parts under their names. */
export async function allOf({ pages, ...others }: Parts): Promise<object> {
  const read = async ([name, load]: readonly [string, () => Promise<object>]) => [name, await load()] as const
  return { ...(await pages()), ...Object.fromEntries(await Promise.all(Object.entries(others).map(read))) }
}

export type Leaf = readonly [path: string, value: string | ((...values: never[]) => string)]

export function leavesOf(texts: object, path = ''): Leaf[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const at = path ? `${path}.${name}` : name
    return typeof value === 'object' && value !== null ? leavesOf(value, at) : [[at, value] as Leaf]
  })
}

/** A sentence with its gaps filled by signs that no language has, and by a number for one and for many. */
export function sentencesOf(value: Leaf[1]): string[] {
  if (typeof value === 'string') return [value]
  const say = value as (...values: unknown[]) => unknown
  const filled = [(index: number) => `‹${index}›`, () => 1, () => 4711].map((gap) =>
    Array.from({ length: value.length || 1 }, (_, index) => gap(index)),
  )
  return filled.flatMap((values) => {
    try {
      return [String(say(...values))]
    } catch {
      // A sentence that expects a number or a word and was given the other.
      return []
    }
  })
}
