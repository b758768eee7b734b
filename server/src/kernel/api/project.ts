/**
 * A reply's schema lists what may leave, and a projector writes exactly that, in its order. A field `block_offset` is
 * read from `block_offset` or else from `blockOffset`, and a Date becomes unix seconds: whole ones for an integer, with
 * their fraction for a number. Compiled once per schema, because lists run it a million times.
 */
import type { TSchema } from 'typebox'

type Project = (value: unknown) => unknown
type Shape = TSchema & { type?: string; properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] }

const same: Project = (value) => value
const wholeSeconds: Project = (value) => (value instanceof Date ? Math.floor(value.getTime() / 1000) : value)
const exactSeconds: Project = (value) => (value instanceof Date ? value.getTime() / 1000 : value)

export function projector(schema: TSchema): Project {
  const shape = schema as Shape
  if (shape.properties) return objectProjector(shape.properties)
  if (shape.items) {
    const item = projector(shape.items)
    return item === same ? same : (value) => (Array.isArray(value) ? value.map(item) : value)
  }
  // If a value may be one of several objects or lists, only its maker knows which, so it leaves unchanged.
  const choices = shape.anyOf?.filter(({ properties, items }) => properties ?? items) ?? []
  return choices.length === 1 ? projector(choices[0] as Shape) : same
}

/** Times are fields of objects. The numbers of an array, such as a track, are not checked one by one. */
function fieldProjector(shape: Shape): Project {
  const choices = (shape.anyOf ?? [shape]).filter(({ type }) => type !== 'null')
  if (choices.length !== 1) return projector(shape)
  const [{ type }] = choices as [Shape]
  return type === 'integer' ? wholeSeconds : type === 'number' ? exactSeconds : projector(shape)
}

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function objectProjector(properties: Record<string, Shape>): Project {
  const names = Object.keys(properties)
  const camels = names.map(camelCase)
  const inner = names.map((name) => fieldProjector(properties[name] as Shape))
  // Copying an object that has all the names gives every result the same hidden class; adding thirty names one by one
  // ends in a slow dictionary, which JSON.stringify then reads slowly too. What stays undefined is not written.
  const empty = Object.fromEntries(names.map((name) => [name, undefined])) as Record<string, unknown>
  return (value) => {
    if (value === null || typeof value !== 'object') return value
    const source = value as Record<string, unknown>
    const result = { ...empty }
    for (let at = 0; at < names.length; at++) {
      const name = names[at] as string
      const project = inner[at] as Project
      const own = source[name]
      // A value computed by `toWire` wins, even if it is null.
      const field = own === undefined ? source[camels[at] as string] : own
      result[name] = project === same || field === undefined ? field : project(field)
    }
    return result
  }
}
