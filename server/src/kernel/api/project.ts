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

/**
 * As code with one object literal: a loop over names looks up every name in every row, and takes six times as long.
 * Compiled when it is first needed, because most rows of the route table are never asked in a short run.
 */
function objectProjector(properties: Record<string, Shape>): Project {
  let compiled: Project | undefined
  return (value) => {
    if (value === null || typeof value !== 'object') return value
    compiled ??= compile(properties)
    return compiled(value)
  }
}

function compile(properties: Record<string, Shape>): Project {
  const names = Object.keys(properties)
  const inner = names.map((name) => fieldProjector(properties[name] as Shape))
  const fields = names.map((name, at) => {
    const [own, camel] = [name, camelCase(name)].map((key) => `source[${JSON.stringify(key)}]`)
    // A value computed by `toWire` wins, even if it is null.
    const field = own === camel ? own : `${own} === undefined ? ${camel} : ${own}`
    return `${JSON.stringify(name)}: ${inner[at] === same ? field : `project${at}(${field})`}`
  })
  const made = new Function(...names.map((_, at) => `project${at}`), `return (source) => ({ ${fields.join(', ')} })`)
  return made(...inner) as Project
}
