/**
 * A reply's schema is the list of what may leave: a projector copies exactly the named fields, in their order.
 * Compiled once per schema, because lists run it a million times.
 */
import type { TSchema } from 'typebox'

type Project = (value: unknown) => unknown
type Shape = TSchema & { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] }

const same: Project = (value) => value

export function projector(schema: TSchema): Project {
  const shape = schema as Shape
  if (shape.properties) return objectProjector(shape.properties)
  if (shape.items) {
    const item = projector(shape.items)
    return item === same ? same : (value) => (Array.isArray(value) ? value.map(item) : value)
  }
  const objects = shape.anyOf?.filter((choice) => choice.properties) ?? []
  // Where a value may be one of several objects, only its maker knows which: it leaves as it was made.
  return objects.length === 1 ? projector(objects[0] as Shape) : same
}

function objectProjector(properties: Record<string, Shape>): Project {
  const names = Object.keys(properties)
  const inner = names.map((name) => projector(properties[name] as Shape))
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
      const field = source[name]
      result[name] = project === same || field === undefined ? field : project(field)
    }
    return result
  }
}
