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
  const object = shape.anyOf?.find((choice) => choice.properties)
  return object ? projector(object) : same
}

function objectProjector(properties: Record<string, Shape>): Project {
  const fields = Object.entries(properties).map(([name, schema]) => [name, projector(schema)] as const)
  return (value) => {
    if (value === null || typeof value !== 'object') return value
    const source = value as Record<string, unknown>
    const result: Record<string, unknown> = {}
    for (const [name, project] of fields) {
      const field = source[name]
      if (field !== undefined) result[name] = project(field)
    }
    return result
  }
}
