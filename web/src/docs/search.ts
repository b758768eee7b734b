/** Finds operations by any words of their title, path, method, chapter or field names, all of which must occur. */
import type { Operation } from './operations.ts'

export function search(operations: readonly Operation[], query: string): readonly Operation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return operations
  return operations.filter((operation) => {
    const text = textOf(operation)
    return words.every((word) => text.includes(word))
  })
}

function textOf({ method, path, title, tag, parameters, fieldNames }: Operation): string {
  const names = parameters.map((parameter) => parameter.name)
  return [method, path, title, tag, ...names, ...fieldNames].join(' ').toLowerCase()
}
